#include "adapter/postgres/client/connection_options.hpp"

#include <fmt/format.h>

namespace onsale::postgres {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

// Without a path libpq would look in the home of the user.
constexpr const char* kNoFile = "/dev/null/none";

std::string session_settings(const Config& config) {
    std::string settings = fmt::format(
        "-c lock_timeout={} -c idle_in_transaction_session_timeout={} "
        "-c client_connection_check_interval={} -c timezone=UTC",
        config.lock_timeout.count(), config.idle_in_transaction_max.count(),
        config.client_check_interval.count());
    for (const std::string& setting : config.session_settings)
        settings += " -c " + setting;
    return settings;
}

void add_tls(Options& options, const Config& config) {
    if (!config.tls) {
        options.emplace_back("sslmode", "disable");
        return;
    }
    options.emplace_back("sslmode", "verify-full");
    options.emplace_back("sslrootcert", config.tls->ca_file.string());
    options.emplace_back("ssl_min_protocol_version", "TLSv1.2");
    const auto or_none = [](const std::filesystem::path& file) {
        return file.empty() ? std::string{kNoFile} : file.string();
    };
    options.emplace_back("sslcert", or_none(config.tls->certificate_file));
    options.emplace_back("sslkey", or_none(config.tls->key_file));
    options.emplace_back("sslcrl", kNoFile);
}

}  // namespace

Options connection_options(const Config& config, const Address& address,
                           const std::string& password) {
    Options options = {{"host", address.host.name},
                       {"port", std::to_string(address.host.port)},
                       {"dbname", config.database},
                       {"user", config.user},
                       {"passfile", kNoFile},
                       {"application_name", config.application_name},
                       {"client_encoding", "UTF8"},
                       {"options", session_settings(config)},
                       {"gssencmode", "disable"},
                       {"channel_binding", "prefer"},
                       {"target_session_attrs", "any"},
                       // Ends a silent connection after about 20 s.
                       {"keepalives", "1"},
                       {"keepalives_idle", "10"},
                       {"keepalives_interval", "5"},
                       {"keepalives_count", "2"}};
    if (!address.ip.empty()) options.emplace_back("hostaddr", address.ip);
    if (!password.empty()) options.emplace_back("password", password);
    add_tls(options, config);
    return options;
}

std::string why_not(Role role, const ServerState& server) {
    switch (role) {
        case Role::kPrimary:
            if (server.is_standby) return "is a standby";
            return server.is_read_only ? "is read-only" : "";
        case Role::kStandby:
            return server.is_standby ? "" : "is no standby";
        case Role::kAny:
            return {};
    }
    return {};
}

}  // namespace onsale::postgres
