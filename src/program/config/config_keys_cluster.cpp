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

const WordListForm<Role> kRoles{.example = R"(["queue", "booking"])"};

}  // namespace

void add_redis_keys(std::vector<ConfigKey>& keys) {
    using R = RedisConfig;
    const KeysOf<R> key{"redis", &Config::redis};
    const TextForm text{.unit = "text or empty"};
    keys.insert(
        keys.end(),
        {key("mode", &R::mode, WordForm<RedisMode>{},
             "Storage of line and holds: this process alone (off), or Redis."),
         key("nodes", &R::nodes, ListForm{"list of host:port", R"(["10.0.0.1:6379"])", is_node},
             "The Redis server, or several nodes of the cluster."),
         key("user", &R::user, text, "ACL user; empty is the server's default user."),
         key("password_file", &R::password_file, file(),
             "Password of that user; or set the environment variable ONSALE_REDIS_PASSWORD."),
         key("tls", &R::tls, SwitchForm{}, "Encrypts connections to Redis."),
         key("ca_file", &R::ca_file, file(), "Certificate authority of the servers' certificates."),
         key("certificate_file", &R::certificate_file, file(),
             "Client certificate, if the servers require one."),
         key("key_file", &R::key_file, file(), "Private key (PEM) of certificate_file."),
         key("server_name", &R::server_name, text,
             "Name in the servers' certificates; empty: the host of each connection."),
         key("connections_per_node", &R::connections_per_node, count(1, kConnectionsMax),
             "Number of connections from each loop to each node."),
         key("call_timeout", &R::call_timeout, at_least(Duration{50}),
             "Maximum duration of a call, including retries and redirections."),
         key("replicas", &R::replicas, count(0, kReplicasMax),
             "Number of replicas that must have a join before it is answered; 0: none."),
         key("replicas_min", &R::replicas_min, count(0, kReplicasMax),
             "Minimum number of replicas accepted after replica_timeout."),
         key("replica_timeout", &R::replica_timeout, at_least(Duration{1}),
             "Maximum time that a join waits for replicas."),
         key("view_age_max", &R::view_age_max, at_least(kViewAgeLow),
             "Maximum age of a view; an older one is reported in answers and in /readyz."),
         key("restore_wait", &R::restore_wait, at_least(Duration{0}),
             "Minimum time without admission after Redis lost a line, until places are back.")});
}

// Only `onsale store` reads these keys so far.
void add_postgres_keys(std::vector<ConfigKey>& keys) {
    using P = PostgresConfig;
    const KeysOf<P> key{"postgres", &Config::postgres};
    keys.insert(
        keys.end(),
        {key("hosts", &P::hosts, ListForm{"list of host:port", R"(["10.0.0.1:5432"])", is_node},
             "PostgreSQL's primary and standbys; only `onsale store` uses them so far."),
         key("database", &P::database, TextForm{"text", "\"onsale\""},
             "Database of the store, for Onsale alone."),
         key("user", &P::user, TextForm{"text", "\"onsale\""}, "User who owns the tables."),
         key("password_file", &P::password_file, file(),
             "Password of that user; refused if all users may read it."),
         key("tls", &P::tls, SwitchForm{},
             "Encrypts connections to PostgreSQL; servers must prove their names."),
         key("ca_file", &P::ca_file, file(), "Certificate authority of the servers' certificates."),
         key("certificate_file", &P::certificate_file, file(),
             "Client certificate, if the servers require one."),
         key("key_file", &P::key_file, file(), "Private key (PEM) of certificate_file."),
         key("connections_max", &P::connections_max, count(1, kConnectionsMax),
             "Maximum number of connections of one client."),
         key("synchronous", &P::synchronous, SwitchForm{},
             "Whether commits must wait for a standby; `onsale store status` warns if not.")});
}

void add_cluster_keys(std::vector<ConfigKey>& keys) {
    using C = ClusterConfig;
    const KeysOf<C> key{"cluster", &Config::cluster};
    keys.insert(
        keys.end(),
        {key("roles", &C::roles, kRoles, "Roles of this process on Redis; empty: all roles."),
         key("keys", &C::keys, TextForm{"folder or empty", "\"/etc/onsale/keys\""},
             "Folder with the signing keys of the payment process; empty: engine.data."),
         key("name", &C::name, TextForm{"text or empty", "\"queue-1\""},
             "Name of this process in logs, leases and metrics; empty: made from its role.")});
}

}  // namespace onsale::program
