#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "adapter/http/transport/socket/channel.hpp"
#include "adapter/http/transport/socket/connection_context.hpp"

namespace onsale::http {

// The peer of a connection.
struct Origin {
    ClientAddress address;
    bool trusted_proxy = false;
    bool local = false;
};

// One client connection: reads requests, passes each to the handler in order, writes the answers.
// It takes the next request only after the previous one is answered and the client has received the
// answer. So it never buffers more than one request and its answers.
// Thread safety: the loop's thread.
class Connection final : public Poller::Watcher,
                         public DeadlineWheel::Holder,
                         public LaterReply::Target,
                         public EventStream::Target,
                         public std::enable_shared_from_this<Connection> {
  public:
    Connection(ConnectionContext& context, int socket, const Origin& origin);

    void start();
    // Answers the requests that have arrived, then closes. REQUIRES: no handler is running.
    void drain();
    // Closes at once.
    void drop();

    void on_events(std::uint32_t events) override;
    void on_deadline(Duration now) override;

    void answer(const Answer& answer) override;
    void abandon() override;

    bool send(std::string_view bytes) override;
    void close() override;

    const Origin& origin() const { return origin_; }

    std::size_t table_index = 0;  // Used by the owner.

  private:
    enum class Phase : std::uint8_t {
        kReceiving,  // Waits for requests.
        kAwaiting,   // A handler answers later.
        kStreaming,  // An event stream is open.
        kFlushing,   // The last answer is being sent.
        // Everything is sent. Input is read and discarded, so that a reset does not destroy the
        // answer.
        kLingering,
        kClosed,
    };

    // Input that could not be handled yet.
    struct Pending {
        std::string bytes;
        std::size_t begin = 0;
        RequestAssembly assembly;
        Duration due{};  // Deadline of the head, then time of the next check of the body's rate.
        Duration body_since{};
        std::uint64_t body_received = 0;
        bool ready = false;  // May hold a complete request.
        bool head_seen = false;
        bool continue_sent = false;
    };
    class DirectReply;

    void proceed();
    bool receive();
    void discard_input();
    void consume(std::span<char> fresh);
    void consume_all(std::span<char>& bytes, RequestAssembly& assembly, bool& starved);
    void dispatch(std::span<const char> bytes, const RequestAssembly& assembly);
    void keep(std::span<const char> bytes, const RequestAssembly& assembly, bool starved,
              bool new_request);
    void note_progress(bool new_request);
    void append_answer(std::string& out, const Answer& answer);
    void refuse(std::string& out, Refusal refusal);
    void send_out(std::string& out);
    static void empty(std::string& buffer);
    std::string_view write_some(std::string_view bytes);
    void flush_unsent();
    void end();
    void arm();
    Duration due() const;
    bool body_is_slow(Duration now) const;

    ConnectionContext& context_;
    Channel channel_;
    Origin origin_;
    std::unique_ptr<Pending> pending_;
    std::string unsent_;
    std::size_t unsent_at_ = 0;
    // Time of accept, then of the last write progress. While lingering: the deadline.
    Duration mark_;
    Duration linger_until_{};  // Upper limit of mark_ while lingering.
    std::size_t discarded_ = 0;
    std::uint64_t request_id_ = 0;  // Number of the current request.
    std::string given_id_;          // Its id from a trusted proxy, which then replaces the number.
    AnswerShape shape_;
    Phase phase_ = Phase::kReceiving;
    bool readable_ = false;
    bool peer_finished_ = false;
    bool consuming_ = false;
    bool served_ = false;
    bool lingers_ = false;
};

}  // namespace onsale::http
