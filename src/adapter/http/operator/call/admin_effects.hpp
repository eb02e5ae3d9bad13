#pragma once

#include <cstdint>
#include <string>

#include "base/time.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// One English sentence per change that says what it does and what can be undone. The same sentence
// is shown before and after the change.
std::string effect_of_create(const waiting_room::EventSettings& settings);
std::string effect_of_edit(const waiting_room::EventSettings& before,
                           const waiting_room::EventSettings& after);
std::string effect_of(waiting_room::command::LifecycleAction action);
// The effect of publishing or unpublishing the event in its current state.
std::string effect_of_publishing(const waiting_room::EventSettings& settings, bool published);
std::string effect_of_delay(std::uint32_t minutes);
std::string effect_of_levers(const waiting_room::Levers& before, const waiting_room::Levers& after);
std::string effect_of_freeze(bool frozen);
std::string effect_of_more_time(std::uint32_t minutes);
std::string effect_of_list(const std::string& phase);
std::string effect_of_deny(bool bar);
std::string effect_of_codes(const std::string& phase, std::uint32_t uses);
std::string effect_of_revoke(bool bar);

}  // namespace onsale::http
