#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/time.hpp"

namespace onsale::program {

// The address of the running server: its socket in the data folder, where the file's mode is the
// authorization, or a URL with a key.
struct AdminAddress {
    std::filesystem::path socket;
    std::string url;  // "https://host:port"; takes precedence when not empty.
    std::string key;  // Sent as bearer token when not empty.
};

struct AdminRequest {
    std::string method;
    std::string target;
    std::string body;  // Empty: none.
    Duration deadline = std::chrono::seconds{10};
    std::string content_type = "application/json";  // Type of the body.
};

struct AdminAnswer {
    unsigned status = 0;
    std::string body;
};

// There was no answer. The message contains the fix.
class AdminUnreachable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Sends the request and blocks until the answer. Throws AdminUnreachable.
AdminAnswer call_admin(const AdminAddress& address, const AdminRequest& request);

}  // namespace onsale::program
