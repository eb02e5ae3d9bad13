#include "adapter/redis/feed/lobby_draw.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "adapter/redis/script/line_keys.hpp"
#include "base/bytes.hpp"
#include "waiting_room/domain/line/standing.hpp"

namespace onsale::redis {

using boost::asio::awaitable;
using std::chrono::milliseconds;
using waiting_room::Draw;
using waiting_room::DrawMember;
using waiting_room::EventId;
using waiting_room::Number;
using waiting_room::Place;
using waiting_room::Standing;

namespace {

constexpr std::uint32_t kMembersPage = 16384;   // 17 bytes per number.
constexpr std::uint32_t kPlacesPage = 2000;     // Limit of line_draw.
constexpr std::size_t kBytesPage = 512 * 1024;  // Bytes of the draw per command.

// The draw of one lobby, during its lifetime.
class LobbyDrawing {
  public:
    LobbyDrawing(ScriptCaller& caller, EventId event, milliseconds timeout)
        : caller_(caller), event_(event), timeout_(timeout) {}

    Deadline deadline() const { return std::chrono::steady_clock::now() + timeout_; }

    awaitable<bool> read_members() {
        for (std::uint32_t from = 1; from <= issued_; from += kMembersPage) {
            const auto page = co_await caller_.ask(
                "line_members", event_, {std::to_string(from), std::to_string(kMembersPage)},
                deadline());
            if (!page || page->items.size() != 3) co_return false;
            issued_ = static_cast<std::uint32_t>(page->items[0].integer);
            if (!add_members(from, page->items[1].text, page->items[2].text)) co_return false;
        }
        co_return true;
    }

    // Waits for replicas, so that a failover cannot open the sale with half a draw.
    awaitable<bool> write_places(const Draw& draw) {
        for (std::uint32_t from = 1; from <= draw.member_count(); from += kPlacesPage) {
            std::string part;
            ByteWriter out{part};
            const std::uint32_t end = std::min(draw.member_count() + 1, from + kPlacesPage);
            for (std::uint32_t place = from; place < end; ++place)
                out.fixed(draw.number_at(Place{place}).value);
            const auto answer = co_await caller_.change("line_draw", event_,
                                                        {std::to_string(from), part}, deadline());
            if (!answer || answer->word != "ok") co_return false;
        }
        co_return true;
    }

    awaitable<bool> write_bytes(const Draw& draw) {
        std::string bytes;
        ByteWriter out{bytes};
        draw.save(out);
        const std::string key = draw_key(event_);
        if (!co_await call({"DEL", {key}})) co_return false;
        for (std::size_t from = 0; from < bytes.size(); from += kBytesPage) {
            const auto page = std::string_view{bytes}.substr(from, kBytesPage);
            if (!co_await call({"SETRANGE", {key, std::to_string(from), page}})) co_return false;
        }
        co_return true;
    }

    Draw draw(const Sha256Digest& secret) const { return {secret, members_, issued_}; }
    Number issued() const { return Number{issued_}; }

  private:
    bool add_members(std::uint32_t from, const std::string& standings, const std::string& guests) {
        if (guests.size() != standings.size() * sizeof(GuestId)) return false;
        for (std::size_t i = 0; i < standings.size(); ++i) {
            if (!keeps_place(static_cast<Standing>(standings[i]))) continue;
            DrawMember member{Number{from + static_cast<std::uint32_t>(i)}, {}};
            std::memcpy(&member.guest, guests.data() + i * sizeof(GuestId), sizeof(GuestId));
            members_.push_back(member);
        }
        return true;
    }

    awaitable<bool> call(Command command) {
        const auto answer =
            co_await caller_.client().call(slot_of(event_), std::move(command), deadline());
        co_return answer && !answer->is_error();
    }

    ScriptCaller& caller_;
    EventId event_;
    milliseconds timeout_;
    std::vector<DrawMember> members_;
    std::uint32_t issued_ = 1;  // Set by the first page.
};

}  // namespace

awaitable<DrawResult> draw_lobby(ScriptCaller& caller, EventId event, Sha256Digest secret,
                                 milliseconds timeout) {
    LobbyDrawing drawing{caller, event, timeout};
    const auto begun = co_await caller.change("line_drawing", event, {}, drawing.deadline());
    if (!begun) co_return DrawResult{};
    if (begun->word == "drawn") co_return DrawResult{.is_done = true};
    if (!co_await drawing.read_members()) co_return DrawResult{};
    const Draw draw = drawing.draw(secret);
    const bool is_written =
        co_await drawing.write_bytes(draw) && co_await drawing.write_places(draw);
    if (!is_written) co_return DrawResult{};
    co_return DrawResult{true, DrawnLobby{drawing.issued(), draw.root()}};
}

awaitable<std::shared_ptr<const Draw>> read_draw(ScriptCaller& caller, EventId event,
                                                 Sha256Digest root, milliseconds timeout) {
    std::string bytes;
    const std::string key = draw_key(event);
    for (std::size_t got = kBytesPage; got == kBytesPage;) {
        const std::string from = std::to_string(bytes.size());
        const std::string to = std::to_string(bytes.size() + kBytesPage - 1);
        const Deadline deadline = std::chrono::steady_clock::now() + timeout;
        const auto page = co_await caller.client().call(
            slot_of(event), Command{"GETRANGE", {key, from, to}}, deadline);
        if (!page || page->is_error()) co_return nullptr;
        got = page->text.size();
        bytes += page->text;
    }
    ByteReader in{bytes};
    auto draw = std::make_shared<const Draw>(in);
    co_return in.ok() && draw->root() == root ? draw : nullptr;
}

}  // namespace onsale::redis
