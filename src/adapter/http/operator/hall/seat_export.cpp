// Exports a hall's seats as CSV for spreadsheets: state, and the reason of house seats.
#include "adapter/http/operator/call/admin_routes.hpp"
#include "adapter/http/operator/call/admin_sale_answers.hpp"
#include "base/text/csv.hpp"

namespace onsale::http {
namespace {

constexpr std::array<std::string_view, 6> kColumns = {"seat",  "section", "grade",
                                                      "state", "reason",  "owner"};

// Indexed by seat; null when it is not a house seat.
std::vector<const sale::HouseReason*> reasons_in(const sale::HallView& hall) {
    std::vector<const sale::HouseReason*> reasons(hall.seating().size());
    for (const auto& [reason, seats] : hall.house_seats())
        for (const seat::SeatIndex seat : seats)
            reasons[seat.value] = &reason;
    return reasons;
}

}  // namespace

AdminWork export_seats(AdminCall call) {
    const auto hall = find_admin_hall(call);
    if (!hall) co_return fail(hall.error());
    const sale::HallView& view = *hall->view;
    AdminAnswer answer{.body = {}, .content_type = "text/csv; charset=utf-8"};
    CsvLine line;
    for (const std::string_view column : kColumns)
        line.text(column);
    answer.body += line.take();
    const auto reasons = reasons_in(view);
    for (std::uint32_t i = 0; i < view.seating().size(); ++i) {
        const seat::SeatIndex seat{i};
        line.text(view.seating().id(seat));
        line.text(view.plan().sections[view.seating().section(seat)].id);
        line.text(view.seating().grade_id(view.seating().grade(seat)));
        line.text(to_word(view.map().state(seat)));
        line.text(reasons[i] != nullptr ? reasons[i]->reason : "");
        line.text(reasons[i] != nullptr ? reasons[i]->owner : "");
        answer.body += line.take();
    }
    co_return answer;
}

}  // namespace onsale::http
