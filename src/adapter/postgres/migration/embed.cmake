# Writes every NUMBER_NAME.sql of the folder FROM into the source OUT, in the order of their numbers.
cmake_minimum_required(VERSION 3.25)

set(rows "")
file(GLOB files ${FROM}/*.sql)
list(SORT files)
foreach(file ${files})
    get_filename_component(name ${file} NAME)
    if(NOT name MATCHES "^0*([0-9]+)_([a-z0-9_]+)\\.sql$")
        message(FATAL_ERROR "${file}: must be named like 0007_what_it_adds.sql")
    endif()
    set(version ${CMAKE_MATCH_1})
    set(title ${CMAKE_MATCH_2})
    file(READ ${file} text)
    string(APPEND rows "        make_migration(${version}, \"${title}\", R\"sql(${text})sql\"),\n")
endforeach()

file(WRITE ${OUT} "#include \"adapter/postgres/migration/migration.hpp\"

namespace onsale::postgres {

const std::vector<Migration>& store_migrations() {
    static const std::vector<Migration> all = {
${rows}    };
    return all;
}

}  // namespace onsale::postgres
")
