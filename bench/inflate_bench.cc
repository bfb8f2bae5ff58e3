// inflate_bench FILE: reads a .warc.gz and inflates its members with libdeflate, nothing else.
//
// The least any reader of compressed WARC files has to do: what `asof index` is measured against.
#include <fmt/format.h>
#include <libdeflate.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "base/file.h"

namespace {

constexpr std::size_t kWindow = std::size_t{2} << 20;
constexpr std::size_t kLargestMember = std::size_t{64} << 20;

asof::Result<void> run(const std::string& path) {
  auto source = TRY(asof::FileSource::open(path));
  std::vector<char> input(kWindow);
  // Not cleared: a page that is never written to costs nothing.
  std::unique_ptr<char[]> output(new char[kLargestMember]);
  libdeflate_decompressor* engine = libdeflate_alloc_decompressor();
  std::uint64_t at = 0, members = 0, inflated = 0;
  std::size_t begin = 0, end = 0;
  for (;;) {
    std::size_t used = 0, made = 0;
    bool whole = begin < end && libdeflate_gzip_decompress_ex(
                                    engine, input.data() + begin, end - begin, output.get(),
                                    kLargestMember, &used, &made) == LIBDEFLATE_SUCCESS;
    if (whole) {
      begin += used;
      ++members;
      inflated += made;
      continue;
    }
    if (begin == 0 && end == input.size()) input.resize(input.size() * 2);
    std::memmove(input.data(), input.data() + begin, end - begin);
    end -= begin;
    begin = 0;
    std::size_t got = TRY(source.read_at(at, std::span(input).subspan(end)));
    if (got == 0) break;
    at += got;
    end += got;
  }
  libdeflate_free_decompressor(engine);
  if (begin < end)
    return asof::Error{asof::Errc::Corrupt, path + " does not end with a whole member"};
  fmt::print("{} members, {} bytes inflated\n", members, inflated);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  auto done = run(argc > 1 ? argv[1] : "");
  if (!done) fmt::print(stderr, "inflate_bench: {}\n", done.error().what);
  return done ? 0 : 2;
}
