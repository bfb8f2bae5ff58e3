// Cryptographic digests, incrementally.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace asof {

enum class Algorithm { Md5, Sha1, Sha256, Sha384, Sha512 };

// "md5", "sha1", "sha256", ...; also read as "SHA-1", "sha-256".
std::optional<Algorithm> algorithm_named(std::string_view name);
std::string_view name_of(Algorithm algorithm);
std::size_t size_of(Algorithm algorithm);  // bytes

class Hasher final {
 public:
  explicit Hasher(Algorithm algorithm);
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;
  ~Hasher();

  void update(std::string_view bytes);
  // The digest's bytes; the hasher starts anew.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string digest_of(Algorithm algorithm, std::string_view bytes);

}  // namespace asof
