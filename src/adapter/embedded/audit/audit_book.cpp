#include "adapter/embedded/audit/audit_book.hpp"

#include "adapter/embedded/audit/audit_verify.hpp"
#include "base/base64url.hpp"
#include "runtime/answer_on.hpp"
#include "runtime/log.hpp"

namespace onsale::embedded {
namespace {

std::string words_for(AuditError error) {
    switch (error) {
        case AuditError::kDiskFull:
            return "the disk is full";
        case AuditError::kFailed:
            return "a write or a sync failed; restart the server";
    }
    return "";
}

}  // namespace

AuditBook::AuditBook(Storage storage, operate::AuditMac mac, const TimeSource& time)
    : storage_(std::move(storage)), time_(time), mac_(std::move(mac)), log_(storage_, mac_) {
    const operate::AuditReport report = verify_audit(storage_, mac_);
    if (!report.damage.empty())
        runtime::log(runtime::LogLevel::kError, "the audit log does not verify",
                     {{"damage", report.damage}});
    runtime::log(runtime::LogLevel::kInfo, "audit log",
                 {{"audit", std::to_string(log_.head().seq)},
                  {"head", hex_encode(as_bytes(log_.head().chain))},
                  {"unfinished", std::to_string(report.unfinished)}});
}

void AuditBook::start(boost::asio::io_context& home) {
    home_ = &home;
    loop_.start();
}

void AuditBook::stop() {
    boost::asio::post(loop_.context(), [this] { loop_.stop(); });
    loop_.join();
}

template <class Value>
AuditBook::Work<Value> AuditBook::on_own_thread(std::function<Result<Value, std::string>()> work) {
    return runtime::answer_on<Result<Value, std::string>>(
        *home_, [this, work = std::move(work)](auto done) {
            boost::asio::post(loop_.context(), [work, done] {
                try {
                    done(work());
                } catch (const SqliteError& error) {
                    done(fail(std::string{error.what()}));
                }
            });
        });
}

AuditBook::Work<AuditHead> AuditBook::record(AuditNote note) {
    return on_own_thread<AuditHead>(
        [this, note = std::move(note)]() -> Result<AuditHead, std::string> {
            const auto head = log_.append(time_.wall(), note);
            if (!head) return fail(words_for(head.error()));
            return *head;
        });
}

AuditBook::Work<AuditHead> AuditBook::head() {
    return on_own_thread<AuditHead>(
        [this]() -> Result<AuditHead, std::string> { return log_.head(); });
}

AuditBook::Work<std::vector<AuditEntry>> AuditBook::page(std::uint64_t after, std::size_t limit) {
    return on_own_thread<std::vector<AuditEntry>>(
        [this, after, limit]() -> Result<std::vector<AuditEntry>, std::string> {
            return read_audit(storage_, after, limit);
        });
}

}  // namespace onsale::embedded
