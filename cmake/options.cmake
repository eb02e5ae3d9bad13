# Compiler, warnings and sanitizers, the same for every target.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

option(ONSALE_WERROR "Treat warnings as errors" ON)
set(ONSALE_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize takes them")
set(ONSALE_WATCHED "" CACHE STRING "Labels of the tests that a sanitized tree runs")
# The dev tree compiles every source alone, which proves that each header is complete.
set(ONSALE_BATCH "" CACHE STRING "What compiles in batches: nothing, tests, or all")
option(ONSALE_FUZZ "Build the fuzz targets" OFF)

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(ONSALE_WERROR)
    add_compile_options(-Werror)
endif()
# Line tables are enough for a stack trace and keep objects small.
add_compile_options(-gline-tables-only -fno-omit-frame-pointer)
add_link_options(-fuse-ld=lld)
if(ONSALE_SANITIZE)
    add_compile_options(-fsanitize=${ONSALE_SANITIZE} -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${ONSALE_SANITIZE})
endif()

find_program(ONSALE_CCACHE ccache)
if(ONSALE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ONSALE_CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CURL REQUIRED)
find_package(fmt REQUIRED)
find_package(GTest REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(date REQUIRED)
find_package(Boost 1.81 EXACT REQUIRED)

# Debian's hiredis 0.14 brings no CMake files.
find_library(ONSALE_HIREDIS hiredis REQUIRED)
add_library(ONSALE::hiredis UNKNOWN IMPORTED)
set_target_properties(ONSALE::hiredis PROPERTIES IMPORTED_LOCATION ${ONSALE_HIREDIS})

# CMake's own module also asks for the headers of the server.
find_library(ONSALE_LIBPQ pq REQUIRED)
find_path(ONSALE_LIBPQ_HEADERS libpq-fe.h PATH_SUFFIXES postgresql REQUIRED)
add_library(ONSALE::libpq UNKNOWN IMPORTED)
set_target_properties(ONSALE::libpq PROPERTIES IMPORTED_LOCATION ${ONSALE_LIBPQ}
    INTERFACE_INCLUDE_DIRECTORIES ${ONSALE_LIBPQ_HEADERS})

# Boost is used header-only. The definitions for separate compilation of Asio and Beast are here.
add_library(onsale_boost STATIC ${CMAKE_CURRENT_LIST_DIR}/boost_impl.cpp)
target_link_libraries(onsale_boost PUBLIC Boost::headers Threads::Threads OpenSSL::SSL)
target_compile_definitions(onsale_boost PUBLIC
    BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION
    # Coroutine frames need no more alignment than malloc provides, and malloc is much cheaper in
    # glibc.
    BOOST_ASIO_DISABLE_STD_ALIGNED_ALLOC BOOST_ASIO_DISABLE_BOOST_ALIGN)
enable_testing()
