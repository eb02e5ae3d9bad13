#include "adapter/server/demo/demo_event.hpp"

#include <algorithm>

namespace onsale::server {

using namespace std::chrono_literals;

namespace {

// The event exists: its line gets the rules for a crowd if it still has the configured rules.
void fit_to_crowd(embedded::Engine& engine, const waiting_room::Line& line,
                  const waiting_room::LineRules& usual, std::uint32_t crowd) {
    if (crowd == 0 || !line.settings().demo || line.settings().rules != usual) return;
    auto settings = std::make_shared<waiting_room::EventSettings>(line.settings());
    settings->rules = crowd_rules(usual, crowd);
    const embedded::Command edit =
        waiting_room::command::EditEvent{line.id(), std::move(settings), std::nullopt};
    engine.run({&edit, 1}, true);
}

// 19:00 in Seoul, on the first Saturday that is at least 30 days away.
Instant first_evening(Instant now) {
    const auto day = std::chrono::floor<std::chrono::days>(now + 720h);
    return day + (std::chrono::Saturday - std::chrono::weekday{day}) + 10h;
}

}  // namespace

// With 300 guests two are admitted per second and stay for half a minute: a fifth of them is
// inside, a tenth away, and the others wait for 100 seconds. They poll every three seconds, those
// in front every second.
waiting_room::LineRules crowd_rules(waiting_room::LineRules rules, std::uint32_t crowd) {
    constexpr std::uint32_t kGuestsPerAdmission = 150;
    constexpr std::uint32_t kGuestsPerSlot = 3;
    const waiting_room::LineRules usual;
    if (rules.admit_per_second == usual.admit_per_second)
        rules.admit_per_second = std::max(1U, crowd / kGuestsPerAdmission);
    if (rules.max_active == usual.max_active)
        rules.max_active = std::max(1U, crowd / kGuestsPerSlot);
    if (rules.poll_steps == usual.poll_steps) rules.poll_steps = {{20, 1s}, {0, 3s}};
    return rules;
}

void make_demo_event(embedded::Engine& engine, const waiting_room::LineRules& usual,
                     std::uint32_t crowd) {
    if (const waiting_room::Line* const line = engine.room().find("demo"))
        return fit_to_crowd(engine, *line, usual, crowd);
    const Instant now = engine.clock().wall();
    auto settings = std::make_shared<waiting_room::EventSettings>();
    settings->key = "demo";
    settings->title = "Onsale Demo Night";
    settings->artist = "The Early Birds";
    settings->venue = "Olympic Hall, Seoul";
    settings->demo = true;
    settings->lobby_opens_at = now;
    settings->opens_at = now;
    const Instant evening = first_evening(now);
    settings->performances = {{"day-1", "Saturday", evening}, {"day-2", "Sunday", evening + 24h}};
    settings->rules = crowd > 0 ? crowd_rules(usual, crowd) : usual;
    const embedded::Command create = waiting_room::command::CreateEvent{std::move(settings)};
    engine.run({&create, 1}, true);
}

}  // namespace onsale::server
