#pragma once

#include <utility>
#include <vector>

#include "adapter/embedded/port/writer_port.hpp"
#include "waiting_room/port/event_office.hpp"
#include "waiting_room/port/line_store.hpp"
#include "waiting_room/port/waiting_lines.hpp"

// The ports of the waiting room. Each call is one command for the writer.
namespace onsale::embedded {
namespace line_port {

using namespace waiting_room::command;

class WaitingLines final : public waiting_room::WaitingLines {
  public:
    explicit WaitingLines(WriterPort& port) : port_(port) {}
    ~WaitingLines() override;

    Call<Enter> enter(Enter it) override { return port_.call(std::move(it)); }
    Call<CheckEligibility> check_eligibility(CheckEligibility it) override {
        return port_.call(std::move(it));
    }
    Call<Leave> leave(Leave it) override { return port_.call(it); }
    Call<Claim> claim(Claim it) override { return port_.call(it); }
    Call<Complete> complete(Complete it) override { return port_.call(it); }
    Call<Extend> extend(Extend it) override { return port_.call(it); }
    Call<Revoke> revoke(Revoke it) override { return port_.call(it); }
    Call<OfferPlace> offer_place(OfferPlace it) override { return port_.call(it); }
    Call<TakePlace> take_place(TakePlace it) override { return port_.call(it); }
    bool seen(waiting_room::EventId event, std::vector<waiting_room::Number> numbers,
              Duration covers) override {
        return port_.send(Seen{event, std::move(numbers), covers});
    }

  private:
    WriterPort& port_;
};

class LineStore final : public waiting_room::LineStore {
  public:
    explicit LineStore(WriterPort& port) : port_(port) {}
    ~LineStore() override;

    Call<TakeNumbers> take_numbers(TakeNumbers it) override { return port_.call(it); }
    Call<SpendCode> spend_code(SpendCode it) override { return port_.call(it); }

  private:
    WriterPort& port_;
};

class EventOffice final : public waiting_room::EventOffice {
  public:
    explicit EventOffice(WriterPort& port) : port_(port) {}
    ~EventOffice() override;

    Call<CreateEvent> create(CreateEvent it) override { return port_.call(std::move(it)); }
    Call<EditEvent> edit(EditEvent it) override { return port_.call(std::move(it)); }
    Call<ChangeLifecycle> change(ChangeLifecycle it) override { return port_.call(it); }
    Call<DelayOpening> delay(DelayOpening it) override { return port_.call(it); }
    Call<SetLevers> set_levers(SetLevers it) override { return port_.call(std::move(it)); }
    Call<FreezeDeadlines> freeze(FreezeDeadlines it) override { return port_.call(it); }
    Call<MoveDeadlines> move(MoveDeadlines it) override { return port_.call(it); }
    Call<ListGuests> list_guests(ListGuests it) override { return port_.call(std::move(it)); }
    Call<BarGuests> bar_guests(BarGuests it) override { return port_.call(std::move(it)); }
    Call<IssueCodes> issue_codes(IssueCodes it) override { return port_.call(std::move(it)); }

  private:
    WriterPort& port_;
};

}  // namespace line_port

using line_port::EventOffice;
using line_port::LineStore;
using line_port::WaitingLines;

}  // namespace onsale::embedded
