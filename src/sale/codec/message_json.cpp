#include "sale/codec/message_json.hpp"

#include <algorithm>
#include <charconv>

#include <boost/json.hpp>

#include "base/time_text.hpp"
#include "codec/object_reader.hpp"

namespace onsale::sale {
namespace {

class Text {
  public:
    explicit Text(std::string& out) : out_(out) {}

    void name(std::string_view name) {
        if (out_.back() != '{' && out_.back() != ',' && out_.back() != '[') out_ += ',';
        out_ += '"';
        out_ += name;  // Our own names, which consist of letters only.
        out_ += "\":";
    }
    void string(std::string_view text) {
        out_ += '"';
        auto at = text.begin();
        for (;;) {
            const auto special = std::find_if(at, text.end(), is_special);
            out_.append(at, special);
            if (special == text.end()) break;
            escape(*special);
            at = special + 1;
        }
        out_ += '"';
    }

    // Omits empty fields.
    void field(std::string_view named, std::string_view text) {
        if (text.empty()) return;
        name(named);
        string(text);
    }
    template <std::integral Value>
    void field(std::string_view named, Value value) {
        if (value == 0) return;
        name(named);
        digits(value);
    }
    void raw(char c) { out_ += c; }
    // Writes the separator before the next list item.
    void next(bool first) {
        if (!first) out_ += ',';
    }

  private:
    static bool is_special(char c) {
        return c == '"' || c == '\\' || static_cast<unsigned char>(c) < kFirstPlain;
    }
    void escape(char c) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        if (byte < kFirstPlain)
            out_.append("\\u00").append({kDigits[byte >> 4U], kDigits[byte & 15U]});
        else
            out_.append({'\\', c});
    }
    template <class Value>
    void digits(Value value) {
        char buffer[24];
        const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
        out_.append(buffer, end);
    }

    static constexpr unsigned char kFirstPlain = 0x20;

    std::string& out_;
};

void write_seat_ids(Text& text, const std::vector<MessageSeat>& seats) {
    text.name("seatIds");
    text.raw('[');
    for (std::size_t i = 0; i < seats.size(); ++i) {
        text.next(i == 0);
        text.string(seats[i].id);
    }
    text.raw(']');
}

void write_seats(Text& text, const std::vector<MessageSeat>& seats) {
    text.name("seats");
    text.raw('[');
    for (std::size_t i = 0; i < seats.size(); ++i) {
        const MessageSeat& seat = seats[i];
        text.next(i == 0);
        text.raw('{');
        text.field("seatId", seat.id);
        text.field("grade", seat.grade);
        text.field("priceType", seat.price_type);
        text.field("price", seat.price);
        text.field("fees", seat.fees);
        text.field("fence", seat.fence);
        text.field("refund", seat.refund);
        text.field("discount", seat.discount);
        text.raw('}');
    }
    text.raw(']');
}

// The name for an order that readers of this topic expect.
std::string_view order_name(std::string_view topic) {
    return topic == "reservation-events" ? "reservationId" : "orderId";
}

MessageSeat read_seat(codec::ObjectReader& in) {
    MessageSeat seat;
    in.field("seatId", seat.id);
    in.field("grade", seat.grade);
    in.field("priceType", seat.price_type);
    in.field("price", seat.price);
    in.field("fees", seat.fees);
    in.field("fence", seat.fence);
    in.field("refund", seat.refund);
    in.field("discount", seat.discount);
    return seat;
}

void read_message(codec::ObjectReader& in, Message& message) {
    int version = 0;
    in.required("v", version, codec::NumberRange{1, 1});
    in.required("type", message.type);
    in.required("createdAt", message.at);
    in.field("eventKey", message.id);
    in.field("eventId", message.event);
    in.field("timeZone", message.zone);
    in.field("performanceId", message.performance);
    in.field(order_name(topic_of(message.type)), message.order);
    in.field("userId", message.guest);
    in.field("bookingId", message.booking);
    in.each("seats", [&](codec::ObjectReader& seat) { message.seats.push_back(read_seat(seat)); });
    in.field("orderFees", message.order_fees);
    in.field("amount", message.amount);
    in.field("currency", message.currency);
    in.field("provider", message.provider);
    in.field("paymentId", message.payment);
    in.field("reason", message.reason);
}

}  // namespace

std::string to_json(const Message& message) {
    constexpr std::size_t kUsualSize = 640;
    const std::string_view topic = topic_of(message.type);
    std::string out;
    out.reserve(kUsualSize);
    out += kMessageStart;
    Text text{out};
    text.field("eventKey", message.id);
    text.field("type", to_word(message.type));
    text.field("createdAt", format_iso_time(message.at));
    text.field("eventId", message.event);
    text.field("timeZone", message.zone);
    text.field("performanceId", message.performance);
    text.field(order_name(topic), message.order);
    text.field("userId", message.guest);
    text.field("bookingId", message.booking);
    if (topic == "payment-events") text.field("paymentType", "reservation");
    if (!message.seats.empty()) {
        write_seat_ids(text, message.seats);
        write_seats(text, message.seats);
    }
    text.field("orderFees", message.order_fees);
    text.field("amount", message.amount);
    text.field("currency", message.currency);
    text.field("provider", message.provider);
    text.field("paymentId", message.payment);
    text.field("reason", message.reason);
    text.raw('}');
    return out;
}

std::optional<Message> parse_message(std::string_view body) {
    boost::system::error_code error;
    boost::json::parse_options options;
    // A provider's payment id may contain any bytes.
    options.allow_invalid_utf8 = true;
    const auto value = boost::json::parse(body, error, {}, options);
    if (error) return std::nullopt;
    codec::ObjectReader reader{value, {.ignores_unknown = true}};
    Message message;
    read_message(reader, message);
    if (reader.problem()) return std::nullopt;
    return message;
}

}  // namespace onsale::sale
