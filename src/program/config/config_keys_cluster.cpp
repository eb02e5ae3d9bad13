// The keys of a deployment on several machines.
#include "program/config/config_key_of.hpp"
#include "program/config/listen_address.hpp"

namespace onsale::program {
namespace {

// Host names are allowed as well as addresses, but each needs a port.
bool is_node(const std::string& text) {
    const auto colon = text.rfind(':');
    if (colon == text.npos || colon == 0) return false;
    const auto local = parse_listen_address("127.0.0.1" + text.substr(colon));
    return local && local->port != 0;
}

// WAIT never counts more than the master's replicas, and no deployment has more than this.
constexpr std::uint32_t kReplicasMax = 10;
constexpr std::uint32_t kConnectionsMax = 64;
// Below this, a stream without traffic would already count as stale: a read waits half a second for
// news.
constexpr Duration kViewAgeLow = std::chrono::seconds{1};

const WordListForm<Role, 4> kRoles{{{"queue", "booking", "payment", "scheduler"}},
                                   "of queue, booking, payment, scheduler",
                                   R"(["queue", "booking"])"};

}  // namespace

void add_redis_keys(std::vector<ConfigKey>& keys) {
    using R = RedisConfig;
    const KeysOf<R> key{"redis", &Config::redis};
    const TextForm text{.unit = "text or empty"};
    keys.insert(
        keys.end(),
        {key("mode", &R::mode, WordForm<RedisMode, 3>{{"off", "single", "cluster"}},
             "Where line and holds live: off is this process alone, else in Redis."),
         key("nodes", &R::nodes, ListForm{"list of host:port", R"(["10.0.0.1:6379"])", is_node},
             "The server, or some of the cluster's nodes; the more, the safer."),
         key("user", &R::user, text, "ACL user; empty is the server's default user."),
         key("password_file", &R::password_file, file(),
             "Its password; or in the environment variable ONSALE_REDIS_PASSWORD."),
         key("tls", &R::tls, SwitchForm{}, "Whether connections are encrypted."),
         key("ca_file", &R::ca_file, file(), "Who may have signed the servers' certificates."),
         key("certificate_file", &R::certificate_file, file(),
             "Our own certificate, where the servers ask for one."),
         key("key_file", &R::key_file, file(), "Private key (PEM) of certificate_file."),
         key("server_name", &R::server_name, text,
             "The name that all their certificates carry; empty is the host connected to."),
         key("connections_per_node", &R::connections_per_node, count(1, kConnectionsMax),
             "Connections of each loop to each node, for calls."),
         key("call_timeout", &R::call_timeout, at_least(Duration{50}),
             "How long a call may take, retries and redirections included."),
         key("replicas", &R::replicas, count(0, kReplicasMax),
             "A join is answered when so many replicas have it; 0 on a server without any."),
         key("replicas_min", &R::replicas_min, count(0, kReplicasMax),
             "It is also answered with so many, once replica_timeout is over."),
         key("replica_timeout", &R::replica_timeout, at_least(Duration{1}),
             "How long a join waits for replicas."),
         key("view_age_max", &R::view_age_max, at_least(kViewAgeLow),
             "A view that is older says so in its answers and in /readyz."),
         key("restore_wait", &R::restore_wait, at_least(Duration{0}),
             "How long admission waits for places to come back after Redis has lost all.")});
}

void add_cluster_keys(std::vector<ConfigKey>& keys) {
    using C = ClusterConfig;
    const KeysOf<C> key{"cluster", &Config::cluster};
    keys.insert(
        keys.end(),
        {key("roles", &C::roles, kRoles, "What this process does on Redis; empty is all of it."),
         key("keys", &C::keys, TextForm{"folder or empty", "\"/etc/onsale/keys\""},
             "Where it finds the signing keys of the payment process; empty is engine.data."),
         key("name", &C::name, TextForm{"text or empty", "\"queue-1\""},
             "Its name in logs, leases and metrics; empty is made of role, process id and host.")});
}

}  // namespace onsale::program
