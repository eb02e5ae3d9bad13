#pragma once

#include <string_view>
#include <utility>

// CMake makes this table from api/messages.json.
#include "operate/domain/message_table.hpp"

namespace onsale::operate {

using PreflightCode = CodeIn<kPreflightWordings>;
using PartCode = CodeIn<kPartWordings>;
using EffectCode = CodeIn<kEffectWordings>;
using StoryCode = CodeIn<kStoryWordings>;

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

// Null if no effect has this code.
inline const Wording* find_effect(std::string_view code) {
    for (const Wording& wording : kEffectWordings)
        if (wording.code == code) return &wording;
    return nullptr;
}

}  // namespace onsale::operate
