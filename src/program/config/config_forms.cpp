#include "program/config/config_forms.hpp"

#include <algorithm>
#include <charconv>

#include "base/time_text.hpp"
#include "program/config/listen_address.hpp"

namespace onsale::program {
namespace {

constexpr std::size_t kListMax = 1'000;
constexpr std::string_view kRest = "rest";

std::optional<std::uint32_t> parse_number(std::string_view text) {
    std::uint32_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<waiting_room::PollStep> parse_poll_step(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == text.npos) return std::nullopt;
    const std::string_view position = text.substr(0, colon);
    const auto position_max = position == kRest ? 0 : parse_number(position);
    const auto every = parse_duration(text.substr(colon + 1));
    if (!position_max || !every) return std::nullopt;
    return waiting_room::PollStep{*position_max, *every};
}

}  // namespace

std::optional<std::string> ListenForm::parse(const Items& items) const {
    if (!parse_listen_address(items.front())) return std::nullopt;
    return items.front();
}

std::optional<bool> SwitchForm::parse(const Items& items) const {
    if (items.front() == "true") return true;
    if (items.front() == "false") return false;
    return std::nullopt;
}

std::optional<std::uint32_t> NumberForm::parse(const Items& items) const {
    const auto value = parse_number(items.front());
    if (!value || *value < low || *value > high) return std::nullopt;
    return value;
}

std::optional<Duration> DurationForm::parse(const Items& items) const {
    const auto value = parse_duration(items.front());
    if (!value || *value < low) return std::nullopt;
    return value;
}

Items DurationForm::print(Duration value) const {
    return {format_duration(value)};
}

std::optional<std::vector<std::string>> ListForm::parse(const Items& items) const {
    if (items.size() > kListMax) return std::nullopt;
    // An empty item is a stray comma. As a part of a User-Agent it would match every browser.
    if (std::ranges::any_of(items, &std::string::empty)) return std::nullopt;
    if (accepts != nullptr && !std::ranges::all_of(items, accepts)) return std::nullopt;
    return items;
}

std::optional<std::vector<waiting_room::PollStep>> PollStepsForm::parse(const Items& items) const {
    if (items.size() > kListMax) return std::nullopt;
    Value steps;
    for (const std::string& item : items) {
        const auto step = parse_poll_step(item);
        if (!step) return std::nullopt;
        steps.push_back(*step);
    }
    return steps;
}

Items PollStepsForm::print(const Value& value) const {
    Items items;
    for (const waiting_room::PollStep& step : value)
        items.push_back(fmt::format(
            "{}:{}",
            step.position_max == 0 ? std::string{kRest} : std::to_string(step.position_max),
            format_duration(step.every)));
    return items;
}

}  // namespace onsale::program
