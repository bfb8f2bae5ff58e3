// A certificate made for one test: it vouches for itself and for the names it was made for.
#pragma once

#include <memory>
#include <string>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/check.h"

namespace asof::test {

class Certificate final {
 public:
  // `names` as OpenSSL writes them: "DNS:localhost,IP:127.0.0.1".
  explicit Certificate(const std::string& names)
      : key_(EVP_EC_gen("P-256"), EVP_PKEY_free), x509_(X509_new(), X509_free) {
    X509* x509 = x509_.get();
    CHECK(key_ != nullptr && x509 != nullptr);
    X509_set_version(x509, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
    constexpr long kDay = 24 * 60 * 60;
    X509_gmtime_adj(X509_getm_notBefore(x509), -kDay);
    X509_gmtime_adj(X509_getm_notAfter(x509), kDay);
    X509_set_pubkey(x509, key_.get());
    X509_NAME* name = X509_get_subject_name(x509);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("asof test"), -1, -1, 0);
    X509_set_issuer_name(x509, name);
    extend(NID_basic_constraints, "critical,CA:TRUE");
    extend(NID_subject_alt_name, names);
    CHECK(X509_sign(x509, key_.get(), EVP_sha256()) > 0);
  }

  // For a server to use.
  SSL_CTX* server() const {
    SSL_CTX* server = SSL_CTX_new(TLS_server_method());
    CHECK(server != nullptr && SSL_CTX_use_certificate(server, x509_.get()) == 1 &&
          SSL_CTX_use_PrivateKey(server, key_.get()) == 1);
    return server;
  }

  // For a client to trust.
  std::string pem() const {
    const std::unique_ptr<BIO, int (*)(BIO*)> out(BIO_new(BIO_s_mem()), BIO_free);
    CHECK(PEM_write_bio_X509(out.get(), x509_.get()) == 1);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out.get(), &bytes);
    return std::string(bytes, static_cast<std::size_t>(size));
  }

 private:
  void extend(int kind, const std::string& value) {
    X509V3_CTX about;
    X509V3_set_ctx(&about, x509_.get(), x509_.get(), nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &about, kind, value.c_str());
    CHECK(extension != nullptr && X509_add_ext(x509_.get(), extension, -1) == 1);
    X509_EXTENSION_free(extension);
  }

  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key_;
  std::unique_ptr<X509, void (*)(X509*)> x509_;
};

}  // namespace asof::test
