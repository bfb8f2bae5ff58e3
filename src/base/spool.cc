#include "base/spool.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/file.h"

namespace asof {
namespace {
constexpr char kName[] = "a temporary file";
}

struct Spool::State {
  explicit State(std::size_t limit) : in_memory(limit) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (map != nullptr) ::munmap(map, size);
    if (file != nullptr) std::fclose(file);
  }

  Result<void> write(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto n = ::write(::fileno(file), bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return system_error("cannot write", kName);
      size += static_cast<std::uint64_t>(n);
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
  }

  std::size_t in_memory;
  std::string memory;  // all of it while `file` is null
  std::FILE* file = nullptr;
  std::uint64_t size = 0;  // bytes in the file
  void* map = nullptr;
  bool sealed = false;
};

Spool::Spool(std::size_t in_memory) : state_(std::make_unique<State>(in_memory)) {}
Spool::Spool(Spool&&) noexcept = default;
Spool& Spool::operator=(Spool&&) noexcept = default;
Spool::~Spool() = default;

void Spool::expect(std::uint64_t size) {
  const auto room = std::min<std::uint64_t>(size, state_->in_memory);
  if (state_->file == nullptr) state_->memory.reserve(static_cast<std::size_t>(room));
}

Result<void> Spool::append(std::string_view bytes) {
  State& state = *state_;
  CHECK(!state.sealed);
  if (state.file != nullptr) return state.write(bytes);
  if (state.memory.size() + bytes.size() <= state.in_memory) {
    state.memory += bytes;
    return {};
  }
  state.file = std::tmpfile();
  if (state.file == nullptr) return system_error("cannot make", kName);
  TRY(state.write(state.memory));
  state.memory = {};
  return state.write(bytes);
}

std::uint64_t Spool::size() const {
  const bool outside = state_->file != nullptr || state_->map != nullptr;
  return outside ? state_->size : state_->memory.size();
}

Result<std::string_view> Spool::bytes() {
  State& state = *state_;
  state.sealed = true;
  if (state.map == nullptr && state.file != nullptr && state.size > 0) {
    void* map = ::mmap(nullptr, state.size, PROT_READ, MAP_PRIVATE, ::fileno(state.file), 0);
    if (map == MAP_FAILED) return system_error("cannot map", kName);
    state.map = map;
    // The map keeps the file; thousands of descriptors would count against the system's limit.
    std::fclose(state.file);
    state.file = nullptr;
  }
  if (state.map == nullptr) return std::string_view(state.memory);
  return std::string_view(static_cast<const char*>(state.map), state.size);
}

}  // namespace asof
