// TempDir: a fresh directory for one test, removed with everything in it at the end.
//
// The directory lies below TMPDIR (or the system's default) and has a name nobody else has, so
// tests may run side by side. Failing to make one stops the test program: nothing can be proven
// without it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include <stdlib.h>

#include "base/check.h"

namespace asof::test {

class TempDir final {
 public:
  TempDir() {
    std::error_code error;
    auto pattern = (std::filesystem::temp_directory_path(error) / "asof-test-XXXXXX").string();
    CHECK(!error && mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Writes a whole file, with the directories above it, and returns its path.
inline std::filesystem::path write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  CHECK(out.good());
  return path;
}

// The bytes of a file that must be readable.
inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  CHECK(in.good());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace asof::test
