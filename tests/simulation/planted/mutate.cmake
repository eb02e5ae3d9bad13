# cmake -DNAME=... -DROOT=... -DTABLE=... -DOUT=... -P mutate.cmake: writes the source with the
# named bug. Fails if the text to replace does not occur exactly once, because the table is then
# outdated.
function(planted name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "WORLD;FILE;OLD;NEW" "")
    if(NOT name STREQUAL NAME)
        return()
    endif()
    file(READ ${ROOT}/${ARG_FILE} text)
    string(FIND "${text}" "${ARG_OLD}" first)
    string(FIND "${text}" "${ARG_OLD}" last REVERSE)
    if(first EQUAL -1 OR NOT first EQUAL last)
        message(FATAL_ERROR "planted bug ${name}: its text is not exactly once in ${ARG_FILE}")
    endif()
    string(REPLACE "${ARG_OLD}" "${ARG_NEW}" text "${text}")
    if(ARG_FILE STREQUAL src/adapter/embedded/engine/engine.cpp)
        few_numbers(text)
    endif()
    file(WRITE ${OUT} "${text}")
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/../few_numbers.cmake)
include(${TABLE})
