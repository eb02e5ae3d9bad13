# Bugs in the parts that sell, each found by the lives of sale/.
set(consequences src/sale/domain/rule/consequences.cpp)
set(pay_rules src/sale/domain/rule/pay_rules.cpp)
set(hold_rules src/sale/domain/rule/hold_rules.cpp)
set(hall src/seat/domain/hall.cpp)
set(hall_rules src/seat/domain/hall_rules.cpp)
set(select_rules src/seat/domain/select_rules.cpp)
set(record_rules src/payment/domain/rule/record_rules.cpp)
set(refund_rules src/payment/domain/rule/refund_rules.cpp)
set(deadline_rules src/payment/domain/rule/deadline_rules.cpp)
set(engine_sale src/adapter/embedded/engine/engine_sale.cpp)

planted(declined_payment_stays_pinned WORLD sale FILE ${consequences}
    OLD "keep(hall, declined.guest, Keep::kBySeats, declined.deadline);"
    NEW "keep(hall, declined.guest, Keep::kByPayment, declined.deadline);")

planted(booking_without_sale WORLD sale FILE ${consequences}
    OLD "        decide_seats(order, sell);"
    NEW "        (void)sell;")

planted(nothing_follows_from_an_ended_order WORLD sale FILE ${consequences}
    OLD "{ free(*order, ended.reason); },"
    NEW "{
                           if (order->attempts.empty()) free(*order, ended.reason);
                       },")

planted(refunded_seats_stay_sold WORLD sale FILE ${consequences}
    OLD "        decide_seats(order, back);"
    NEW "        (void)back;")

planted(lost_admission_keeps_its_hold WORLD sale FILE ${consequences}
    OLD "        if (line.ledger().find(number) == nullptr) return;
        const GuestId guest"
    NEW "        if (line.ledger().find(number) != nullptr) return;
        const GuestId guest")

planted(who_has_bought_keeps_the_slot WORLD sale FILE ${consequences}
    OLD "        if (state_.settings(hall.event)->more_purchases) return;"
    NEW "        if (!state_.settings(hall.event)->more_purchases) return;")

planted(sold_out_for_ever WORLD sale FILE ${consequences}
    OLD "line->sold_out() == sold_out) return {};"
    NEW "line->sold_out() || !sold_out) return {};")

planted(limit_ignores_other_orders WORLD sale FILE ${hold_rules}
    OLD "state.bookings().seats_of(guest, event) + elsewhere;"
    NEW "elsewhere;")

planted(order_survives_release WORLD sale FILE ${hold_rules}
    OLD "    if (order == nullptr)
        return {*decided.outcome"
    NEW "    if (order == nullptr || order->attempt() > 0)
        return {*decided.outcome")

planted(freeze_does_not_stop_orders WORLD sale FILE ${pay_rules}
    OLD "state.order_time(event, moment.now()), kOrdersPerStep));"
    NEW "payment::OrderTime{moment.now()}, kOrdersPerStep));")

planted(late_payment_above_the_limit WORLD sale FILE ${pay_rules}
    OLD "    if (order.ended && above_limit(state, order)) return false;"
    NEW "    if (order.ended && order.quote.lines.empty() && above_limit(state, order)) return false;")

planted(fence_not_compared WORLD sale FILE ${hall_rules}
    OLD "    if (hall.fence(one.seat) != one.fence) return false;
"
    NEW "")

planted(hold_expires_while_paying WORLD sale FILE ${hall}
    OLD "    visits_.at(fact.guest).state = Visit::State::kPaying;
    hold_deadlines_.erase(fact.guest);"
    NEW "    visits_.at(fact.guest).state = Visit::State::kPaying;")

planted(released_seat_is_free_at_once WORLD sale FILE ${hall}
    OLD "    set(seat, SeatState::kReturned);
    returns_.set(seat, free_at);"
    NEW "    set(seat, SeatState::kFree);
    (void)free_at;")

planted(swapping_extends_the_hold WORLD sale FILE ${select_rules}
    OLD "    const Instant deadline = goes_on ? visit->deadline : now + hall.rules().hold_ttl;"
    NEW "    const Instant deadline = goes_on && visit->seats.empty() ? visit->deadline
                                                             : now + hall.rules().hold_ttl;")

planted(holds_in_a_row_keep_the_slot WORLD sale FILE ${select_rules}
    OLD "    return holds || !select.until ? deadline : std::min(deadline, *select.until);"
    NEW "    return deadline;")

planted(present_rules_end_an_admission WORLD sale FILE ${hold_rules}
    OLD "    return admission.own_end + target.hall.seats.rules().hold_ttl;"
    NEW "    const auto& rules = target.line.settings().rules;
    Instant own_end = admission.claim_by + rules.extension * admission.extensions;
    if (rules.claim_within > Duration{0}) own_end += rules.admission_ttl - rules.claim_within;
    return own_end + target.hall.seats.rules().hold_ttl;")

planted(companion_stays_without_its_seat WORLD sale FILE ${select_rules}
    OLD "            place && hall.owns(guest, *place) && hall.state(*place) == SeatState::kSold;"
    NEW "            place && hall.owns(guest, *place);")

planted(webhook_amount_not_compared WORLD sale FILE ${record_rules}
    OLD "    if (record.source == ResultSource::kWebhook && approved.amount != attempt.total)"
    NEW "    if (record.source == ResultSource::kWebhook && approved.amount.amount <= 0)")

planted(inquiry_never_closes WORLD sale FILE ${record_rules}
    OLD "    if (!order.inquiry || order.inquiry->attempt != record.attempt) return done(order);"
    NEW "    if (!order.inquiry || record.attempt != 0) return done(order);")

planted(cancelled_order_is_booked_late WORLD sale FILE ${record_rules}
    OLD "        case EndReason::kAttemptsUsed:
            return true;
        case EndReason::kCancelled:"
    NEW "        case EndReason::kAttemptsUsed:
        case EndReason::kCancelled:
            return true;")

planted(refund_recorded_twice WORLD sale FILE ${refund_rules}
    OLD "    if (refund->state == RefundState::kDone)
        return"
    NEW "    if (refund->state == RefundState::kDone && refund->tries == 0)
        return")

planted(two_refunds_of_more_than_was_paid WORLD sale FILE ${refund_rules}
    OLD "        if (named && order.given_back(seat)) return fail(OrderError::kAlreadyRefunded);
        if (order.given_back(seat)) continue;"
    NEW "        if (named && order.refunded(seat)) return fail(OrderError::kAlreadyRefunded);
        if (order.refunded(seat)) continue;")

planted(kept_return_is_given_up WORLD sale FILE ${deadline_rules}
    OLD "    if (order.approval)
"
    NEW "    if (order.approval && order.approval->empty())
")

planted(missing_answer_is_a_decline WORLD sale FILE ${deadline_rules}
    OLD "        bodies.push_back(fact::OutcomeLost{first_question(order, now)});"
    NEW "        bodies.push_back(fact::PaymentDeclined{
            DeclineReason::kOther, order.hold_until + std::chrono::minutes{30}});")

planted(one_step_of_orders_a_tick WORLD sale FILE ${engine_sale}
    OLD "        record(std::move(facts));
    }
}"
    NEW "        record(std::move(facts));
        return;
    }
}")

planted(second_return_calls_the_provider_again WORLD sale FILE ${engine_sale}
    OLD "    copy.calls_provider = calls;"
    NEW "    copy.calls_provider = calls || copy.order.confirming;")
