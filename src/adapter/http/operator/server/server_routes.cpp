// The operator's routes about the server itself: keys, journal, backup, health.
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "adapter/http/api/context/health.hpp"
#include "adapter/http/api/measure/metrics_text.hpp"
#include "adapter/http/operator/call/admin_answers.hpp"
#include "adapter/http/operator/call/admin_body.hpp"
#include "adapter/http/operator/call/admin_routes.hpp"
#include "base/base64url.hpp"
#include "base/time_text.hpp"
#include "operate/domain/message_codes.hpp"
#include "token/entry_token.hpp"

namespace onsale::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kPathMax = 4096;

json::object stats_json(const operate::JournalStats& stats) {
    return {{"rows", stats.rows},
            {"lastSeq", stats.last_seq},
            {"factBytes", stats.fact_bytes},
            {"firstAt", format_iso_time(stats.first_at)},
            {"lastAt", format_iso_time(stats.last_at)},
            {"fileBytes", stats.file_bytes},
            {"walBytes", stats.wal_bytes},
            {"schema", stats.schema},
            {"snapshotsTaken", stats.snapshots_taken},
            {"checkpointsDone", stats.checkpoints_done}};
}

}  // namespace

AdminWork rotate_keys(AdminCall call) {
    const operate::Effect effect{operate::effect_message("keys_rotated")};
    if (call.dry_run)
        co_return effect_answer(call, effect, {.event = {}, .version = 0, .count = 1});
    const auto kid = co_await call.server.rotate_keys();
    if (!kid) co_return fail(storage_failure(kid.error()));
    json::object body = change_body(call, effect, 1);
    body["kid"] = std::to_string(*kid);
    co_return json_answer(body);
}

AdminWork show_entry_keys(AdminCall call) {
    json::array keys;
    for (const token::EntrySecret& key : token::entry_secrets(*call.context.keys)) {
        const std::string_view bytes{reinterpret_cast<const char*>(key.secret.data()),
                                     key.secret.size()};
        keys.push_back({{"kid", std::to_string(key.kid)},
                        {"alg", "HS256"},
                        {"secret", base64url_encode(bytes)}});
    }
    co_return json_answer({{"keys", std::move(keys)}});
}

AdminWork show_journal_stats(AdminCall call) {
    const auto stats = co_await call.server.journal_stats();
    co_return json_answer(stats ? stats_json(*stats) : json::object{});
}

AdminWork make_backup(AdminCall call) {
    if (!call.local) co_return fail(AdminRefusal{ErrorCode::kLocalOnly});
    AdminBody body{call.body};
    const std::string file = body.get<std::string>("file", codec::Line{kPathMax}).value_or("");
    if (!file.starts_with('/')) body.refuse("file", "must be an absolute path on the server");
    if (file.find('\0') != file.npos) body.refuse("file", "must not hold a zero byte");
    if (auto problem = body.refusal()) co_return fail(std::move(*problem));
    const operate::Effect effect{operate::effect_message("backup_made", {{"file", file}})};
    if (call.dry_run)
        co_return effect_answer(call, effect, {.event = {}, .version = 0, .count = 1});
    const auto bytes = co_await call.server.backup(file);
    if (!bytes) co_return fail(storage_failure(bytes.error()));
    json::object done = change_body(call, effect, 1);
    done["file"] = file;
    done["bytes"] = *bytes;
    co_return json_answer(done);
}

AdminWork show_metrics(AdminCall call) {
    std::string text = co_await call.server.metrics_text();
    co_return AdminAnswer{.body = std::move(text), .content_type = MetricsText::kContentType};
}

AdminWork show_alive(AdminCall) {
    HealthAnswer health = healthz();
    co_return AdminAnswer{.status = health.status, .body = std::move(health.body)};
}

AdminWork show_ready(AdminCall call) {
    HealthAnswer health = readyz(co_await call.server.readiness());
    co_return AdminAnswer{.status = health.status, .body = std::move(health.body)};
}

}  // namespace onsale::http
