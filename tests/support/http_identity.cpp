#include "tests/support/http_identity.hpp"

#include <boost/asio/buffer.hpp>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace onsale::test {
namespace {

std::string text_in(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    std::string text(data, static_cast<std::size_t>(size));
    BIO_free(bio);
    return text;
}

X509* certificate_of(EVP_PKEY* key, const std::string& host, long valid_seconds) {
    X509* const certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -7200);
    X509_gmtime_adj(X509_getm_notAfter(certificate), valid_seconds);
    X509_set_pubkey(certificate, key);
    X509_NAME* const name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_EXTENSION* const hosts =
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, ("DNS:" + host).c_str());
    X509_add_ext(certificate, hosts, -1);
    X509_EXTENSION_free(hosts);
    X509_sign(certificate, key, EVP_sha256());
    return certificate;
}

}  // namespace

HttpTestIdentity http_identity(const std::string& host, long valid_seconds) {
    EVP_PKEY* const key = EVP_EC_gen("P-256");
    X509* const certificate = certificate_of(key, host, valid_seconds);
    BIO* const certificate_out = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(certificate_out, certificate);
    BIO* const key_out = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(key_out, key, nullptr, nullptr, 0, nullptr, nullptr);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return {text_in(certificate_out), text_in(key_out)};
}

boost::asio::ssl::context HttpTestIdentity::context() const {
    using Context = boost::asio::ssl::context;
    Context context{Context::tls_server};
    context.use_certificate_chain(boost::asio::buffer(certificate));
    context.use_private_key(boost::asio::buffer(key), Context::pem);
    return context;
}

}  // namespace onsale::test
