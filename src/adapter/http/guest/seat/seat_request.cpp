#include "adapter/http/guest/seat/seat_request.hpp"

#include <utility>

#include <boost/json/object.hpp>

#include "adapter/http/api/error/json_body.hpp"
#include "codec/object_reader.hpp"
#include "payment/domain/prices.hpp"

namespace onsale::http {

using boost::json::object;
using seat::Wish;

namespace {

// One more than the maximum, so that the hall itself reports that it is too many.
constexpr codec::NumberRange kCounts{1, seat::kSeatsPerHoldMax + 1};
constexpr codec::NumberRange kPrices{0, payment::kAmountMax};

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

Result<SelectRequest, BadQuery> parse_select(const Request& request) {
    const auto body = json_body(request, {"eventId", "performanceId", "seatIds"});
    if (!body) return fail(body.error());
    auto names = names_in(*body);
    if (!names) return fail(names.error());
    auto seats = ids_in(*body, "seatIds", {kCounts.max});
    if (!seats) return bad("seatIds");
    if (seats->empty()) return fail(BadQuery{ErrorCode::kNothingChosen, "seatIds"});
    return SelectRequest{std::move(*names), std::move(*seats)};
}

Result<BestRequest, BadQuery> parse_best(const Request& request) {
    const auto body = json_body(
        request, {"eventId", "performanceId", "count", "kind", "grades", "section", "priceMax"});
    if (!body) return fail(body.error());
    auto names = names_in(*body);
    if (!names) return fail(names.error());
    BestRequest best{.names = std::move(*names)};
    const auto count = codec::ObjectReader{*body}.get<std::uint32_t>("count", kCounts);
    if (!count) return bad("count");
    best.count = *count;
    if (body->contains("kind")) {
        const auto kind = kind_named(text_field(*body, "kind"));
        if (!kind) return bad("kind");
        best.kind = *kind;
    }
    if (body->contains("grades")) {
        auto ids = ids_in(*body, "grades", {seat::kGradesMax, seat::kIdBytesMax});
        if (!ids || ids->empty()) return bad("grades");
        best.grades = std::move(*ids);
    }
    if (body->contains("section")) {
        best.section = text_field(*body, "section");
        if (!seat::is_id(best.section)) return bad("section");
    }
    if (body->contains("priceMax")) {
        best.price_max = codec::ObjectReader{*body}.get<std::int64_t>("priceMax", kPrices);
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
