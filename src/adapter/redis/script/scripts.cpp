#include "adapter/redis/script/scripts.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace onsale::redis {

std::string ScriptText::text() const {
    return std::string{prelude} + std::string{own};
}

const ScriptText& script_text(std::string_view name) {
    const auto texts = script_texts();
    const auto found = std::ranges::find(texts, name, &ScriptText::name);
    ONSALE_ASSERT(found != texts.end());
    return *found;
}

}  // namespace onsale::redis
