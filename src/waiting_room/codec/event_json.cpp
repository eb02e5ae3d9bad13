#include "waiting_room/codec/event_json.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include "base/json_keys.hpp"
#include "base/time_text.hpp"
#include "waiting_room/codec/event_fields.hpp"
#include "waiting_room/codec/json_patch.hpp"
#include "waiting_room/codec/words.hpp"

namespace onsale::waiting_room {
namespace {

namespace json = boost::json;

// Enough for 1,000 performances with titles of 500 characters.
constexpr std::size_t kTextBytesMax = 4 * 1024 * 1024;
// Four levels are in use: settings, rules, pollSteps and a row.
constexpr std::size_t kDepthMax = 8;

// The visitor of event_fields.hpp that writes.
class JsonMembers {
  public:
    template <class Record>
    static json::object of(const Record& record) {
        JsonMembers members;
        fields(members, record);
        return std::move(members.object_);
    }

    void field(std::string_view name, const std::string& value) { object_[name] = value; }
    void field(std::string_view name, bool value) { object_[name] = value; }
    void field(std::string_view name, std::uint32_t value) { object_[name] = value; }
    void field(std::string_view name, Duration value) { object_[name] = format_duration(value); }
    void field(std::string_view name, Instant value) { object_[name] = format_iso_time(value); }
    void field(std::string_view name, const std::optional<Instant>& value) {
        if (value) field(name, *value);
    }
    template <class Enum>
        requires(kWords<Enum>.size() > 0)
    void field(std::string_view name, Enum value) {
        object_[name] = to_word(value);
    }
    void field(std::string_view name, const LineRules& value) { object_[name] = of(value); }

    void required(std::string_view name, const auto& value) { field(name, value); }

    template <class Row>
    void rows(std::string_view name, const std::vector<Row>& value, std::size_t) {
        json::array list;
        for (const Row& row : value)
            list.push_back(of(row));
        object_[name] = std::move(list);
    }

  private:
    json::object object_;
};

template <class Record>
Result<Record, SettingsProblem> patched(Record record, const json::value& patch) {
    std::optional<SettingsProblem> problem;
    JsonPatch{patch, "", problem}.apply_to(record);
    if (problem) return fail(std::move(*problem));
    return record;
}

}  // namespace

json::object to_json(const EventSettings& settings) {
    return JsonMembers::of(settings);
}

json::object to_json(const LineRules& rules) {
    return JsonMembers::of(rules);
}

json::object to_json(const Levers& levers) {
    return JsonMembers::of(levers);
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
    json::error_code error;
    json::parse_options options;
    options.max_depth = kDepthMax;
    json::value value = json::parse(text, error, {}, options);
    if (error) return fail(SettingsProblem{"", "not JSON that we read: " + error.message()});
    if (const auto name = repeated_key(text))
        return fail(SettingsProblem{"", "\"" + *name + "\" stands twice in one object"});
    return value;
}

}  // namespace onsale::waiting_room
