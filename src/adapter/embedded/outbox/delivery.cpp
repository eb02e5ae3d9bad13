#include "adapter/embedded/outbox/delivery.hpp"

#include <algorithm>
#include <limits>

#include "adapter/embedded/journal/journal.hpp"

namespace onsale::embedded {
namespace {

// Messages per transaction of a consumer, which takes a few milliseconds.
constexpr std::size_t kPiece = 256;

}  // namespace

Delivery::Delivery(Storage storage, std::vector<std::shared_ptr<Consumer>> consumers, Report report)
    : storage_(std::move(storage)),
      outbox_(storage_, kDatabaseFile, Database::Mode::kReadOnly),
      report_(std::move(report)) {
    for (auto& consumer : consumers)
        recipients_.push_back({std::move(consumer)});
}

bool Delivery::step(const YieldCallback& yield) {
    bool more = false;
    for (Recipient& recipient : recipients_)
        if (step(recipient, yield)) more = true;
    return more;
}

bool Delivery::step(Recipient& recipient, const YieldCallback& yield) {
    try {
        if (rebuild_if_needed(recipient, yield)) return true;
        const std::uint64_t cursor = recipient.consumer->cursor();
        const std::size_t limit = cursor < recipient.one_by_one_until ? 1 : kPiece;
        const auto rows = read_outbox(outbox_, cursor, limit);
        return !rows.empty() && hand_over(recipient, rows);
    } catch (const SqliteError& error) {
        // The disk failed, not the message: nothing is put aside, and everything is retried.
        report_(error.what());
        return false;
    }
}

bool Delivery::rebuild_if_needed(Recipient& recipient, const YieldCallback& yield) {
    Consumer& consumer = *recipient.consumer;
    const bool missed = consumer.cursor() + 1 < first_outbox_seq(outbox_);
    const bool of_another_folder = consumer.cursor() > last_outbox_seq(outbox_);
    if (!missed && !of_another_folder && !consumer.half_built()) return false;
    rebuild(consumer, storage_, yield);
    return true;
}

bool Delivery::hand_over(Recipient& recipient, const std::vector<OutboxRow>& rows) {
    try {
        recipient.consumer->apply(rows);
    } catch (const SqliteError& error) {
        if (began_anew_after(error, recipient)) return true;
        if ((error.code() & 0xFF) != SQLITE_CONSTRAINT) throw;
        return refused(recipient, rows, error.what());
    } catch (const BadMessage& bad) {
        return refused(recipient, rows, bad.what());
    }
    recipient.tries = 0;
    return true;
}

// Only once: a disk that damages files would have them rebuilt for ever.
bool Delivery::began_anew_after(const SqliteError& error, Recipient& recipient) {
    if (recipient.began_anew || !Consumer::is_unusable(error)) return false;
    recipient.consumer->begin_anew();
    recipient.began_anew = true;
    report_(std::string{error.what()} + "; it is made again from the journal");
    return true;
}

// A bad message must not block later ones forever.
bool Delivery::refused(Recipient& recipient, const std::vector<OutboxRow>& rows,
                       const std::string& reason) {
    if (rows.size() > 1) {
        recipient.one_by_one_until = rows.back().seq;
        return true;
    }
    if (++recipient.tries < kTriesMax) return false;
    const OutboxRow& row = rows.front();
    recipient.consumer->put_aside(row, reason);
    report_("message " + std::to_string(row.seq) + " (" + row.type + " " + row.key +
            ") was put aside: " + reason);
    recipient.tries = 0;
    return true;
}

std::uint64_t Delivery::prunable(Duration retention) {
    const std::uint64_t outdated = last_outdated(outbox_, retention, kPrunePiece);
    std::uint64_t up_to = outdated;
    for (Recipient& recipient : recipients_)
        if (up_to != 0) up_to = std::min(up_to, recipient.consumer->make_durable());
    return up_to;
}

std::size_t Delivery::retry_dead_letters() {
    std::size_t left = 0;
    for (Recipient& recipient : recipients_)
        for (const DeadLetter& letter : recipient.consumer->dead_letters(kDeadLettersMax)) {
            try {
                recipient.consumer->retry(letter);
            } catch (const std::exception&) {
                ++left;
            }
        }
    return left;
}

void Delivery::begin_anew() {
    for (Recipient& recipient : recipients_) {
        recipient.consumer->begin_anew();
        recipient.tries = 0;
        recipient.one_by_one_until = 0;
    }
}

bool Delivery::rebuilding() const {
    return std::ranges::any_of(
        recipients_, [](const Recipient& recipient) { return recipient.consumer->half_built(); });
}

std::uint64_t Delivery::cursor() const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const Recipient& recipient : recipients_)
        least = std::min(least, recipient.consumer->cursor());
    return recipients_.empty() ? 0 : least;
}

std::size_t Delivery::dead_letters() {
    std::size_t count = 0;
    for (Recipient& recipient : recipients_) {
        try {
            count += recipient.consumer->dead_letters(kDeadLettersMax).size();
        } catch (const SqliteError& error) {
            if (!began_anew_after(error, recipient)) throw;
        }
    }
    return count;
}

}  // namespace onsale::embedded
