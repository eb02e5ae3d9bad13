#include "adapter/http/guest/plain/plain_page.hpp"

#include <fmt/format.h>

#include "adapter/http/api/page/page_address.hpp"
#include "adapter/http/guest/plain/plain_page_html.hpp"
#include "adapter/http/guest/plain/plain_page_words.hpp"
#include "waiting_room/domain/words.hpp"

namespace onsale::http {
namespace {

using waiting_room::Eligibility;
using waiting_room::EventSettings;
using waiting_room::Lifecycle;
using waiting_room::LineView;
using waiting_room::OrderPolicy;
using waiting_room::QueueAnswer;
using waiting_room::QueueStatus;

// Without script the page reloads. It does so less often than a poll, because it costs a whole
// page.
constexpr std::chrono::seconds kReloadLeast{5};
constexpr Duration kLookForOpening = std::chrono::seconds{30};

// One row of the figures. The script updates elements with a data-field.
std::string figure(std::string_view label, std::string_view name, std::string_view value) {
    return fmt::format(R"(<div><dt>{}</dt><dd data-field="{}">{}</dd></div>)", label, name, value);
}

std::string note(std::string_view kind, std::string_view text) {
    return text.empty() ? "" : fmt::format("<p class=\"note {}\">{}</p>\n", kind, text);
}

std::string by_line(const EventSettings& settings) {
    std::string text = settings.artist;
    if (!text.empty() && !settings.venue.empty()) text += " · ";
    return escape_html(text + settings.venue);
}

bool over(const QueueAnswer& answer) {
    return answer.status == QueueStatus::kExpired || answer.status == QueueStatus::kClosed ||
           answer.status == QueueStatus::kMoved;
}

class QueuePageWriter {
  public:
    QueuePageWriter(const QueuePage& page, Instant now)
        : page_(page),
          now_(now),
          settings_(page.line->settings()),
          words_(words_in(page.language)),
          address_(fmt::format("{}/queue/{}", language_prefix(page.language),
                               escape_html(settings_.key))) {}

    std::string write() const {
        std::string main = head();
        if (inside())
            main += place() + buttons_inside();
        else
            main += outside();
        return framed({page_.language, title(), "/queue/" + settings_.key + "?plain=1", refresh()},
                      section() + main + "</section>\n");
    }

  private:
    bool inside() const { return page_.answer && !over(*page_.answer) && !page_.leaving; }
    bool admitted() const { return page_.answer && page_.answer->status == QueueStatus::kAdmitted; }
    std::string title() const {
        return (admitted() ? std::string{words_.your_turn} + " - " : "") + settings_.title;
    }
    // Time until there may be news; zero when there will be none.
    Duration next_look() const {
        if (inside()) return page_.answer->next_poll;
        return page_.line->lifecycle() == Lifecycle::kDraft ? kLookForOpening : Duration{0};
    }
    std::string refresh() const {
        const auto next = std::chrono::ceil<std::chrono::seconds>(next_look());
        return next == next.zero() ? "" : std::to_string(std::max(next, kReloadLeast).count());
    }

    // Data for the script in attributes, because the strict policy forbids inline script.
    std::string section() const {
        return fmt::format(
            R"(<section data-event="{}" data-status="{}" data-next-poll-ms="{}")"
            R"( data-under-a-minute="{}" data-about-minutes="{}" data-about-hours="{}"{}>)"
            "\n",
            escape_html(settings_.key), inside() ? to_word(page_.answer->status) : "",
            next_look().count(), words_.under_a_minute, words_.about_minutes, words_.about_hours,
            page_.seats ? seat_words() : "");
    }

    std::string seat_words() const {
        std::string words =
            fmt::format(R"( data-seats="{}" data-about-seats="{}" data-chance-reason="{}")",
                        words_.seats, words_.about_seats, words_.chance_reason);
        for (std::size_t i = 0; i < words_.chances.size(); ++i)
            words +=
                fmt::format(R"( data-chance-{}="{}")", kWords<sale::Odds>[i], words_.chances[i]);
        return words;
    }

    std::string head() const {
        std::string html = fmt::format("<h1>{}</h1>\n<p class=\"soft\">{}</p>\n",
                                       escape_html(settings_.title), by_line(settings_));
        if (settings_.demo) html += note("", words_.demo);
        if (page_.refused) {
            const ErrorEntry& error = entry(*page_.refused);
            html += fmt::format("<p class=\"note bad\" role=\"alert\">{}</p>\n",
                                page_.language == Language::kKorean ? error.korean : error.english);
        }
        if (page_.degraded != Degraded::kNo) html += note("bad", words_.degraded);
        html += fmt::format(
            "<p class=\"note bad\" data-field=\"stale\" role=\"status\" hidden>{}</p>\n",
            words_.stale);
        const auto& levers = page_.line->levers();
        const std::string& message = admitted() ? levers.message_admitted : levers.message_waiting;
        return html + fmt::format(
                          "<p class=\"note\" data-field=\"message\" role=\"status\"{}>"
                          "{}</p>\n",
                          message.empty() ? " hidden" : "", escape_html(message));
    }

    std::string place() const {
        const QueueAnswer& answer = *page_.answer;
        std::string html = R"(<div class="card big">)";
        if (admitted())
            html += fmt::format(R"(<span class="number words">{}</span>)", words_.your_turn);
        else if (answer.position == 0)
            html +=
                fmt::format(R"(<span class="soft">{}</span><span class="number words">{}</span>)",
                            words_.position, words_.not_drawn);
        else
            html += fmt::format(R"(<span class="soft" id="position">{}</span><span class="number" )"
                                R"(data-field="position" aria-labelledby="position">{}</span>)",
                                words_.position, grouped(answer.position));
        if (!admitted())
            html += fmt::format("<p>{}</p>", status_words(answer, settings_.order, page_.language));
        return html + figures(answer) + "</div>\n";
    }

