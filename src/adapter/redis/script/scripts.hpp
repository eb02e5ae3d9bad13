#pragma once

#include <span>
#include <string>
#include <string_view>

namespace onsale::redis {

// One of the .lua files in this folder, as embedded by the build.
struct ScriptText {
    std::string_view name;  // "line_enter"
    std::string_view sha1;  // SHA-1 of text() in hex, for EVALSHA.
    std::string_view
        prelude;           // The common part of its family (line, hall or sale). Empty for others.
    std::string_view own;  // The script itself, which follows the prelude.

    // The text for EVAL and SCRIPT LOAD.
    std::string text() const;
};

std::span<const ScriptText> script_texts();

// REQUIRES: there is a script of this name.
const ScriptText& script_text(std::string_view name);

}  // namespace onsale::redis
