#pragma once

#include <cstdint>
#include <string>

#include "base/time.hpp"
#include "operate/domain/message.hpp"
#include "waiting_room/domain/command.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::http {

// These functions say what a change does and whether it can be undone. The effect is shown before
// and after the change.
operate::Effect effect_of_create(const waiting_room::EventSettings& settings);
operate::Effect effect_of_edit(const waiting_room::EventSettings& before,
                               const waiting_room::EventSettings& after);
operate::Effect effect_of(waiting_room::command::LifecycleAction action);
// The effect of publishing or unpublishing the event in its current state.
operate::Effect effect_of_publishing(const waiting_room::EventSettings& settings, bool published);
operate::Effect effect_of_delay(std::uint32_t minutes);
operate::Effect effect_of_levers(const waiting_room::Levers& before,
                                 const waiting_room::Levers& after);
operate::Effect effect_of_freeze(bool frozen);
operate::Effect effect_of_more_time(std::uint32_t minutes);
operate::Effect effect_of_list(const std::string& phase);
operate::Effect effect_of_deny(bool bar);
operate::Effect effect_of_codes(const std::string& phase, std::uint32_t uses);
operate::Effect effect_of_revoke(bool bar);

}  // namespace onsale::http
