#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.hpp"

namespace onsale::crowd {

// An action of a simulated guest. Each is one call that any browser could make.
enum class Act : std::uint8_t {
    kMeet,      // Becomes a new visitor.
    kEnter,     // Joins the line.
    kAsk,       // Polls the position in the line.
    kLook,      // Loads the seat map.
    kTake,      // Takes the best available seats.
    kGiveBack,  // Returns the held seats.
    kOrder,     // Starts the payment.
    kPay,       // Presses a button on the page of Demo Pay.
    kComeBack,  // Follows the redirect from that page.
    kCancel,    // Cancels an unpaid order.
    kLeave,     // Leaves the line or the hall.
    kAskRefund,
    kRefund,
};

// Buttons of the Demo Pay page.
enum class Button : std::uint8_t { kApprove, kDecline, kLeave };

struct Errand {
    Act act = Act::kMeet;
    std::string performance{};   // For kLook to kOrder.
    std::uint32_t seats = 0;     // For kTake.
    std::int64_t price_max = 0;  // For kTake, per seat; 0: any price.
    std::string address{};       // For kPay and kComeBack: a path of this site.
    Button button{};             // For kPay.
    std::string order{};         // For kCancel, kAskRefund and kRefund.
    std::int64_t amount = 0;     // For kRefund, with its currency.
    std::string currency{};
};

enum class Outcome : std::uint8_t {
    kDone,
    kRefused,
    kTryLater,  // Too many calls, overload, or no answer.
    kNotDemo,   // The payment method is not Demo Pay; the crowd must not use it.
};

enum class Standing : std::uint8_t { kWaiting, kInside, kOver };

// The part of the site's reply that a guest needs.
struct Answer {
    Outcome outcome = Outcome::kTryLater;
    Standing standing = Standing::kOver;  // For kEnter and kAsk.
    Duration ask_again{};  // For kEnter and kAsk; also with kTryLater, if the site gives it.
    std::uint32_t hall_seats = 0;  // For kLook.
    std::uint32_t seats_sold = 0;  // For kLook.
    std::string address{};         // For kOrder and kPay: the next page.
    std::string order{};           // For kOrder.
    std::int64_t amount = 0;       // For kAskRefund.
    std::string currency{};
};

// Lists the halls and prices of the event.
struct Programme {
    std::vector<std::string> performances{};  // At least one.
    // Price limits that price-conscious guests choose from: every price except the lowest, so that
    // each hall has seats for them.
    std::vector<std::int64_t> prices{};
};

}  // namespace onsale::crowd
