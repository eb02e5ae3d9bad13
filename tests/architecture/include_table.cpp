#include "tests/architecture/include_table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onsale::architecture {
namespace {

Patterns operator+(Patterns left, const Patterns& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

const Patterns kEmbedded = {"base", "token", "runtime", "*/domain", "*/codec", "*/port"};
const Patterns kRedis = {"base",
                         "runtime",
                         "*/domain",
                         "*/port",
                         "adapter/redis/protocol",
                         "adapter/redis/client",
                         "adapter/redis/script"};
const Patterns kRedisCall = kRedis + Patterns{"adapter/redis/call"};
const Patterns kPostgres = {"base", "adapter/postgres/protocol", "adapter/postgres/client"};
const Patterns kRoutes = {"base",    "token",  "runtime", "*/domain", "sale/advice",
                          "*/codec", "*/port", "codec",   "*/app",    "adapter/http/transport"};
const Patterns kHttp = kRoutes + Patterns{"adapter/http/api"};
const Patterns kGuest = kHttp + Patterns{"adapter/http/guest/context"};
const Patterns kGuestPlain = kGuest + Patterns{"adapter/http/guest/plain"};
const Patterns kOperator = kHttp + Patterns{"adapter/http/operator/call"};

const std::vector<FolderRow> kFolders = {
    {"base", {}, "types that every module uses"},
    {"codec", {"base"}, "reading and writing JSON: what all codecs share"},
    {"token", {"base", "runtime"}, "keys and tokens; the only folder with cryptography"},
    {"runtime", {"base"}, "loops, log, time, scheduling of threads"},
    {"*/domain", {"base"}, "rules without I/O, clock or log, so that they can be replayed"},
    {"*/codec", {"base", "codec", "X/domain"}, "JSON and bytes of domain types"},
    {"*/port", {"base", "X/domain"}, "what a module needs from outside"},
    {"sale/domain", {"base", "*/domain"}, "rules that span modules"},
    {"sale/codec", {"base", "codec", "*/domain"}, "JSON of the settings of a sale"},
    {"sale/app", {"base", "*/domain", "*/port", "sale/advice"}, "use cases that span modules"},
    {"operate/port", {"base", "*/domain"}, "what an operator asks of a running server"},
    {"sale/advice", {"base"}, "arithmetic on numbers; no rule depends on it"},
    {"adapter/http_client", {"base"}, "calls to HTTP servers, by libcurl"},
    {"adapter/crowd",
     {"base", "runtime", "*/domain", "*/codec", "adapter/http_client"},
     "simulated guests"},
    {"adapter/gateway",
     {"base", "token", "*/domain", "*/port"},
     "payment providers, one folder each"},
    {"adapter/embedded/journal", kEmbedded, "files of one machine: journal, snapshots, SQLite"},
    {"adapter/embedded/engine", kEmbedded + Patterns{"adapter/embedded/journal"},
     "the writer thread"},
    {"adapter/embedded/audit", kEmbedded + Patterns{"adapter/embedded/journal"}, "the audit log"},
    {"adapter/embedded/outbox",
     kEmbedded + Patterns{"adapter/embedded/journal", "adapter/embedded/engine"},
     "delivery of messages to consumers"},
    {"adapter/embedded/report",
     kEmbedded + Patterns{"adapter/embedded/journal", "adapter/embedded/outbox"}, "the reports"},
    {"adapter/embedded/backup",
     kEmbedded +
         Patterns{"adapter/embedded/journal", "adapter/embedded/audit", "adapter/embedded/outbox"},
     "backup and restore"},
    {"adapter/embedded/port", kEmbedded + Patterns{"adapter/embedded/engine"},
     "the ports, answered by the writer"},
    {"adapter/redis/protocol", {"base"}, "what the client knows without a socket"},
    {"adapter/redis/client",
     {"base", "runtime", "adapter/redis/protocol"},
     "connections, topology"},
    {"adapter/redis/script", {"base", "*/domain"}, "Lua scripts and their arguments"},
    {"adapter/redis/call", kRedis, "one script call, with retries and replicas"},
    {"adapter/redis/feed", kRedisCall, "facts from streams into views"},
    {"adapter/redis/store", kRedisCall, "what other processes ask of the sale store"},
    {"adapter/redis/lease", kRedis, "who may work on an event or a seat"},
    {"adapter/redis/roster", kRedis, "processes and nodes of a deployment"},
    {"adapter/redis/show", kRedis + Patterns{"adapter/redis/feed"},
     "numbers and keys of an event, for a person"},
    {"adapter/redis/line", kRedisCall + Patterns{"adapter/redis/feed", "adapter/redis/store"},
     "the port of the waiting room"},
    {"adapter/redis/hall", kRedisCall + Patterns{"adapter/redis/feed", "adapter/redis/store"},
     "the port of the seats"},
    {"adapter/redis/schedule", kRedisCall + Patterns{"adapter/redis/feed", "adapter/redis/store"},
     "admission by time"},
    {"adapter/redis/relay",
     kRedisCall + Patterns{"adapter/redis/feed", "adapter/redis/store", "adapter/redis/lease",
                           "adapter/redis/hall"},
     "decisions of the payment process, written to Redis"},
    {"adapter/postgres/protocol", {"base"}, "what the client knows without a socket"},
    {"adapter/postgres/client",
     {"base", "runtime", "adapter/postgres/protocol"},
     "connections, transactions"},
    {"adapter/postgres/event",
     {"base", "*/domain", "*/port", "adapter/postgres/protocol", "adapter/postgres/client"},
     "what operators and the calendar decide, in rows"},
    {"adapter/postgres/migration", kPostgres, "the tables of the store, and their migrations"},
    {"adapter/postgres/show", kPostgres + Patterns{"adapter/postgres/migration"},
     "servers and schema, for a person"},
    {"adapter/postgres/order",
     {"base", "runtime", "*/domain", "*/codec", "*/port", "adapter/postgres/protocol",
      "adapter/postgres/client", "adapter/postgres/event"},
     "the port of orders, on rows"},
    {"adapter/postgres/audit",
     {"base", "*/domain", "*/port", "adapter/postgres/protocol", "adapter/postgres/client"},
     "the operators' log, in rows"},
    {"adapter/http/transport/message", {"base", "runtime"}, "bytes to requests, replies to bytes"},
    {"adapter/http/transport/socket",
     {"base", "runtime", "adapter/http/transport/message"},
     "sockets, TLS, limits of a connection"},
    {"adapter/http/api", kRoutes, "errors, identity, limits, metrics: what all routes share"},
    {"adapter/http/guest/context", kHttp, "what the routes of guests share"},
    {"adapter/http/guest/plain", kGuest, "pages that work without JavaScript"},
    {"adapter/http/guest/page", kGuestPlain, "routes of pages and files"},
    {"adapter/http/guest/queue", kGuestPlain, "routes of the waiting room"},
    {"adapter/http/guest/seat", kGuest, "routes of halls and holds"},
    {"adapter/http/guest/pay", kGuestPlain, "routes of orders and bookings"},
    {"adapter/http/guest/event", kGuest, "routes of events"},
    {"adapter/http/guest", kHttp + Patterns{"adapter/http/guest"}, "the table of a guest's routes"},
    {"adapter/http/operator/call", kHttp, "one call of an operator: body, answer, effects"},
    {"adapter/http/operator/event", kOperator, "routes of events and their preflight"},
    {"adapter/http/operator/line", kOperator, "routes of the line"},
    {"adapter/http/operator/hall", kOperator, "routes of halls"},
    {"adapter/http/operator/order", kOperator, "routes of orders"},
    {"adapter/http/operator/report", kOperator, "routes of reports and live numbers"},
    {"adapter/http/operator/server", kOperator, "routes of the deployment"},
    {"adapter/http/operator", kOperator + Patterns{"adapter/http/operator"},
     "the table of an operator's routes"},
    {"adapter/server",
     {"base", "token", "runtime", "*/domain", "*/codec", "*/port", "*/app", "adapter"},
     "a serving process: loops with their ports, what its operator asks"},
    {"web", {"adapter/http/api/page"}, "the built pages as bytes; only the program links them"},
    {"program/config",
     {"base", "runtime", "*/domain", "adapter/http/transport", "adapter/http/api",
      "adapter/gateway"},
     "keys of the configuration"},
    {"program",
     {"base", "token", "runtime", "*/domain", "*/codec", "*/app", "web", "program/config",
      "adapter"},
     "wiring; nobody includes it"},
};

const Patterns kAsio = {"runtime", "*/app", "adapter", "program"};
const Patterns kAwaitable = kAsio + Patterns{"*/port", "base/port.hpp"};
// `token` may include `runtime` for private key files.
const Patterns kSystem = {"token", "runtime", "adapter", "program"};
const Patterns kTestsOnly = {};

const std::vector<VendorRow> kVendors = {
    {"openssl/", {"token", "base/sha256.cpp", "adapter/http", "adapter/redis"}},
    {"cjose/", {"token"}},
    {"sqlite3.h", {"adapter/embedded"}},
    {"boost/asio/awaitable.hpp", kAwaitable},
    {"boost/asio", kAsio + Patterns{"base/port_test.cpp"}},
    {"boost/json", {"codec", "*/codec", "token", "adapter/http", "program"}},
    {"toml++/", {"program"}},
    {"date/", {"runtime"}},
    {"CLI/", {"program"}},
    {"zlib.h", {"adapter/http"}},
    {"fmt/", {"token", "runtime", "codec", "*/codec", "adapter", "program"}},
    {"hiredis/", {"adapter/redis"}},
    {"curl/", {"adapter/http_client"}},
    {"libpq-fe.h", {"adapter/postgres"}},
    {"dlfcn.h", kTestsOnly},
    {"gtest/", kTestsOnly},
    {"rapidcheck", kTestsOnly},
    {"sys/", kSystem},
    {"netinet/", {"adapter/http"}},
    {"arpa/", {"adapter/http"}},
    {"netdb.h", {"adapter/http_client"}},
    {"poll.h", {"runtime"}},
    {"malloc.h", {"adapter/embedded", "program"}},
    {"pthread.h", {"runtime", "adapter", "program"}},
    {"sched.h", {"runtime", "adapter/embedded"}},
    {"unistd.h", kSystem},
    {"fcntl.h", {"token", "runtime", "adapter"}},
    {"signal.h", {"adapter"}},
};

// The longer pattern wins; on a tie, the one without `*`.
bool is_closer(const FolderRow& left, const FolderRow& right) {
    const auto depth = [](std::string_view f) { return std::ranges::count(f, '/'); };
    if (depth(left.folder) != depth(right.folder)) return depth(left.folder) > depth(right.folder);
    return left.folder.front() != '*' && right.folder.front() == '*';
}

}  // namespace

std::string_view first_name(std::string_view path) {
    return path.substr(0, path.find('/'));
}

bool is_below(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

bool fits(std::string_view pattern, std::string_view path, std::string_view module) {
    const std::string_view head = first_name(pattern);
    if (head != "*" && head != "X") return path == pattern || is_below(path, pattern);
    const std::string_view own = first_name(path);
    if (own == "adapter" || own.size() == path.size()) return false;
    return (head == "*" || own == module) &&
           is_below(path.substr(own.size() + 1), pattern.substr(head.size() + 1));
}

const std::vector<FolderRow>& folder_rows() {
    return kFolders;
}

const std::vector<VendorRow>& vendor_rows() {
    return kVendors;
}

const FolderRow* row_of(std::string_view path) {
    const FolderRow* closest = nullptr;
    for (const FolderRow& row : folder_rows())
        if (fits(row.folder, path, {}) && (closest == nullptr || is_closer(row, *closest)))
            closest = &row;
    return closest;
}

std::string folder_table() {
    std::string table = "| folder | may include | what it is |\n|---|---|---|\n";
    for (const FolderRow& row : kFolders)
        table += fmt::format("| {} | {} | {} |\n", row.folder,
                             row.may_include.empty()
                                 ? "nothing"
                                 : fmt::format("{}", fmt::join(row.may_include, ", ")),
                             row.why);
    return table;
}

}  // namespace onsale::architecture
