#include "base/digest.h"

#include <openssl/evp.h>

#include <array>

#include "base/check.h"
#include "base/text.h"

namespace asof {
namespace {

struct Row {
  Algorithm algorithm;
  std::string_view name;
  std::size_t size;
};

constexpr std::array kAlgorithms = {
    Row{Algorithm::Md5, "md5", 16},       Row{Algorithm::Sha1, "sha1", 20},
    Row{Algorithm::Sha256, "sha256", 32}, Row{Algorithm::Sha384, "sha384", 48},
    Row{Algorithm::Sha512, "sha512", 64},
};

const Row& row(Algorithm algorithm) { return kAlgorithms[static_cast<std::size_t>(algorithm)]; }

// Looked up once: OpenSSL takes longer to find an algorithm by itself than to digest a kilobyte.
const EVP_MD* engine_of(Algorithm algorithm) {
  static const std::array<const EVP_MD*, kAlgorithms.size()> engines = [] {
    std::array<const EVP_MD*, kAlgorithms.size()> found{};
    for (const Row& r : kAlgorithms) {
      const EVP_MD* engine = EVP_MD_fetch(nullptr, std::string(r.name).c_str(), nullptr);
      CHECK(engine != nullptr);
      found[static_cast<std::size_t>(r.algorithm)] = engine;
    }
    return found;
  }();
  return engines[static_cast<std::size_t>(algorithm)];
}

}  // namespace

std::optional<Algorithm> algorithm_named(std::string_view name) {
  std::string plain;
  for (char c : name)
    if (c != '-') plain += to_lower(c);
  for (const Row& r : kAlgorithms)
    if (r.name == plain) return r.algorithm;
  return std::nullopt;
}

std::string_view name_of(Algorithm algorithm) { return row(algorithm).name; }
std::size_t size_of(Algorithm algorithm) { return row(algorithm).size; }

struct Hasher::State {
  const EVP_MD* engine;
  EVP_MD_CTX* progress = EVP_MD_CTX_new();

  explicit State(const EVP_MD* e) : engine(e) { start(); }
  State(const State&) = delete;
  ~State() { EVP_MD_CTX_free(progress); }
  void start() { CHECK(EVP_DigestInit_ex(progress, engine, nullptr) == 1); }
};

Hasher::Hasher(Algorithm algorithm) : state_(std::make_unique<State>(engine_of(algorithm))) {}
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;
Hasher::~Hasher() = default;

void Hasher::update(std::string_view bytes) {
  CHECK(EVP_DigestUpdate(state_->progress, bytes.data(), bytes.size()) == 1);
}

std::string Hasher::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned size = 0;
  CHECK(EVP_DigestFinal_ex(state_->progress, out.data(), &size) == 1);
  state_->start();
  return {reinterpret_cast<const char*>(out.data()), size};
}

std::string digest_of(Algorithm algorithm, std::string_view bytes) {
  Hasher hasher(algorithm);
  hasher.update(bytes);
  return hasher.finish();
}

}  // namespace asof
