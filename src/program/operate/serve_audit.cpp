#include "program/operate/serve_audit.hpp"

#include "adapter/embedded/audit/audit_verify.hpp"
#include "base/base64url.hpp"
#include "program/operate/answer_on.hpp"
#include "runtime/log.hpp"
#include "token/key/mac.hpp"
#include "token/key/secret_file.hpp"

namespace onsale::program {
namespace {

// Separates this key from other uses of the file's secret.
constexpr std::string_view kPurpose = "onsale audit chain v1";

std::string words_for(embedded::AuditError error) {
    switch (error) {
        case embedded::AuditError::kDiskFull:
            return "the disk is full";
        case embedded::AuditError::kFailed:
            return "a write or a sync failed; restart the server";
    }
    return "";
}

}  // namespace

embedded::AuditMac audit_mac(const std::filesystem::path& key_file) {
    const token::SecretFile secret{key_file};
    const Sha256Digest key = token::Mac{secret.text()}(kPurpose);
    return token::Mac{as_bytes(key)};
}

ServerAudit::ServerAudit(embedded::Storage storage, const std::filesystem::path& key_file,
                         const TimeSource& time)
    : storage_(std::move(storage)), time_(time), mac_(audit_mac(key_file)), log_(storage_, mac_) {
    const embedded::AuditReport report = embedded::verify_audit(storage_, mac_);
    if (!report.damage.empty())
        runtime::log(runtime::LogLevel::kError, "the audit log does not verify",
                     {{"damage", report.damage}});
    runtime::log(runtime::LogLevel::kInfo, "audit log",
                 {{"audit", std::to_string(log_.head().seq)},
                  {"head", hex_encode(as_bytes(log_.head().chain))},
                  {"unfinished", std::to_string(report.unfinished)}});
}

void ServerAudit::start(boost::asio::io_context& home) {
    home_ = &home;
    loop_.start();
}

void ServerAudit::stop() {
    boost::asio::post(loop_.context(), [this] { loop_.stop(); });
    loop_.join();
}

template <class Value>
http::AuditBook::Work<Value> ServerAudit::on_own_thread(
    std::function<Result<Value, std::string>()> work) {
    return answer_on<Result<Value, std::string>>(*home_, [this, work = std::move(work)](auto done) {
        boost::asio::post(loop_.context(), [work, done] {
            try {
                done(work());
            } catch (const embedded::SqliteError& error) {
                done(fail(std::string{error.what()}));
            }
        });
    });
}

http::AuditBook::Work<AuditHead> ServerAudit::record(AuditNote note) {
    return on_own_thread<AuditHead>(
        [this, note = std::move(note)]() -> Result<AuditHead, std::string> {
            const auto head = log_.append(time_.wall(), note);
            if (!head) return fail(words_for(head.error()));
            return *head;
        });
}

http::AuditBook::Work<AuditHead> ServerAudit::head() {
    return on_own_thread<AuditHead>(
        [this]() -> Result<AuditHead, std::string> { return log_.head(); });
}

http::AuditBook::Work<std::vector<AuditEntry>> ServerAudit::page(std::uint64_t after,
                                                                 std::size_t limit) {
    return on_own_thread<std::vector<AuditEntry>>(
        [this, after, limit]() -> Result<std::vector<AuditEntry>, std::string> {
            return embedded::read_audit(storage_, after, limit);
        });
}

}  // namespace onsale::program
