# Makes operate/domain/message_table.hpp from api/messages.json: one constexpr array of wordings for
# each list. This happens when CMake configures, so the header is there for every tool.
set(messages_json ${PROJECT_SOURCE_DIR}/api/messages.json)
set(generated_sources ${PROJECT_BINARY_DIR}/generated)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${messages_json})

# onsale_wording(entry field result): the text as a C++ literal.
function(onsale_wording entry field result)
    string(JSON text GET "${entry}" ${field})
    string(REPLACE "{money}" "{amount} {currency}" text "${text}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

# onsale_wordings(all list constant result): appends the array to `result`.
function(onsale_wordings all list constant result)
    string(JSON entries GET "${all}" ${list})
    string(JSON count LENGTH "${entries}")
    math(EXPR last "${count} - 1")
    set(rows "")
    foreach(at RANGE ${last})
        string(JSON entry GET "${entries}" ${at})
        onsale_wording("${entry}" code code)
        onsale_wording("${entry}" en english)
        onsale_wording("${entry}" ko korean)
        string(APPEND rows "    {${code},\n     ${english},\n     ${korean}},\n")
    endforeach()
    set(${result} "${${result}}
inline constexpr auto ${constant} = std::to_array<Wording>({
${rows}});
" PARENT_SCOPE)
endfunction()

file(READ ${messages_json} messages)
set(tables "")
onsale_wordings("${messages}" preflight kPreflightWordings tables)
onsale_wordings("${messages}" parts kPartWordings tables)
onsale_wordings("${messages}" effects kEffectWordings tables)
onsale_wordings("${messages}" story kStoryWordings tables)
onsale_wordings("${messages}" orderStory kOrderStoryWordings tables)
onsale_wordings("${messages}" declineReasons kDeclineWordings tables)
onsale_wordings("${messages}" endReasons kEndWordings tables)
onsale_wordings("${messages}" refundReasons kRefundWordings tables)
onsale_wordings("${messages}" refundStates kRefundStateWordings tables)
file(CONFIGURE OUTPUT ${generated_sources}/operate/domain/message_table.hpp @ONLY CONTENT
"// Made from api/messages.json by cmake/messages.cmake.
#pragma once

#include <array>

#include \"operate/domain/message.hpp\"

namespace onsale::operate {
@tables@
}  // namespace onsale::operate
")
