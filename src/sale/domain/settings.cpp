#include "sale/domain/settings.hpp"

#include <algorithm>
#include <type_traits>

#include "base/text/control_text.hpp"
#include "base/utf8.hpp"

namespace onsale::sale {

std::optional<std::string> problem_of(const SaleSettings& settings) {
    if (settings.seats_per_guest > kSeatsPerGuestMax) return "seatsPerGuest";
    if (settings.seats_per_performance > kSeatsPerGuestMax) return "seatsPerPerformance";
    if (settings.return_window < Duration{0} || settings.return_window > kReturnWindowMax)
        return "returnWindow";
    return std::nullopt;
}

std::optional<std::string> problem_of(const SaleLevers& levers) {
    const auto too_long = [](const std::string& text) {
        return characters(text) > kSaleMessageMax;
    };
    const auto is_name = [&](const std::string& text) {
        return !too_long(text) && !has_control_characters(text);
    };
    if (levers.sections_stopped.size() > kStoppedMax ||
        !std::ranges::all_of(levers.sections_stopped, is_name))
        return "sectionsStopped";
    if (levers.providers_stopped.size() > kStoppedMax) return "providersStopped";
    const auto is_message = [&](const std::string& text) {
        return !too_long(text) && !has_control_characters(text, LineFeed::kIsText);
    };
    if (!is_message(levers.message_holding)) return "messageHolding";
    if (!is_message(levers.message_paid)) return "messagePaid";
    return std::nullopt;
}

namespace {

// Writes a record with its size first. Later versions add fields at the end, which older versions
// skip. A missing field keeps its default.
class RecordWriter {
  public:
    explicit RecordWriter(ByteWriter& out) : out_(out) {}
    ~RecordWriter() { out_.text(bytes_); }
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    ByteWriter& fields() { return fields_; }

  private:
    ByteWriter& out_;
    std::string bytes_;
    ByteWriter fields_{bytes_};
};

template <class Read>
void get(ByteReader& in, const Read& read) {
    if (!in.at_end()) read(in);
}

}  // namespace

void save(ByteWriter& out, const SaleSettings& settings) {
    RecordWriter record{out};
    ByteWriter& to = record.fields();
    to.varint(settings.seats_per_guest);
    to.varint(settings.seats_per_performance);
    to.varint(settings.more_purchases ? 1 : 0);
    to.fixed(static_cast<std::uint8_t>(settings.returns));
    to.zigzag(settings.return_window.count());
    to.fixed(static_cast<std::uint8_t>(settings.left_shown));
    to.varint(settings.public_map ? 1 : 0);
    to.fixed(static_cast<std::uint8_t>(settings.admission));
}

SaleSettings load_sale_settings(ByteReader& in) {
    SaleSettings settings;
    const std::string bytes = in.text();
    ByteReader from{bytes};
    const auto number = [](std::uint32_t& value) {
        return [&value](ByteReader& at) { value = static_cast<std::uint32_t>(at.varint()); };
    };
    const auto flag = [](bool& value) {
        return [&value](ByteReader& at) { value = at.varint() != 0; };
    };
    const auto word = [](auto& value) {
        return [&value](ByteReader& at) {
            value = static_cast<std::remove_reference_t<decltype(value)>>(at.fixed<std::uint8_t>());
        };
    };
    get(from, number(settings.seats_per_guest));
    get(from, number(settings.seats_per_performance));
    get(from, flag(settings.more_purchases));
    get(from, word(settings.returns));
    get(from, [&](ByteReader& at) { settings.return_window = Duration{at.zigzag()}; });
    get(from, word(settings.left_shown));
    get(from, flag(settings.public_map));
    get(from, word(settings.admission));
    return settings;
}

void save(ByteWriter& out, const SaleLevers& levers) {
    RecordWriter record{out};
    ByteWriter& to = record.fields();
    to.varint(levers.holds_stopped ? 1 : 0);
    to.varint(levers.sections_stopped.size());
    for (const std::string& section : levers.sections_stopped)
        to.text(section);
    to.varint(levers.providers_stopped.size());
    for (const payment::ProviderId provider : levers.providers_stopped)
        to.fixed(provider.value);
    to.text(levers.message_holding);
    to.text(levers.message_paid);
}

SaleLevers load_sale_levers(ByteReader& in) {
    SaleLevers levers;
    const std::string bytes = in.text();
    ByteReader from{bytes};
    get(from, [&](ByteReader& at) { levers.holds_stopped = at.varint() != 0; });
    get(from, [&](ByteReader& at) {
        for (std::uint64_t left = at.varint(); left > 0 && at.ok(); --left)
            levers.sections_stopped.push_back(at.text());
    });
    get(from, [&](ByteReader& at) {
        for (std::uint64_t left = at.varint(); left > 0 && at.ok(); --left)
            levers.providers_stopped.push_back({at.fixed<std::uint8_t>()});
    });
    get(from, [&](ByteReader& at) { levers.message_holding = at.text(); });
    get(from, [&](ByteReader& at) { levers.message_paid = at.text(); });
    return levers;
}

}  // namespace onsale::sale
