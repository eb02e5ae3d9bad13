#include "adapter/postgres/client/password.hpp"

#include <fstream>
#include <stdexcept>

#include "runtime/file/private_file.hpp"

namespace onsale::postgres {

Result<std::string, std::string> read_password(const std::filesystem::path& file) {
    if (file.empty()) return std::string{};
    try {
        runtime::refuse_public_file(file);
    } catch (const std::runtime_error& error) {
        return fail("postgres.password_file: " + std::string{error.what()});
    }
    std::ifstream lines{file};
    std::string password;
    if (std::getline(lines, password) && !password.empty()) return password;
    return fail("postgres.password_file: " + file.string() + " cannot be read, or is empty");
}

}  // namespace onsale::postgres
