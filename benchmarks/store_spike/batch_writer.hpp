#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"

struct Options {
    std::string server;      // A libpq connection string.
    std::size_t batch = 64;  // Purchases of one batch at most.
    std::size_t connections = 2;
    std::size_t in_flight = 64;
    std::size_t seats = 1;     // Of one order.
    std::size_t messages = 2;  // Of one purchase: 2 are written by P; 4 as on one machine.
    std::size_t body = 0;      // Bytes of an order's state; 0: as the codec writes it today.
    double seconds = 5;
};

enum Step : std::uint8_t { kRequest, kConfirm, kRecord, kSteps };

// Bytes of an order after each step, and of the facts of the step, with calls that carry keys.
// Measured with the codecs of payment/domain and sale/domain, orders of one seat and of each more.
constexpr std::array<std::size_t, kSteps> kBody = {136, 190, 247};
constexpr std::size_t kBodyOfSeat = 11;
constexpr std::array<std::size_t, kSteps> kFacts = {145, 72, 88};
constexpr std::size_t kMessage = 430;  // A message without seats.
constexpr std::size_t kMessageOfSeat = 106;
constexpr std::int64_t kPlaces = 50'000;  // Of one performance.
constexpr std::int64_t kGuests = 100'000;

// A bijection, so that codes and guests look random and are distinct.
inline std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

struct Purchase {
    std::int64_t id = 0;
    std::int64_t code = 0;
    Guest guest{};
    Step step = kRequest;
    std::int32_t facts = 0;
    std::chrono::steady_clock::time_point since;
};
using Batch = std::vector<Purchase*>;

