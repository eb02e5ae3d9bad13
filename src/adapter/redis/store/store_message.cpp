#include "adapter/redis/store/store_message.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace onsale::redis {

using waiting_room::EligibilityOutcome;
using waiting_room::EnterError;
using waiting_room::command::CheckEligibility;
using waiting_room::command::Enter;

namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::uint64_t kPhasesMax = 1000;

void put(ByteWriter& out, const GuestId& guest) {
    out.bytes(guest.bytes.data(), guest.bytes.size());
}

void get(ByteReader& in, GuestId& guest) {
    in.bytes(guest.bytes.data(), guest.bytes.size());
}

// Enter and CheckEligibility start with the same fields. The store does not need the number of a
// presented token.
template <class Asked>
void put_asked(ByteWriter& out, const Asked& asked) {
    out.varint(asked.event.value);
    put(out, asked.guest);
    out.varint(asked.code ? 1 : 0);
    if (asked.code) out.bytes(asked.code->data(), asked.code->size());
    out.varint(asked.claimed_phases.size());
    for (const std::string& phase : asked.claimed_phases)
        out.text(phase);
}

template <class Asked>
Asked get_asked(ByteReader& in) {
    Asked asked{};
    asked.event.value = static_cast<std::uint32_t>(in.varint());
    get(in, asked.guest);
    if (in.varint() != 0) in.bytes(asked.code.emplace().data(), sizeof(Sha256Digest));
    const std::uint64_t phases = in.varint();
    for (std::uint64_t i = 0; i < phases && i < kPhasesMax && in.ok(); ++i)
        asked.claimed_phases.push_back(in.text());
    return asked;
}

void put_what(ByteWriter& out, const Enter& enter) {
    put_asked(out, enter);
}

void put_what(ByteWriter& out, const CheckEligibility& check) {
    put_asked(out, check);
}

void put_what(ByteWriter& out, const BarGuest& bar) {
    out.varint(bar.event.value);
    put(out, bar.guest);
}

void put_what(ByteWriter& out, bool done) {
    out.varint(done ? 1 : 0);
}

void put_value(ByteWriter& out, const std::string& proof) {
    out.text(proof);
}

void put_value(ByteWriter& out, const std::vector<waiting_room::PhaseEligibility>& phases) {
    out.varint(phases.size());
    for (const auto& [phase, eligible] : phases) {
        out.text(phase);
        out.varint(eligible ? 1 : 0);
    }
}

template <class Value>
void put_what(ByteWriter& out, const Result<Value, EnterError>& outcome) {
    out.varint(outcome ? 0 : 1u + std::to_underlying(outcome.error()));
    if (outcome) put_value(out, *outcome);
}

void get_value(ByteReader& in, std::string& proof) {
    proof = in.text();
}

void get_value(ByteReader& in, std::vector<waiting_room::PhaseEligibility>& phases) {
    const std::uint64_t count = in.varint();
    for (std::uint64_t i = 0; i < count && i < kPhasesMax && in.ok(); ++i) {
        std::string phase = in.text();
        phases.push_back({std::move(phase), in.varint() != 0});
    }
}

template <class Value>
Result<Value, EnterError> get_outcome(ByteReader& in) {
    const std::uint64_t error = in.varint();
    // An unknown error comes from a newer version: the outcome is unknown.
    const auto last = static_cast<std::uint64_t>(std::to_underlying(EnterError::kOutcomeUnknown));
    if (error > 0) return fail(static_cast<EnterError>(std::min(error - 1, last)));
    Value value;
    get_value(in, value);
    return value;
}

template <class Message>
std::optional<Message> if_whole(Message message, const ByteReader& in) {
    if (!in.ok() || !in.at_end()) return std::nullopt;
    return message;
}

}  // namespace

std::string to_bytes(const StoreRequest& request) {
    std::string bytes;
    ByteWriter out{bytes};
    out.fixed(kVersion);
    out.text(request.node);
    out.varint(request.id);
    out.varint(request.what.index());
    std::visit([&](const auto& what) { put_what(out, what); }, request.what);
    return bytes;
}

std::string to_bytes(const StoreAnswer& answer) {
    std::string bytes;
    ByteWriter out{bytes};
    out.fixed(kVersion);
    out.varint(answer.id);
    out.varint(answer.what.index());
    std::visit([&](const auto& what) { put_what(out, what); }, answer.what);
    return bytes;
}

std::optional<StoreRequest> read_store_request(std::string_view bytes) {
    ByteReader in{bytes};
    if (in.fixed<std::uint8_t>() != kVersion) return std::nullopt;
    StoreRequest request{.node = in.text(), .id = in.varint(), .what = {}};
    switch (in.varint()) {
        case 0:
            request.what = get_asked<Enter>(in);
            break;
        case 1:
            request.what = get_asked<CheckEligibility>(in);
            break;
        case 2: {
            BarGuest bar{{static_cast<std::uint32_t>(in.varint())}, {}};
            get(in, bar.guest);
            request.what = bar;
            break;
        }
        default:  // A kind of a newer version.
            return std::nullopt;
    }
    return if_whole(std::move(request), in);
}

std::optional<StoreAnswer> read_store_answer(std::string_view bytes) {
    ByteReader in{bytes};
    if (in.fixed<std::uint8_t>() != kVersion) return std::nullopt;
    StoreAnswer answer{in.varint(), false};
    switch (in.varint()) {
        case 0:
            answer.what = get_outcome<std::string>(in);
            break;
        case 1:
            answer.what = get_outcome<std::vector<waiting_room::PhaseEligibility>>(in);
            break;
        case 2:
            answer.what = in.varint() != 0;
            break;
        default:  // A kind of a newer version.
            return std::nullopt;
    }
    return if_whole(std::move(answer), in);
}

std::string store_answers_key(std::string_view node) {
    return "{desk}answers:" + std::string{node};
}

}  // namespace onsale::redis
