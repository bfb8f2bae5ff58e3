#include "warc/compression.h"

#include <span>

#include "codec/stream.h"
#include "codec/zstd.h"

namespace asof::warc {
namespace {

constexpr std::size_t kLargestDictionary = std::size_t{16} << 20;
constexpr std::size_t kFrameHead = 8;  // magic and size
constexpr std::string_view kZstdMagic("\x28\xb5\x2f\xfd", 4);
constexpr std::string_view kDictionaryMagic("\x5d\x2a\x4d\x18", 4);
constexpr int kDictionaryLevel = 9;  // 19 takes 50 times as long for a twentieth less

std::uint32_t little_endian(std::string_view four) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(four[i]);
  return value;
}

// Whatever wrote it need not have stated how large it is.
Result<std::string> unpacked(std::string_view frame) {
  auto stream = TRY(codec::Stream::open(codec::Coding::Zstd));
  std::string plain(kLargestDictionary, '\0');
  std::size_t made = 0;
  while (!stream.ended()) {
    const std::size_t n = TRY(stream.read(frame, std::span(plain).subspan(made)));
    made += n;
    if (n == 0 && !stream.ended()) return Error{Errc::Corrupt, "is too large or ends too early"};
  }
  plain.resize(made);
  plain.shrink_to_fit();
  return plain;
}

}  // namespace

std::string_view name_of(Compression compression) {
  switch (compression) {
    case Compression::None:
      return "none";
    case Compression::Gzip:
      return "gzip";
    case Compression::Zstd:
      return "zstd";
  }
  return "";
}

std::string_view ending_of(Compression compression) {
  switch (compression) {
    case Compression::None:
      return ".warc";
    case Compression::Gzip:
      return ".warc.gz";
    case Compression::Zstd:
      return ".warc.zst";
  }
  return "";
}

std::uint64_t skippable_frame(std::string_view head) {
  if (head.size() < kFrameHead || (little_endian(head) & 0xfffffff0u) != 0x184d2a50u) return 0;
  return kFrameHead + std::uint64_t{little_endian(head.substr(4))};
}

Result<std::string> read_dictionary(const Source& source) {
  std::string head(kFrameHead, '\0');
  const std::size_t got = TRY(source.read_at(0, head));
  if (got < kFrameHead || !head.starts_with(kDictionaryMagic)) return std::string();
  const std::uint64_t size = skippable_frame(head) - kFrameHead;
  if (size > kLargestDictionary)
    return Error{Errc::Corrupt, "the file's dictionary is larger than 16 MiB"};
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::size_t held = TRY(source.read_at(kFrameHead, bytes));
  bytes.resize(held);
  if (!bytes.starts_with(kZstdMagic)) return bytes;
  auto plain = unpacked(bytes);
  if (!plain) return std::move(plain).error().within("the file's dictionary");
  return plain;
}

std::string dictionary_frame(std::string_view dictionary) {
  const std::string packed = codec::FrameCompressor(kDictionaryLevel).compress(dictionary);
  std::string frame(kDictionaryMagic);
  for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(packed.size() >> shift);
  return frame + packed;
}

}  // namespace asof::warc
