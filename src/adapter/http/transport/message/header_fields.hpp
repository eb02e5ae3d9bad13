#pragma once

#include <cstdint>
#include <optional>

#include "adapter/http/transport/message/refusal.hpp"
#include "adapter/http/transport/message/request.hpp"

namespace onsale::http {

struct RequestHead;

// Checks the header fields that decide where a request ends and which host it is for (Host,
// Connection, Content-Length, Transfer-Encoding, Expect) while the head is being parsed.
class HeaderFields {
  public:
    // Refuses as soon as a field contradicts an earlier one.
    std::optional<Refusal> note(const Header& header, RequestHead& head);

    // Checks that need all fields.
    std::optional<Refusal> conclude(RequestHead& head) const;

  private:
    std::optional<Refusal> note_host(std::string_view value);
    std::optional<Refusal> note_length(std::string_view value, RequestHead& head);
    std::optional<Refusal> note_transfer_encoding(std::string_view value, RequestHead& head);
    std::optional<Refusal> note_expect(std::string_view value, RequestHead& head);
    void note_connection(std::string_view value);

    bool has_host_ = false;
    bool has_length_ = false;
    bool has_transfer_encoding_ = false;
    bool wants_close_ = false;
    bool wants_keep_alive_ = false;
};

}  // namespace onsale::http
