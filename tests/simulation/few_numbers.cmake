# few_numbers(VARIABLE): edits the source of the engine in VARIABLE so that a restore skips fewer
# numbers. The state of a line grows with the issued numbers, and a run with ten million of them
# would take seconds instead of milliseconds. restore_test.cpp uses the real value.
function(few_numbers variable)
    set(real "kSkippedByRestore = 10'000'000;")
    string(FIND "${${variable}}" "${real}" found)
    if(found EQUAL -1)
        message(FATAL_ERROR "the engine no longer says ${real}")
    endif()
    string(REPLACE "${real}" "kSkippedByRestore = 1'000;" few "${${variable}}")
    set(${variable} "${few}" PARENT_SCOPE)
endfunction()

# cmake -DIN=... -DOUT=... -P few_numbers.cmake
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    file(READ ${IN} source)
    few_numbers(source)
    file(WRITE ${OUT} "${source}")
endif()
