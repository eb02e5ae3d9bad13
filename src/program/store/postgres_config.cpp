#include "program/store/postgres_config.hpp"

#include <charconv>
#include <stdexcept>

#include "runtime/file/private_file.hpp"

namespace onsale::program {
namespace {

// "host:port", of which the table of keys has checked the form. The host may be an IPv6 address.
postgres::Host host_of(const std::string& text) {
    const auto colon = text.rfind(':');
    postgres::Host host{.name = text.substr(0, colon)};
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), host.port);
    return host;
}

}  // namespace

postgres::Config postgres_config(const Config& config, const std::string& name) {
    const PostgresConfig& asked = config.postgres;
    if (asked.hosts.empty())
        throw std::runtime_error{
            "no PostgreSQL is configured (postgres.hosts is empty); name the file that the "
            "processes use, like --config config/cluster.toml, or --set "
            "postgres.hosts=10.0.0.1:5432"};
    postgres::Config postgres;
    postgres.hosts.clear();
    for (const std::string& host : asked.hosts)
        postgres.hosts.push_back(host_of(host));
    postgres.database = asked.database;
    postgres.user = asked.user;
    postgres.password_file = asked.password_file;
    postgres.application_name = name;
    runtime::refuse_public_file(asked.key_file);
    if (asked.tls)
        postgres.tls = postgres::TlsConfig{asked.ca_file, asked.certificate_file, asked.key_file};
    postgres.connections_max = asked.connections_max;
    return postgres;
}

}  // namespace onsale::program
