#include "tests/architecture/include_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace onsale::architecture {
namespace {

Patterns operator+(Patterns left, const Patterns& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

const Patterns kCore = {"base", "token", "runtime", "*/domain", "sale/advice", "*/codec", "*/port"};
const Patterns kRedis = {"adapter/redis/protocol", "adapter/redis/client", "adapter/redis/script"};
const Patterns kRedisCall = kCore + kRedis + Patterns{"adapter/redis/call"};
const Patterns kHttp =
    kCore + Patterns{"codec", "*/app", "adapter/http/transport", "adapter/http/api"};
const Patterns kGuest = kHttp + Patterns{"adapter/http/guest/context"};
const Patterns kGuestPlain = kGuest + Patterns{"adapter/http/guest/plain"};
const Patterns kOperator = kHttp + Patterns{"adapter/http/operator/call"};
const Patterns kAdapters = {"adapter"};

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
    {"adapter/crowd", kCore + Patterns{"adapter/http_client"}, "simulated guests"},
    {"adapter/gateway", kCore, "payment providers, one folder each"},
    {"adapter/embedded/journal", kCore, "files of one machine: journal, snapshots, SQLite"},
    {"adapter/embedded/engine", kCore + Patterns{"adapter/embedded/journal"}, "the writer thread"},
    {"adapter/embedded/audit", kCore + Patterns{"adapter/embedded/journal"}, "the audit log"},
    {"adapter/embedded/outbox",
     kCore + Patterns{"adapter/embedded/journal", "adapter/embedded/engine"},
     "delivery of messages to consumers"},
    {"adapter/embedded/report",
     kCore + Patterns{"adapter/embedded/journal", "adapter/embedded/outbox"}, "the reports"},
    {"adapter/embedded/backup",
     kCore +
         Patterns{"adapter/embedded/journal", "adapter/embedded/audit", "adapter/embedded/outbox"},
     "backup and restore"},
    {"adapter/embedded/port", kCore + Patterns{"adapter/embedded/engine"},
     "the ports, answered by the writer"},
    {"adapter/redis/protocol", {"base"}, "what the client knows without a socket"},
    {"adapter/redis/client",
     {"base", "runtime", "adapter/redis/protocol"},
     "connections, topology"},
    {"adapter/redis/script", {"base", "*/domain"}, "Lua scripts and their arguments"},
    {"adapter/redis/call", kCore + kRedis, "one script call, with retries and replicas"},
    {"adapter/redis/feed", kRedisCall, "facts from streams into views"},
    {"adapter/redis/store", kRedisCall, "what other processes ask of the sale store"},
    {"adapter/redis/lease", kCore + kRedis, "who may work on an event or a seat"},
    {"adapter/redis/roster", kCore + kRedis, "processes and nodes of a deployment"},
    {"adapter/redis/show", kCore + kRedis + Patterns{"adapter/redis/feed"},
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
    {"adapter/http/transport/message", {"base", "runtime"}, "bytes to requests, replies to bytes"},
    {"adapter/http/transport/socket",
     {"base", "runtime", "adapter/http/transport/message"},
     "sockets, TLS, limits of a connection"},
    {"adapter/http/api", kCore + Patterns{"codec", "*/app", "adapter/http/transport"},
     "errors, identity, limits, metrics: what all routes share"},
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
    {"adapter/server", kCore + Patterns{"*/app"} + kAdapters,
     "a serving process: loops with their ports, what its operator asks"},
    {"web", {"adapter/http/api/page"}, "the built pages as bytes; only the program links them"},
    {"program/config",
     kCore + Patterns{"adapter/http/transport", "adapter/http/api", "adapter/gateway"},
     "keys of the configuration"},
    {"program", kCore + Patterns{"codec", "*/app", "web", "program/config"} + kAdapters,
     "wiring; nobody includes it"},
};

// The program has no timers: what is done again and again is not wiring.
const Patterns kTimers = {"runtime", "*/app", "adapter"};
const Patterns kAsio = kTimers + Patterns{"program"};
const Patterns kAwaitable = kAsio + Patterns{"*/port", "base/port.hpp"};
// `token` may include `runtime` for private key files.
const Patterns kSystem = {"token", "runtime", "adapter", "program"};
const Patterns kText = {"token", "runtime", "codec", "*/codec", "*/app", "adapter", "program"};
const Patterns kTestsOnly = {};

const std::vector<VendorRow> kVendors = {
    {"openssl/", {"token", "base/sha256.cpp", "adapter/http", "adapter/redis", "program"}},
    {"cjose/", {"token"}},
    {"jansson.h", {"token"}},
    {"sqlite3.h", {"adapter/embedded"}},
    {"boost/asio/awaitable.hpp", kAwaitable},
    {"boost/asio.hpp", kTimers},
    {"boost/asio/steady_timer.hpp", kTimers},
    {"boost/asio/system_timer.hpp", kTimers},
    {"boost/asio", kAsio + Patterns{"base/port_test.cpp"}},
    {"boost/system/", kAsio},
    {"boost/json", {"codec", "*/codec", "token", "adapter/http", "program"}},
    {"toml++/", {"program"}},
    {"date/", {"runtime"}},
    {"CLI/", {"program"}},
    {"zlib.h", {"adapter/http"}},
    {"fmt/", kText},
    {"hiredis/", {"adapter/redis"}},
    {"curl/", {"adapter/http_client"}},
    {"dlfcn.h", kTestsOnly},
    {"gtest/", kTestsOnly},
    {"gmock/", kTestsOnly},
    {"rapidcheck", kTestsOnly},
    {"sys/", kSystem},
    {"netinet/", kSystem},
    {"arpa/", kSystem},
    {"linux/", kSystem},
    {"netdb.h", kSystem},
    {"poll.h", kSystem},
    {"malloc.h", kSystem},
    {"pthread.h", kSystem},
    {"sched.h", kSystem},
    {"unistd.h", kSystem},
    {"fcntl.h", kSystem},
    {"signal.h", kSystem},
};

}  // namespace

const std::vector<FolderRow>& folder_rows() {
    return kFolders;
}

const std::vector<VendorRow>& vendor_rows() {
    return kVendors;
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
