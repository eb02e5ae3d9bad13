#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "token/codec.hpp"

namespace onsale::token {

// Identifies a browser: the cookie that is set with the first page. Nothing is stored for a visitor
// until it enters.
struct VisitorToken {
    std::array<std::uint8_t, 16> id{};
    std::uint32_t issued_minute = 0;  // Minutes since 1970.

    // The subject from which the guest id is computed (GuestSource::kVisitor).
    std::string_view subject() const {
        return {reinterpret_cast<const char*>(id.data()), id.size()};
    }

    friend bool operator==(const VisitorToken&, const VisitorToken&) = default;
};

inline constexpr std::size_t kVisitorTokenPayload = 16 + 4;

struct OpenedVisitorToken {
    VisitorToken token;
    bool older_key = false;
};

VisitorToken new_visitor(Instant now);

std::string seal(const Keys& keys, const VisitorToken& token);

// Returns std::nullopt unless it is a visitor token that we signed with a live key. Does not
// allocate.
std::optional<OpenedVisitorToken> open_visitor_token(const Keys& keys, std::string_view text);

}  // namespace onsale::token
