#include "adapter/http/guest/seat/seat_request.hpp"

#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "adapter/http/api/error/json_body.hpp"
#include "payment/domain/prices.hpp"

namespace onsale::http {

using boost::json::object;
using seat::Wish;

namespace {

std::unexpected<BadQuery> bad(std::string_view field) {
    return fail(BadQuery{ErrorCode::kBadField, std::string{field}});
}

std::optional<Wish::Kind> kind_named(std::string_view word) {
    if (word == "seats") return Wish::Kind::kSeats;
    if (word == "standing") return Wish::Kind::kStanding;
    if (word == "accessible") return Wish::Kind::kAccessible;
    return std::nullopt;
}

}  // namespace

Result<HallNames, BadQuery> names_in(const object& body) {
    auto event = key_field(body, "eventId");
    if (!event) return fail(event.error());
    auto performance = key_field(body, "performanceId");
    if (!performance) return fail(performance.error());
    return HallNames{std::move(*event), std::move(*performance)};
}

std::optional<std::vector<std::string>> ids_in(const boost::json::value& value, IdLimits max) {
    const auto* const list = value.if_array();
    if (list == nullptr || list->empty() || list->size() > max.count) return std::nullopt;
    std::vector<std::string> ids;
    for (const auto& item : *list) {
        const auto* const text = item.if_string();
        if (text == nullptr || !seat::is_id(*text, max.size)) return std::nullopt;
        ids.emplace_back(text->data(), text->size());
    }
    return ids;
}

Result<SelectRequest, BadQuery> parse_select(const Request& request) {
    const auto body = json_body(request, {"eventId", "performanceId", "seatIds"});
    if (!body) return fail(body.error());
    auto names = names_in(*body);
    if (!names) return fail(names.error());
    const auto* const ids = body->if_contains("seatIds");
    if (ids == nullptr) return bad("seatIds");
    if (ids->is_array() && ids->get_array().empty())
        return fail(BadQuery{ErrorCode::kNothingChosen, "seatIds"});
    // One more than the maximum, so that the hall itself reports that it is too many.
    auto seats = ids_in(*ids, {seat::kSeatsPerHoldMax + 1});
    if (!seats) return bad("seatIds");
    return SelectRequest{std::move(*names), std::move(*seats)};
}

Result<BestRequest, BadQuery> parse_best(const Request& request) {
    const auto body = json_body(
        request, {"eventId", "performanceId", "count", "kind", "grades", "section", "priceMax"});
    if (!body) return fail(body.error());
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
        auto ids = ids_in(*grades, {seat::kGradesMax, seat::kIdBytesMax});
        if (!ids) return bad("grades");
        best.grades = std::move(*ids);
    }
    if (body->contains("section")) {
        best.section = text_field(*body, "section");
        if (!seat::is_id(best.section)) return bad("section");
    }
    if (const auto* const price = body->if_contains("priceMax")) {
        best.price_max = number_in(*price, payment::kAmountMax);
        if (!best.price_max) return bad("priceMax");
    }
    return best;
}

Result<HallNames, BadQuery> parse_release(const Request& request) {
    const auto body = json_body(request, {"eventId", "performanceId"});
    if (!body) return fail(body.error());
    return names_in(*body);
}

Result<Wish, BadQuery> wish_in(const seat::Seating& seating, const BestRequest& request) {
    Wish wish{.kind = request.kind, .count = request.count};
    if (!request.grades.empty()) wish.grades = 0;
    for (const std::string& id : request.grades) {
        const auto grade = seating.find_grade(id);
        if (!grade) return fail(BadQuery{ErrorCode::kGradeNotFound, "grades"});
        wish.grades |= seat::grade_set(*grade);
    }
    if (request.section.empty()) return wish;
    wish.section = seating.find_section(request.section);
    if (!wish.section) return fail(BadQuery{ErrorCode::kSectionNotFound, "section"});
    return wish;
}

}  // namespace onsale::http
