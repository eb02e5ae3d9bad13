#include "adapter/http/seat_request.hpp"

#include <limits>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "adapter/http/json_body.hpp"

namespace onsale::http {

using boost::json::object;
using seat::Wish;

namespace {

std::unexpected<BadQuery> bad(std::string_view field) {
    return fail(BadQuery{ErrorCode::kBadField, field});
}

Result<HallNames, BadQuery> names_in(const object& body) {
    HallNames names{text_field(body, "eventId"), text_field(body, "performanceId")};
    if (names.event.empty()) return bad("eventId");
    if (names.performance.empty()) return bad("performanceId");
    return names;
}

// Nothing unless a list of at most `max` short texts.
std::optional<std::vector<std::string>> texts_in(const boost::json::value& value, std::size_t max) {
    const auto* const list = value.if_array();
    if (list == nullptr || list->size() > max) return std::nullopt;
    std::vector<std::string> texts;
    for (const auto& item : *list) {
        const auto* const text = item.if_string();
        if (text == nullptr || text->empty() || text->size() > seat::kIdBytesMax)
            return std::nullopt;
        texts.emplace_back(text->data(), text->size());
    }
    return texts;
}

std::optional<Wish::Kind> kind_named(std::string_view word) {
    if (word == "seats") return Wish::Kind::kSeats;
    if (word == "standing") return Wish::Kind::kStanding;
    if (word == "accessible") return Wish::Kind::kAccessible;
    return std::nullopt;
}

// A whole number from 0 to `max`.
std::optional<std::int64_t> number_in(const boost::json::value& value, std::int64_t max) {
    const auto* const number = value.if_int64();
    if (number == nullptr || *number < 0 || *number > max) return std::nullopt;
    return *number;
}

}  // namespace

Result<SelectRequest, BadQuery> parse_select(const Request& request) {
    const auto body = json_body(request, {"eventId", "performanceId", "seatIds"});
    if (!body) return fail(BadQuery{body.error(), {}});
    auto names = names_in(*body);
    if (!names) return fail(names.error());
    const auto* const ids = body->if_contains("seatIds");
    if (ids == nullptr) return bad("seatIds");
    // One more than anybody may hold, so that the hall itself says that it is too much.
    auto seats = texts_in(*ids, seat::kSeatsPerHoldMax + 1);
    if (!seats) return bad("seatIds");
    return SelectRequest{std::move(*names), std::move(*seats)};
}

Result<BestRequest, BadQuery> parse_best(const Request& request) {
    const auto body = json_body(
        request, {"eventId", "performanceId", "count", "kind", "grades", "section", "priceMax"});
    if (!body) return fail(BadQuery{body.error(), {}});
    auto names = names_in(*body);
    if (!names) return fail(names.error());
    BestRequest best{.names = std::move(*names)};
    const auto* const count = body->if_contains("count");
    const auto number = count ? number_in(*count, seat::kSeatsPerHoldMax + 1) : std::nullopt;
    if (!number || *number == 0) return bad("count");
    best.count = static_cast<std::uint32_t>(*number);
    if (body->contains("kind")) {
        const auto kind = kind_named(text_field(*body, "kind"));
        if (!kind) return bad("kind");
        best.kind = *kind;
    }
    if (const auto* const grades = body->if_contains("grades")) {
        auto ids = texts_in(*grades, seat::kGradesMax);
        if (!ids || ids->empty()) return bad("grades");
        best.grades = std::move(*ids);
    }
    if (body->contains("section")) {
        best.section = text_field(*body, "section");
        if (best.section.empty()) return bad("section");
    }
    if (const auto* const price = body->if_contains("priceMax")) {
        best.price_max = number_in(*price, std::numeric_limits<std::int64_t>::max());
        if (!best.price_max) return bad("priceMax");
    }
    return best;
}

Result<HallNames, BadQuery> parse_release(const Request& request) {
    const auto body = json_body(request, {"eventId", "performanceId"});
    if (!body) return fail(BadQuery{body.error(), {}});
    return names_in(*body);
}

Result<Wish, BadQuery> wish_in(const seat::Seating& seating, const BestRequest& request) {
    Wish wish{.kind = request.kind, .count = request.count};
    if (!request.grades.empty()) wish.grades = 0;
    for (const std::string& id : request.grades) {
        const auto grade = seating.find_grade(id);
        if (!grade) return bad("grades");
        wish.grades |= seat::grade_set(*grade);
    }
    if (request.section.empty()) return wish;
    wish.section = seating.find_section(request.section);
    if (!wish.section) return bad("section");
    return wish;
}

}  // namespace onsale::http
