#include "adapter/http/operator/call/admin_sale_answers.hpp"

#include <charconv>
#include <optional>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "adapter/http/api/error/payment_errors.hpp"
#include "adapter/http/api/error/seat_errors.hpp"
#include "base/base64url.hpp"
#include "base/sha256.hpp"
#include "payment/codec/terms_json.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;
using sale::OfficeError;

// Maximum number of blocking seats in a refusal. It could be a whole stadium.
constexpr std::size_t kSeatsNamedMax = 100;

ErrorCode code_of(const sale::OfficeRefusal& refused) {
    switch (refused.error) {
        case OfficeError::kUnknownEvent:
            return ErrorCode::kEventNotFound;
        case OfficeError::kUnknownPerformance:
            return ErrorCode::kPerformanceNotFound;
        case OfficeError::kHasHall:
            return ErrorCode::kHallExists;
        case OfficeError::kUnknownSeat:
            return ErrorCode::kSeatNotFound;
        case OfficeError::kUnknownSection:
            return ErrorCode::kSectionNotFound;
        case OfficeError::kBadField:
            return ErrorCode::kSettingsRefused;
        case OfficeError::kNoPrice:
            return ErrorCode::kPriceMissing;
        case OfficeError::kHall:
            return api_error(refused.hall.error);
        case OfficeError::kTooMany:
            return ErrorCode::kTooMany;
        case OfficeError::kUnavailable:
            return ErrorCode::kStorageUnavailable;
        case OfficeError::kOutcomeUnknown:
            return ErrorCode::kOutcomeUnknown;
    }
    return ErrorCode::kInternal;
}

std::string_view field_name(OfficeError error) {
    if (error == OfficeError::kNoPrice) return "grade";
    if (error == OfficeError::kUnknownSection) return "section";
    return "field";
}

json::array seat_names(const seat::Seats& seats, const seat::Seating& seating) {
    json::array names;
    for (const seat::SeatIndex seat : seats) {
        if (names.size() == kSeatsNamedMax) break;
        if (seating.has(seat)) names.emplace_back(seating.id(seat));
    }
    return names;
}

}  // namespace

Result<AdminHall, AdminRefusal> find_admin_hall(const AdminCall& call) {
    const auto event = find_admin_event(call);
    if (!event) return fail(event.error());
    const sale::HallView* const hall = call.context.sale.find(event->id, call.performance());
    if (hall == nullptr)
        return fail(
            AdminRefusal{ErrorCode::kPerformanceNotFound, {{"performance", call.performance()}}});
    return AdminHall{event->id, hall};
}

AdminRefusal refusal_of(const sale::OfficeRefusal& refused, const seat::Seating* seating) {
    json::object details;
    if (refused.error == OfficeError::kUnknownSeat)
        details["seats"] = json::array{refused.field};
    else if (!refused.field.empty())
        details[field_name(refused.error)] = refused.field;
    if (seating != nullptr && !refused.hall.seats.empty())
        details["seats"] = seat_names(refused.hall.seats, *seating);
    return {code_of(refused), std::move(details)};
}

AdminRefusal refusal_of(const sale::PayRefusal& refused) {
    const bool wrong_state = refused.error == sale::PayError::kOrder &&
                             refused.order == payment::OrderError::kWrongState;
    return wrong_state ? order_in_wrong_state() : AdminRefusal{api_error(refused)};
}

AdminRefusal order_in_wrong_state() {
    return {ErrorCode::kWrongState, {{"message", "the order's state does not allow this"}}};
}

AdminRefusal refusal_of(const sale::SaleProblem& problem) {
    if (problem.field.empty())
        return {ErrorCode::kBadJson, {{"message", "the body must be a JSON object"}}};
    AdminRefusal refusal = bad_field(problem.field, problem.message);
    if (problem.unfit) refusal.code = ErrorCode::kSettingsRefused;
    return refusal;
}

AdminAnswer change_answer(const AdminCall& call, operate::Effect effect, std::uint64_t count) {
    return json_answer(change_body(call, std::move(effect), count));
}

sale::ProviderNames provider_names(const LoopContext& context) {
    return {[&context](payment::ProviderId id) { return provider_word(context.providers, id); },
            [&context](std::string_view name) -> std::optional<payment::ProviderId> {
                const Provider* const known = find_provider(context.providers, name);
                if (known != nullptr) return known->id;
                // A provider that was removed from the configuration is named by its number.
                std::uint8_t number = 0;
                const char* const end = name.data() + name.size();
                const auto read = std::from_chars(name.data(), end, number);
                if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
                return payment::ProviderId{number};
            }};
}

json::object counts_json(const seat::StateCounts& counts) {
    json::object all;
    for (std::size_t i = 0; i < seat::kSeatStates; ++i) {
        const auto state = static_cast<seat::SeatState>(i);
        all[to_word(state)] = counts[state];
    }
    return all;
}

const sale::SaleSettings& sale_settings(const LoopContext& context, waiting_room::EventId event) {
    const auto* const decided = context.decided ? context.decided->settings(event) : nullptr;
    return decided ? *decided : context.sale.settings(event);
}

const sale::SaleLevers& sale_levers(const LoopContext& context, waiting_room::EventId event) {
    const auto* const decided = context.decided ? context.decided->levers(event) : nullptr;
    return decided ? *decided : context.sale.levers(event);
}

std::uint32_t sale_version(const LoopContext& context, waiting_room::EventId event) {
    const sale::SaleView& view = context.sale;
    json::array all{sale::to_json(sale_settings(context, event)),
                    sale::to_json(sale_levers(context, event), provider_names(context))};
    if (const payment::Terms* const terms = view.terms(event))
        all.push_back(payment::to_json(*terms));
    for (const auto& [id, hall] : view)
        if (hall->event() == event)
            all.push_back({hall->performance(), sale::to_json(hall->rules())});
    const Sha256Digest digest = sha256(json::serialize(all));
    std::uint32_t version = 0;
    for (std::size_t i = 0; i < sizeof version; ++i)
        version = version << 8 | static_cast<std::uint8_t>(digest[i]);
    return version;
}

}  // namespace onsale::http
