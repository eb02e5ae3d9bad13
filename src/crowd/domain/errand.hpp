#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.hpp"

namespace onsale::crowd {

// What a simulated guest asks of the site; each is one call that any browser could make.
enum class Act : std::uint8_t {
    kMeet,      // Becomes a new visitor.
    kEnter,     // Joins the line.
    kAsk,       // How far is it?
    kLook,      // At the seat map.
    kTake,      // The best seats there are.
    kGiveBack,  // The seats held.
    kOrder,     // Begins to pay.
    kPay,       // Presses a button of Demo Pay's page.
    kComeBack,  // Goes where that page sent the browser.
    kCancel,    // Ends an order that is not paid.
    kLeave,     // The line, or the hall.
    kAskRefund,
    kRefund,
};

// Buttons of Demo Pay's page.
enum class Button : std::uint8_t { kApprove, kDecline, kLeave };

struct Errand {
    Act act = Act::kMeet;
    std::string performance{};   // Of kLook to kOrder.
    std::uint32_t seats = 0;     // Of kTake.
    std::int64_t price_max = 0;  // Of kTake, for one seat; 0: any.
    std::string address{};       // Of kPay and kComeBack: a path of this site.
    Button button{};             // Of kPay.
    std::string order{};         // Of kCancel, kAskRefund and kRefund.
    std::int64_t amount = 0;     // Of kRefund, with its currency.
    std::string currency{};
};

enum class Outcome : std::uint8_t {
    kDone,
    kRefused,
    kTryLater,  // Too many calls, overloaded, or no answer at all.
    kNotDemo,   // The way to pay is not Demo Pay's: nobody may go there.
};

enum class Standing : std::uint8_t { kWaiting, kInside, kOver };

// What the site said, as far as a guest cares.
struct Answer {
    Outcome outcome = Outcome::kTryLater;
    Standing standing = Standing::kOver;  // To kEnter and kAsk.
    Duration ask_again{};                 // To those; or after kTryLater, where the site says so.
    std::uint32_t hall_seats = 0;         // To kLook.
    std::uint32_t seats_sold = 0;         // The same.
    std::string address{};                // To kOrder and kPay: where to go next.
    std::string order{};                  // To kOrder.
    std::int64_t amount = 0;              // To kAskRefund.
    std::string currency{};
};

// What is on sale.
struct Programme {
    std::vector<std::string> performances{};  // At least one.
    // What guests who look at the price want to pay: every price but the lowest, so that each hall
    // has seats for them.
    std::vector<std::int64_t> prices{};
};

}  // namespace onsale::crowd