    std::string figures(const QueueAnswer& answer) const {
        std::string html = "<dl>";
        if (answer.position > 0) {
            html += figure(words_.ahead, "ahead", grouped(answer.ahead));
            html += figure(words_.behind, "behind", grouped(answer.behind));
            html += wait_figure(answer);
            html += figure(words_.per_minute, "admittedPerMinute",
                           grouped(page_.line->admitted_last_minute(now_)));
        }
        html += seat_figures();
        std::string until = time_element(answer.keep_until, settings_.time_zone);
        until.insert(until.find(' '), R"( data-field="keepUntil")");
        html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>",
                            admitted() ? words_.enter_until : words_.keep_until, until);
        if (answer.status == QueueStatus::kLobby)
            html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", words_.opens,
                                time_element(settings_.opens_at, settings_.time_zone));
        return html + "</dl>";
    }

    // Hidden while nobody is admitted. The script can show it again when the line moves.
    std::string wait_figure(const QueueAnswer& answer) const {
        const std::string text = answer.wait ? about(answer.wait->likely, page_.language) : "";
        std::string html = figure(words_.wait, "estimatedWait", text);
        if (!answer.wait) html.insert(html.find('>'), " hidden");
        return html;
    }

    std::string seat_figures() const {
        if (!page_.seats) return "";
        const auto count = [this](std::uint64_t seats) {
            return fmt::format(fmt::runtime(page_.seats->rough ? words_.about_seats : words_.seats),
                               grouped(seats));
        };
        std::string html = figure(words_.seats_free, "seatsFree", count(page_.seats->free));
        html += figure(words_.seats_may_return, "seatsMayReturn", count(page_.seats->may_return));
        if (page_.seats->chance) html += figure(words_.chance, "odds", chance());
        return html;
    }

    // Includes the numbers from which the chance is computed.
    std::string chance() const {
        const SeatFigures::Chance& chance = *page_.seats->chance;
        const std::string_view word = words_.chances[static_cast<std::size_t>(chance.odds)];
        if (chance.odds == sale::Odds::kNone) return std::string{word};
        return fmt::format(fmt::runtime(words_.chance_reason), word, grouped(chance.seats),
                           grouped(chance.ahead), grouped(chance.inside));
    }

    std::string buttons_inside() const {
        std::string html;
        if (admitted() && !settings_.redirect_to.empty())
            html = fmt::format("<p><a class=\"button\" href=\"{}\">{}</a></p>\n",
                               escape_html(settings_.redirect_to), words_.go_in);
        // Leaving asks for confirmation without script.
        return html + fmt::format(R"(<details><summary>{}</summary>
<p>{}</p>
<form method="post" action="{}"><button class="plain" name="action" value="leave">{}</button></form>
</details>
)",
                                  words_.leave, words_.leave_question, address_, words_.leave_now);
    }

    // For a guest without a place: what the event is, when it opens, and a form to enter if
    // possible.
    std::string outside() const {
        const Lifecycle lifecycle = page_.line->lifecycle();
        std::string html = R"(<div class="card">)";
        html += page_.answer ? fmt::format("<p><strong>{}</strong></p>", farewell())
                             : fmt::format(R"(<span class="tag">{}</span>)",
                                           lifecycle_words(lifecycle, page_.language));
        const bool shuffle = settings_.order == OrderPolicy::kLobbyShuffle;
        html += fmt::format("<p>{}</p><dl>", shuffle ? words_.shuffle : words_.fifo);
        if (lifecycle == Lifecycle::kDraft && settings_.lobby_opens_at)
            html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", words_.lobby_opens,
                                time_element(*settings_.lobby_opens_at, settings_.time_zone));
        const bool way_in = lifecycle == Lifecycle::kLobby || lifecycle == Lifecycle::kOpen ||
                            lifecycle == Lifecycle::kPaused;
        if (way_in) html += seat_figures();
        html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div></dl></div>\n", words_.opens,
                            time_element(settings_.opens_at, settings_.time_zone));
        if (way_in) html += join_form();
        return html + fmt::format("<p><a href=\"{}/?plain=1\">{}</a></p>\n",
                                  language_prefix(page_.language), words_.back);
    }

    std::string_view farewell() const {
        if (page_.leaving) return words_.left_just_now;
        return status_words(*page_.answer, settings_.order, page_.language);
    }

    std::string join_form() const {
        const bool proof = settings_.rules.proof_of_work_bits > 0;
        std::string html = fmt::format(R"(<form method="post" action="{}"{}>)"
                                       R"(<input type="hidden" name="action" value="enter">)",
                                       address_, proof ? " data-proof" : "");
        if (proof)
            html += R"(<input type="hidden" name="proofChallenge">)"
                    R"(<input type="hidden" name="proofNonce">)";
        if (takes_code())
            html += fmt::format(
                R"(<label>{}<input name="code" maxlength="64" autocomplete="off"></label>)",
                words_.code);
        return html + fmt::format(
                          "<button>{}</button><p data-field=\"working\" role=\"status\" "
                          "hidden>{}</p></form>\n",
                          page_.answer ? words_.join_again : words_.join, words_.working);
    }

    bool takes_code() const {
        return std::ranges::any_of(settings_.phases, [this](const waiting_room::Phase& phase) {
            return phase.who == Eligibility::kCode && phase.to > now_;
        });
    }

    const QueuePage& page_;
    Instant now_;
    const EventSettings& settings_;
    const PageWords& words_;
    std::string address_;
};

}  // namespace

std::string queue_page(const QueuePage& page, Instant now) {
    return QueuePageWriter{page, now}.write();
}

}  // namespace onsale::http
