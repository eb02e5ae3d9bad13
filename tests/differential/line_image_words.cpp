#include "tests/differential/line_image_words.hpp"

#include <map>
#include <utility>

#include "adapter/redis/feed/read_line.hpp"
#include "tests/differential/mismatch.hpp"
#include "waiting_room/domain/fact_bytes.hpp"
#include "waiting_room/domain/settings_bytes.hpp"

namespace onsale::differential {

using namespace waiting_room;

namespace {

redis::Reply reply_of(const Answer& answer) {
    if (answer.items.empty()) return redis::Reply::bulk(answer.text);
    std::vector<redis::Reply> items;
    for (const Answer& item : answer.items)
        items.push_back(reply_of(item));
    return redis::Reply::array(std::move(items));
}

// The properties that a line and its image must share, as text.
class ImageWords {
  public:
    void add(std::string_view name, long long value) {
        text_ += std::string{name} + '=' + std::to_string(value) + ' ';
    }
    void add(std::string_view name, std::string_view bytes) {
        add(name, static_cast<long long>(std::hash<std::string_view>{}(bytes) >> 1));
    }
    void add(const LineClock& clock) {
        add("behind", clock.behind().count());
        add("frozen_at", clock.frozen_at() ? to_ms(*clock.frozen_at()) : -1);
    }
    void add(const Ledger& ledger) {
        std::map<Number, Admission> in_order;
        for (const auto& [number, admission] : ledger)
            in_order.emplace(number, admission);
        for (const auto& [number, admission] : in_order) {
            add("admitted", number.value);
            add("attempt", admission.attempt);
            add("claimed", admission.claimed ? 1 : 0);
            add("keep", std::to_underlying(admission.keep));
            add("deadline", to_ms(admission.deadline));
            add("claim_by", to_ms(admission.claim_by));
            add("extensions", admission.extensions);
            add("own_end", to_ms(admission.own_end));
        }
    }
    template <class Either>
    void add_definition(const Either& settings, const Levers& levers) {
        std::string bytes;
        ByteWriter out{bytes};
        save(out, settings);
        save(out, levers);
        add("definition", bytes);
    }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

std::string words_of(const Line& line) {
    ImageWords words;
    words.add_definition(line.settings(), line.levers());
    words.add("lifecycle", std::to_underlying(line.lifecycle()));
    words.add("version", line.version());
    words.add("phase", line.phase_index() ? *line.phase_index() : -1);
    words.add("sold_out", line.sold_out() ? 1 : 0);
    words.add("brake", line.brake());
    words.add(line.clock());
    words.add(line.ledger());
    words.add("issued", line.book().issued_count());
    std::string standings;
    for (std::uint32_t number = 1; number <= line.book().issued_count(); ++number) {
        standings += static_cast<char>(line.book().standing(Number{number}));
        words.add("mine", line.moved().belongs(Number{number}, line.guest_of(Number{number})));
    }
    words.add("standings", standings);
    if (line.draw_secret())
        words.add("commitment", as_bytes(sha256(as_bytes(*line.draw_secret()))));
    return words.text();
}

std::string words_of(const LineImage& image, const Line& line) {
    ImageWords words;
    words.add_definition(*image.settings, *image.levers);
    words.add("lifecycle", std::to_underlying(image.lifecycle));
    words.add("version", image.version);
    words.add("phase", image.phase ? *image.phase : -1);
    words.add("sold_out", image.sold_out ? 1 : 0);
    words.add("brake", image.brake);
    words.add(image.clock);
    words.add(image.ledger);
    words.add("issued", image.issued);
    for (std::uint32_t number = 1; number <= image.issued; ++number)
        words.add("mine", image.moved.belongs(Number{number}, line.guest_of(Number{number})));
    words.add("standings", std::string_view{image.standings}.substr(1));
    if (image.draw_commitment) words.add("commitment", as_bytes(*image.draw_commitment));
    return words.text();
}

}  // namespace

void compare_image(const Answer& read, const Line& line, const std::string& id) {
    const auto at = redis::read_line(reply_of(read));
    require_equal("line_read", "readable", at ? "readable" : "not readable");
    require_equal("the entry of line_read", id, redis::to_string(at->id));
    require_equal("the image of the line", words_of(line), words_of(at->image, line));
}

}  // namespace onsale::differential
