#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/time.hpp"

namespace onsale::program {

// Where the running server is: its socket in the data folder, where the file's mode is the
// authority, or a URL with a key.
struct AdminAddress {
    std::filesystem::path socket;
    std::string url;  // "https://host:port"; wins when not empty.
    std::string key;  // Sent as bearer token when not empty.
};

struct AdminRequest {
    std::string method;
    std::string target;
    std::string body;  // Empty: none.
    Duration deadline = std::chrono::seconds{10};
    std::string content_type = "application/json";  // Of the body.
};

struct AdminAnswer {
    unsigned status = 0;
    std::string body;
};

// No answer came. The message says what to do.
class AdminUnreachable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Asks and waits. Throws AdminUnreachable.
AdminAnswer call_admin(const AdminAddress& address, const AdminRequest& request);

}  // namespace onsale::program
