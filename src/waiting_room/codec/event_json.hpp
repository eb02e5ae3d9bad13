#pragma once

#include <string_view>

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/result.hpp"
#include "waiting_room/domain/event.hpp"

namespace onsale::waiting_room {

// Events as JSON: names in camelCase, times in ISO 8601 with offset, durations as texts ("180s"),
// enums as their words (words.hpp). Times that are not set are omitted.
boost::json::object to_json(const EventSettings& settings);
boost::json::object to_json(const LineRules& rules);
boost::json::object to_json(const Levers& levers);

// Each function applies a merge patch (RFC 7396) to `base`. Absent members stay unchanged and lists
// are replaced as a whole. null unsets lobbyOpensAt and closesAt and is rejected elsewhere. An
// unknown member or a wrong type is a problem, named by its path, like "rules.pollSteps[2].every".
// Whether the values are consistent is decided by check().
Result<EventSettings, SettingsProblem> settings_from_json(const boost::json::value& patch,
                                                          const EventSettings& base);
Result<Levers, SettingsProblem> levers_from_json(const boost::json::value& patch,
                                                 const Levers& base);

// Parses external text as JSON. Rejects text that is larger or more deeply nested than any valid
// input.
Result<boost::json::value, SettingsProblem> parse_json(std::string_view text);

}  // namespace onsale::waiting_room
