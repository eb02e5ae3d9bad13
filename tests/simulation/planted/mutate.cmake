# cmake -DNAME=... -DROOT=... -DTABLE=... -DOUT=... -P mutate.cmake: writes the source with the bug of
# that name in it. Fails when the text to be replaced is not there exactly once: the table is old.
function(planted name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FILE;OLD;NEW" "")
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
    file(WRITE ${OUT} "${text}")
endfunction()

include(${TABLE})
