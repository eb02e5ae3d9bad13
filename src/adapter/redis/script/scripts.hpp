#pragma once

#include <span>
#include <string>
#include <string_view>

namespace onsale::redis {

// One of the .lua files of this folder, as the build has embedded it.
struct ScriptText {
    std::string_view name;     // "line_enter"
    std::string_view sha1;     // In hex, of text(): what EVALSHA takes.
    std::string_view prelude;  // Of its family: line, hall, or none.
    std::string_view own;      // What follows it.

    // What EVAL and SCRIPT LOAD take.
    std::string text() const;
};

std::span<const ScriptText> script_texts();

// REQUIRES: a script of that name.
const ScriptText& script_text(std::string_view name);

}  // namespace onsale::redis
