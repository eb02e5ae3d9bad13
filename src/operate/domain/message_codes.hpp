#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/words.hpp"

// CMake makes this table from api/messages.json.
#include "operate/domain/message_table.hpp"

namespace onsale::operate {

using PreflightCode = CodeIn<kPreflightWordings>;
using PartCode = CodeIn<kPartWordings>;
using EffectCode = CodeIn<kEffectWordings>;
using StoryCode = CodeIn<kStoryWordings>;
using OrderStoryCode = CodeIn<kOrderStoryWordings>;

inline Message preflight_message(PreflightCode code, MessageValues values = {}) {
    return {code.wording(), std::move(values)};
}
inline Message part_message(PartCode code, MessageValues values = {}) {
    return {code.wording(), std::move(values)};
}
inline Message effect_message(EffectCode code, MessageValues values = {}) {
    return {code.wording(), std::move(values)};
}
inline Message story_message(StoryCode code, MessageValues values = {}) {
    return {code.wording(), std::move(values)};
}
inline Message order_story_message(OrderStoryCode code, MessageValues values = {}) {
    return {code.wording(), std::move(values)};
}

// The part of a sentence for an enumerator, from the list whose codes are the words of the enum.
template <auto& kWordings, Worded Enum>
const Wording& wording_of(Enum value) {
    static_assert(std::ranges::equal(kWordings, kWords<Enum>, {}, &Wording::code),
                  "api/messages.json has other codes than the enum has words");
    return kWordings[static_cast<std::size_t>(value)];
}

// Null if no effect has this code.
inline const Wording* find_effect(std::string_view code) {
    for (const Wording& wording : kEffectWordings)
        if (wording.code == code) return &wording;
    return nullptr;
}

}  // namespace onsale::operate
