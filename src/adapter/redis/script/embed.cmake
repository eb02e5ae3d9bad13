# Writes every script below the folder FROM into the source OUT: each prelude once, and of each script
# its name, its own text, and the SHA-1 of both together, by which EVALSHA knows it.
cmake_minimum_required(VERSION 3.25)

# The files that precede a script, by the first word of its name.
set(parts_of_line prelude line/records line/places line/phases)
set(parts_of_hall prelude line/records line/places hall/halls)
set(parts_of_seat ${parts_of_hall})
set(parts_of_sale prelude)
set(parts_of_lease)
set(parts_of_desk)
set(preludes "")
foreach(family line hall sale lease desk)
    set(text_of_${family} "")
    foreach(part ${parts_of_${family}})
        file(READ ${FROM}/${part}.lua text)
        string(APPEND text_of_${family} "${text}")
    endforeach()
    string(APPEND preludes
        "constexpr std::string_view k_${family} = R\"lua(${text_of_${family}})lua\";\n")
endforeach()
set(text_of_seat "${text_of_hall}")

set(rows "")
file(GLOB_RECURSE files ${FROM}/*.lua)
list(SORT files)
foreach(file ${files})
    get_filename_component(name ${file} NAME_WE)
    if(NOT name MATCHES "^(line|hall|seat|sale|lease|desk)_")
        continue()
    endif()
    set(family ${CMAKE_MATCH_1})
    file(READ ${file} text)
    # Lua 5.1 takes 200 local names a function. The libraries have most of them, so a script's own
    # text is a function of its own.
    if(parts_of_${family})
        set(text "return (function()\n${text}end)()\n")
    endif()
    string(SHA1 sha1 "${text_of_${family}}${text}")
    string(REPLACE "seat" "hall" family ${family})
    string(APPEND rows
        "    {\"${name}\", \"${sha1}\", k_${family},\n     R\"lua(${text})lua\"},\n")
endforeach()

file(WRITE ${OUT} "#include \"adapter/redis/script/scripts.hpp\"

namespace onsale::redis {
namespace {

${preludes}
constexpr ScriptText kTexts[] = {
${rows}};

}  // namespace

std::span<const ScriptText> script_texts() {
    return kTexts;
}

}  // namespace onsale::redis
")
