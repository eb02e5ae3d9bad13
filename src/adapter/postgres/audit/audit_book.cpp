#include "adapter/postgres/audit/audit_book.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "adapter/postgres/protocol/call_error.hpp"

namespace onsale::postgres {
namespace {

// A page of a verification: far more than people read at once.
constexpr std::size_t kEntriesPerRead = 1'000;

constexpr Statement kLockHead{"audit_lock_head", "SELECT seq, chain FROM audit_head FOR UPDATE"};
constexpr Statement kHead{"audit_head", "SELECT seq, chain FROM audit_head"};
constexpr Statement kInsert{
    "audit_insert",
    "INSERT INTO audit (seq, at, who, request, what, asked, about, effect, count, result, begun,"
    " chain) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"};
constexpr Statement kMoveHead{"audit_move_head", "UPDATE audit_head SET seq = $1, chain = $2"};
constexpr Statement kPage{
    "audit_page",
    "SELECT seq, at, who, request, what, asked, about, effect, count, result, begun, chain"
    " FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2"};

Bytea bytes_of(const Sha256Digest& digest) {
    return {std::string{as_bytes(digest)}};
}

// The schema allows only chains of 32 bytes.
Sha256Digest digest_of(const Bytea& stored) {
    Sha256Digest digest{};
    std::ranges::copy(stored.bytes, digest.begin());
    return digest;
}

AuditHead head_of(const Rows& rows) {
    const auto [seq, chain] = rows.row<std::int64_t, Bytea>(0);
    return {static_cast<std::uint64_t>(seq), digest_of(chain)};
}

AuditEntry entry_of(const Rows& rows, std::size_t row) {
    auto [seq, at, who, request, what, asked, about, effect, count, result, begun, chain] =
        rows.row<std::int64_t, Instant, std::string, std::string, std::string, std::string,
                 std::string, std::string, std::int64_t, std::string, std::int64_t, Bytea>(row);
    return {.seq = static_cast<std::uint64_t>(seq),
            .at = at,
            .note = {std::move(who), std::move(request), std::move(what), std::move(asked),
                     std::move(about), std::move(effect), static_cast<std::uint64_t>(count),
                     std::move(result), static_cast<std::uint64_t>(begun)},
            .chain = digest_of(chain)};
}

std::vector<AuditEntry> entries_of(const Rows& rows) {
    std::vector<AuditEntry> entries;
    for (std::size_t row = 0; row < rows.size(); ++row)
        entries.push_back(entry_of(rows, row));
    return entries;
}

Command insert(const AuditEntry& entry) {
    const AuditNote& note = entry.note;
    return {kInsert,
            {static_cast<std::int64_t>(entry.seq), entry.at, note.who, note.request, note.what,
             note.asked, note.about, note.effect, static_cast<std::int64_t>(note.count),
             note.result, static_cast<std::int64_t>(note.begun), bytes_of(entry.chain)}};
}

Command read_page(std::uint64_t after, std::size_t limit) {
    return {kPage, {static_cast<std::int64_t>(after), static_cast<std::int64_t>(limit)}};
}

std::string words_for(const CallError& error) {
    const std::string_view certainty = error.outcome == CallOutcome::kOutcomeUnknown
                                           ? "the entry may be in the log"
                                           : "nothing was written";
    return std::string{to_word(error.cause)} + ": " + error.words + "; " + std::string{certainty};
}

}  // namespace

AuditBook::Work<AuditHead> AuditBook::record(AuditNote note) {
    auto transaction = co_await client_.begin(Access::kReadWrite, deadline());
    if (!transaction) co_return fail(words_for(transaction.error()));
    std::vector<Command> lock{{kLockHead}};
    const auto last = co_await transaction->run(std::move(lock));
    if (!last) co_return fail(words_for(last.error()));
    const AuditHead previous = head_of(last->front());
    AuditEntry entry{
        .seq = previous.seq + 1, .at = time_.wall(), .note = operate::stored_form(note)};
    entry.chain = operate::audit_chain(mac_, previous.chain, entry);
    std::vector<Command> writes{
        insert(entry), {kMoveHead, {static_cast<std::int64_t>(entry.seq), bytes_of(entry.chain)}}};
    const auto written = co_await transaction->commit(std::move(writes));
    if (!written) co_return fail(words_for(written.error()));
    co_return AuditHead{entry.seq, entry.chain};
}

AuditBook::Work<AuditHead> AuditBook::head() {
    std::vector<Command> read{{kHead}};
    const auto answers = co_await client_.read(std::move(read), deadline());
    if (!answers) co_return fail(words_for(answers.error()));
    co_return head_of(answers->front());
}

AuditBook::Work<std::vector<AuditEntry>> AuditBook::page(std::uint64_t after, std::size_t limit) {
    std::vector<Command> read{read_page(after, limit)};
    const auto answers = co_await client_.read(std::move(read), deadline());
    if (!answers) co_return fail(words_for(answers.error()));
    co_return entries_of(answers->front());
}

AuditBook::Work<operate::AuditReport> AuditBook::verify(std::optional<Sha256Digest> exported) {
    const auto end = co_await head();
    if (!end) co_return fail(end.error());
    operate::AuditFollower follower{mac_, exported};
    bool sound = true;
    while (sound && follower.at() < end->seq) {
        const auto entries = co_await page(follower.at(), kEntriesPerRead);
        if (!entries) co_return fail(entries.error());
        if (entries->empty()) follower.stop_at("audit_head names an entry that does not exist");
        sound = !entries->empty() && std::ranges::all_of(*entries, [&](const AuditEntry& entry) {
            return entry.seq > end->seq || follower.follow(entry);
        });
    }
    co_return follower.report();
}

}  // namespace onsale::postgres
