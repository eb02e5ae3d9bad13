include(GoogleTest)

# onsale_headers(onsale_base PUBLIC): whoever links the target finds the headers beside the caller.
# A source includes its own header first (the architecture test watches that), so compiling it proves
# that the header is complete; the headers without a source are compiled by themselves.
function(onsale_headers target scope)
    file(GLOB headers CONFIGURE_DEPENDS *.hpp)
    set(without_source)
    foreach(header ${headers})
        string(REGEX REPLACE "\\.hpp$" ".cpp" source ${header})
        if(NOT EXISTS ${source})
            list(APPEND without_source ${header})
        endif()
    endforeach()
    target_sources(${target} ${scope}
        FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${without_source})
endfunction()

# onsale_layer(waiting_room_domain SEES base): one library per folder, from every source beside the
# caller; it links only what the include table of CONTRIBUTING.md allows. Files named *_test.cpp
# become one test program with a ctest entry per case.
function(onsale_layer name)
    cmake_parse_arguments(ARG "" "LABEL" "SEES;LIBS;TEST_LIBS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS *.cpp)
    set(tests ${sources})
    list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")

    list(TRANSFORM ARG_SEES PREPEND onsale_)
    set(target onsale_${name})
    if(sources)
        add_library(${target} STATIC ${sources})
        onsale_library_batches(${target} ${sources})
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    onsale_headers(${target} ${scope})
    target_link_libraries(${target} ${scope} ${ARG_SEES} ${ARG_LIBS})
    if(tests)
        onsale_test(${name}_test SOURCES ${tests} LIBS ${target} ${ARG_TEST_LIBS} LABEL ${ARG_LABEL})
    endif()
endfunction()

# onsale_test(x_test SOURCES a.cpp LIBS onsale_base LABEL unit): a GoogleTest program. A program
# with two labels, written unit-tsan, joins the build targets unit_tests and tsan_tests. WHOLE makes
# one ctest entry of all cases, which share servers that take seconds to start, and runs it alone.
function(onsale_test name)
    cmake_parse_arguments(ARG "WHOLE" "LABEL;TIMEOUT" "SOURCES;LIBS" ${ARGN})
    if(NOT ARG_LABEL)
        set(ARG_LABEL unit)
    endif()
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    if(ONSALE_BATCH)
        onsale_batches(${name} ${ARG_SOURCES})
    endif()
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest GTest::gtest_main)
    # What is tested is optimised; the tests themselves take longer to optimise than to run.
    target_compile_options(${name} PRIVATE -O0)
    string(REPLACE "-" ";" labels ${ARG_LABEL})
    foreach(label ${labels})
        if(NOT TARGET ${label}_tests)
            add_custom_target(${label}_tests)
        endif()
        add_dependencies(${label}_tests ${name})
    endforeach()
    if(ARG_WHOLE)
        add_test(NAME ${name} COMMAND ${name})
        set_tests_properties(${name} PROPERTIES
            LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT} RUN_SERIAL ON)
    else()
        gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
            PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
    endif()
endfunction()
