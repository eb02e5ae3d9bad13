include(GoogleTest)

# Order of ctest: first programs that only need a core, the longest ones at the front, then tests
# that watch real servers and clocks, in lanes, and beside them, at the lowest priority, the
# sanitized trees.
set(cost_of_simulations 4)
set(cost_of_cases 3)
set(cost_of_sanitized 2)
set(cost_of_clocked 1)

# A sanitized simulation is some ten times slower; the release build runs the full number of seeds.
set(sanitized_environment ONSALE_SIM_SEEDS=200
    ASAN_OPTIONS=detect_stack_use_after_return=1 TSAN_OPTIONS=halt_on_error=1)
if(ONSALE_SANITIZE)
    get_filename_component(ONSALE_TREE ${CMAKE_BINARY_DIR} NAME)
    add_custom_target(watched_tests)
    if(ONSALE_WATCHED)
        add_test(NAME ${ONSALE_TREE}.build COMMAND
            nice -n 19 ${PROJECT_SOURCE_DIR}/scripts/build.sh ${ONSALE_TREE} watched_tests)
        set_tests_properties(${ONSALE_TREE}.build PROPERTIES LABELS ${ONSALE_TREE} TIMEOUT 3600
            FIXTURES_SETUP ${ONSALE_TREE} COST ${cost_of_sanitized} RESOURCE_LOCK compiler)
    endif()
endif()

# onsale_simulated(target): simulations run this library for minutes, so a sanitized tree optimises
# it. Optimising the rest of such a tree would take longer than its tests.
function(onsale_simulated target)
    if(ONSALE_SANITIZE)
        target_compile_options(${target} PRIVATE -O1)
    endif()
endfunction()

# onsale_headers(onsale_base PUBLIC folder...): targets that link it see the headers of the caller's
# folder and of the folders named below it.
# A source includes its own header first (the architecture test watches that), so compiling it proves
# that the header is complete; the headers without a source are compiled by themselves.
function(onsale_headers target scope)
    list(TRANSFORM ARGN APPEND /*.hpp OUTPUT_VARIABLE below)
    file(GLOB headers CONFIGURE_DEPENDS *.hpp ${below})
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

# onsale_layer(waiting_room_domain SEES base FOLDERS line): one library from every source in the
# caller's folder and in the folders named below it; it links only what the include table of
# CONTRIBUTING.md allows. Files named *_test.cpp become one test program with a ctest entry per case.
function(onsale_layer name)
    cmake_parse_arguments(ARG "" "LABEL" "FOLDERS;SEES;LIBS;TEST_LIBS" ${ARGN})
    list(TRANSFORM ARG_FOLDERS APPEND /*.cpp OUTPUT_VARIABLE below)
    file(GLOB sources CONFIGURE_DEPENDS *.cpp ${below})
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
    if(sources AND name MATCHES "^(base|embedded|[a-z_]+_domain)$")
        onsale_simulated(${target})
    endif()
    onsale_headers(${target} ${scope} ${ARG_FOLDERS})
    target_link_libraries(${target} ${scope} ${ARG_SEES} ${ARG_LIBS})
    if(tests)
        onsale_test(${name}_test SOURCES ${tests} LIBS ${target} ${ARG_TEST_LIBS} LABEL ${ARG_LABEL})
    endif()
endfunction()

# onsale_test(x_test SOURCES a.cpp LIBS onsale_base LABEL unit): a GoogleTest program. A program
# with two labels, written unit-tsan, joins the build targets unit_tests and tsan_tests. WHOLE: the
# cases share servers that take seconds to start, so there is no entry per case.
# The program is one ctest entry, because starting a process takes longer than most cases. Each case
# is also an entry with the label case:LABEL, which `./test LABEL -R NAME` runs.
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
    # Tested code is optimised; optimising the tests would take longer than running them.
    target_compile_options(${name} PRIVATE -O0)
    string(REPLACE "-" ";" labels ${ARG_LABEL})
    foreach(label ${labels})
        if(NOT TARGET ${label}_tests)
            add_custom_target(${label}_tests)
        endif()
        add_dependencies(${label}_tests ${name})
    endforeach()
    if(ONSALE_SANITIZE)
        onsale_watched_test(${name} "${labels}" ${ARG_TIMEOUT})
    elseif(ARG_WHOLE)
        onsale_clocked_test(${name} ${ARG_LABEL} ${ARG_TIMEOUT} $<TARGET_FILE:${name}>)
    else()
        add_test(NAME ${name} COMMAND ${name})
        math(EXPR patience "${ARG_TIMEOUT} * 5")
        set(cost ${cost_of_cases})
        if(ARG_LABEL MATCHES "sim|differential")
            set(cost ${cost_of_simulations})
        endif()
        set_tests_properties(${name} PROPERTIES
            LABELS ${ARG_LABEL} TIMEOUT ${patience} COST ${cost} ENVIRONMENT GTEST_BRIEF=1)
        gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
            PROPERTIES LABELS case:${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
    endif()
endfunction()

# onsale_clocked_test(name label timeout command...): with a second try. There is a lane for tests of
# the one binary, one for tests in browsers, one for tests with Redis or many processes, and one for
# tests with PostgreSQL. Each lane runs one test at a time.
function(onsale_clocked_test name label timeout)
    set(lane binary_lane)
    if(label MATCHES "postgres")
        set(lane postgres_lane)
    elseif(label MATCHES "redis" OR "${ARGN}" MATCHES "e2e/machines/")
        set(lane redis_lane)
    elseif(label STREQUAL web)
        set(lane browser_lane)
    endif()
    add_test(NAME ${name} COMMAND ${PROJECT_SOURCE_DIR}/scripts/second_try.sh ${name} ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${timeout}
        COST ${cost_of_clocked} RESOURCE_LOCK ${lane})
endfunction()

# An entry of a sanitized tree: a whole program, because starting one takes longer than most cases.
# The release tree shows these entries among its own, so the name says which tree it is.
function(onsale_watched_test name labels timeout)
    foreach(label ${labels})
        if(label IN_LIST ONSALE_WATCHED AND NOT TEST ${ONSALE_TREE}.${name})
            add_dependencies(watched_tests ${name})
            add_test(NAME ${ONSALE_TREE}.${name} COMMAND nice -n 19 $<TARGET_FILE:${name}>)
            math(EXPR patience "${timeout} * 10")
            set_tests_properties(${ONSALE_TREE}.${name} PROPERTIES
                LABELS ${ONSALE_TREE} TIMEOUT ${patience} COST ${cost_of_sanitized}
                FIXTURES_REQUIRED ${ONSALE_TREE} ENVIRONMENT "${sanitized_environment}")
        endif()
    endforeach()
endfunction()
