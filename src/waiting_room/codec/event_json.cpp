#include "waiting_room/codec/event_json.hpp"

#include <utility>

#include "codec/json_text.hpp"
#include "codec/object_reader.hpp"
#include "codec/object_writer.hpp"
#include "waiting_room/codec/event_fields.hpp"

namespace onsale::waiting_room {
namespace {

namespace json = boost::json;

// Enough for 1,000 performances with titles of 500 characters.
constexpr std::size_t kTextBytesMax = 4 * 1024 * 1024;
// Four levels are in use: settings, rules, pollSteps and a row.
constexpr std::size_t kDepthMax = 8;

template <class Record>
Result<Record, SettingsProblem> patched(Record record, const json::value& patch) {
    auto read = codec::read_record(patch, std::move(record));
    if (!read) return fail(SettingsProblem{read.error().field, read.error().message});
    return std::move(*read);
}

}  // namespace

json::object to_json(const EventSettings& settings) {
    return codec::ObjectWriter::of(settings);
}

json::object to_json(const LineRules& rules) {
    return codec::ObjectWriter::of(rules);
}

json::object to_json(const Levers& levers) {
    return codec::ObjectWriter::of(levers);
}

Result<EventSettings, SettingsProblem> settings_from_json(const json::value& patch,
                                                          const EventSettings& base) {
    return patched(base, patch);
}

Result<Levers, SettingsProblem> levers_from_json(const json::value& patch, const Levers& base) {
    return patched(base, patch);
}

Result<json::value, SettingsProblem> parse_json(std::string_view text) {
    if (text.size() > kTextBytesMax)
        return fail(SettingsProblem{"", "the JSON text is larger than 4 MiB"});
    auto value = codec::parse_text(text, kDepthMax);
    if (!value) return fail(SettingsProblem{"", value.error().sentence()});
    return std::move(*value);
}

}  // namespace onsale::waiting_room
