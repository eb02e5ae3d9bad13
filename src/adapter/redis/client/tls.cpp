#include "adapter/redis/client/tls.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace onsale::redis {
namespace {

namespace ssl = boost::asio::ssl;

void require(const boost::system::error_code& error, std::string_view key,
             const std::string& file) {
    if (!error) return;
    throw std::runtime_error(
        fmt::format("redis.tls.{}: cannot use '{}' ({}); name a readable PEM file", key, file,
                    error.message()));
}

}  // namespace

TlsContext make_tls(const TlsConfig& config) {
    auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
    boost::system::error_code error;
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    context->set_verify_mode(ssl::verify_peer, error);
    context->load_verify_file(config.ca_file, error);
    require(error, "ca_file", config.ca_file);
    if (config.certificate_file.empty()) return context;
    context->use_certificate_chain_file(config.certificate_file, error);
    require(error, "certificate_file", config.certificate_file);
    context->use_private_key_file(config.key_file, ssl::context::pem, error);
    require(error, "key_file", config.key_file);
    return context;
}

}  // namespace onsale::redis