// Random bytes do not compress, like most of an order's.
inline std::string noise(std::uint64_t seed, std::size_t size) {
    std::string bytes;
    while (bytes.size() < size) {
        const std::uint64_t word = mix(++seed);
        bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    bytes.resize(size);
    return bytes;
}

class Writer {
  public:
    explicit Writer(const Options& options) : options_(options) {}

    std::string body(const Purchase& one) const {
        const std::size_t size = kBody[one.step] + kBodyOfSeat * (options_.seats - 1);
        return noise(static_cast<std::uint64_t>(one.code), options_.body ? options_.body : size);
    }
    static std::string facts(const Purchase& one) {
        return noise(static_cast<std::uint64_t>(one.code) + one.step, kFacts[one.step]);
    }
    static std::string code(const Purchase& one) {
        char text[24];
        std::snprintf(text, sizeof text, "O-%013llX",
                      static_cast<unsigned long long>(one.code) >> 12U);
        return text;
    }
    static std::string booking(const Purchase& one) {
        return "B-20261119-" + std::to_string(one.id);
    }
    // The seats of an order are beside each other somewhere in the hall; 29,989 is prime.
    std::int64_t place(const Purchase& one, std::size_t seat) const {
        const auto all = one.id * static_cast<std::int64_t>(options_.seats);
        const auto orders = kPlaces / static_cast<std::int64_t>(options_.seats);
        return all / kPlaces * kPlaces +
               one.id % orders * 29'989 % orders * static_cast<std::int64_t>(options_.seats) +
               static_cast<std::int64_t>(seat);
    }

    Arrays guest_locks(const Batch& batch) const {
        return {int8s(batch, [](const Purchase& one) { return lock_of(one); })};
    }
    Arrays guests(const Batch& batch) const {
        return {uuids(batch, [](const Purchase& one) { return one.guest; })};
    }
    Arrays calls(const Batch& batch) const {
        return {uuids(batch, [](const Purchase& one) { return one.guest; }),
                int8s(batch, [](const Purchase& one) { return one.code; })};
    }
    Arrays seats_read(const Batch& batch) const { return seats(batch, false); }
    Arrays claims(const Batch& batch) const { return seats(batch, true); }

    Arrays orders(const Batch& batch) const {
        return {int8s(batch, [](const Purchase& one) { return one.id; }),
                int8s(batch, [](const Purchase& one) { return one.code; }),
                int4s(batch, [&](const Purchase& one) { return performance(one); }),
                uuids(batch, [](const Purchase& one) { return one.guest; }),
                byteas(batch, [&](const Purchase& one) { return body(one); }),
                byteas(batch, [](const Purchase& one) { return facts(one); }),
                int8s(batch, [](const Purchase& one) { return one.code; })};
    }
    Arrays changes(const Batch& batch) const {
        return {int8s(batch, [](const Purchase& one) { return one.id; }),
                int4s(batch, [](const Purchase& one) { return one.facts; }),
                byteas(batch, [&](const Purchase& one) { return body(one); }),
                byteas(batch, [](const Purchase& one) { return facts(one); })};
    }
    Arrays payments(const Batch& batch) const {
        Arrays all = changes(batch);
        all.push_back(texts(batch, [](const Purchase& one) { return booking(one); }));
        all.push_back(texts(batch, [](const Purchase& one) { return tid(one); }));
        for (Array& array : seats(batch, false))
            all.push_back(std::move(array));
        for (Array& array : messages(batch, options_.messages == 4 ? kPaidTypes : kTwoTypes))
            all.push_back(std::move(array));
        return all;
    }
    Arrays created(const Batch& batch) const { return messages(batch, kCreatedTypes); }
    bool tells_request() const { return options_.messages == 4; }

  private:
    struct Type {
        std::string_view name;
        std::string_view topic;
        bool seats;
    };
    using Types = std::vector<Type>;
    inline static const Types kCreatedTypes = {{"RESERVATION_CREATED", "reservation-events", true}};
    inline static const Types kTwoTypes = {{"PAYMENT_CONFIRMED", "payment-events", false},
                                           {"BOOKING_COMPLETED", "booking-completed", true}};
    inline static const Types kPaidTypes = {{"PAYMENT_CONFIRMED", "payment-events", false},
                                            {"RESERVATION_CONFIRMED", "reservation-events", true},
                                            {"BOOKING_COMPLETED", "booking-completed", true}};

    static std::int64_t lock_of(const Purchase& one) {
        std::int64_t key = 0;
        std::copy_n(one.guest.begin(), sizeof key, reinterpret_cast<std::uint8_t*>(&key));
        return key;
    }
    static std::string tid(const Purchase& one) {
        return "tviva20261119" + code(one) + std::to_string(one.id);
    }
    std::int32_t performance(const Purchase& one) const {
        return static_cast<std::int32_t>(place(one, 0) / kPlaces);
    }
    // order, performance, seat; for claims in the order of their numbers.
    Arrays seats(const Batch& batch, bool sorted) const {
        struct Row {
            std::int64_t place, order;
        };
        std::vector<Row> rows;
        for (const Purchase* one : batch)
            for (std::size_t i = 0; i < options_.seats; ++i)
                rows.push_back({place(*one, i), one->id});
        if (sorted) std::ranges::sort(rows, {}, &Row::place);
        return {int8s(rows, [](const Row& row) { return row.order; }),
                int4s(rows, [](const Row& row) { return row.place / kPlaces; }),
                int4s(rows, [](const Row& row) { return row.place % kPlaces; })};
    }
    // order, topic, key, event key, type, body
    Arrays messages(const Batch& batch, const Types& types) const {
        struct Row {
            const Purchase* of;
            const Type* type;
        };
        std::vector<Row> rows;
        for (const Purchase* one : batch)
            for (const Type& type : types)
                rows.push_back({one, &type});
        return {int8s(rows, [](const Row& row) { return row.of->id; }),
                texts(rows, [](const Row& row) { return std::string{row.type->topic}; }),
                texts(rows, [](const Row& row) { return code(*row.of); }),
                texts(rows, [](const Row& row) { return event_key(row); }),
                texts(rows, [](const Row& row) { return std::string{row.type->name}; }),
                texts(rows, [&](const Row& row) { return json(row); })};
    }
    static std::string event_key(const auto& row) {
        return code(*row.of) + "-b0-" + std::string{row.type->name};
    }
    std::string json(const auto& row) const {
        const std::size_t size = kMessage + (row.type->seats ? kMessageOfSeat * options_.seats : 0);
        std::string text = R"({"v":1,"eventKey":")" + event_key(row) + R"(","userId":")";
        constexpr std::string_view kLetters = "0123456789abcdef";
        for (const char c : noise(static_cast<std::uint64_t>(row.of->code), size - text.size() - 2))
            text += kLetters[static_cast<unsigned char>(c) % kLetters.size()];
        return text + "\"}";
    }

    const Options& options_;
};
