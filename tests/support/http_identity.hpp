#pragma once

#include <string>

#include <boost/asio/ssl/context.hpp>

namespace onsale::test {

// A self-signed certificate with its key, both in PEM.
struct HttpTestIdentity {
    std::string certificate;
    std::string key;

    // For a server with this identity.
    boost::asio::ssl::context context() const;
};

// `valid_seconds` from now; negative: it has expired.
HttpTestIdentity http_identity(const std::string& host, long valid_seconds = 3600);

}  // namespace onsale::test
