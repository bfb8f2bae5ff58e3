#include "archive/zip.h"

#include <algorithm>

namespace asof::archive {
namespace {

// Signatures and fixed sizes of PKWARE's APPNOTE sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16.
constexpr std::uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr std::uint32_t kEnd64 = 0x06064b50, kLocator64 = 0x07064b50;
constexpr std::size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kLocator64Size = 20;
constexpr std::uint64_t kLargestDirectory = std::uint64_t{64} << 20;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

Error corrupt(const Source& source, std::uint64_t offset, std::string_view what) {
  return {Errc::Corrupt,
          source.name() + " at offset " + std::to_string(offset) + ": " + std::string(what)};
}

Result<std::string> bytes_at(const Source& source, std::uint64_t offset, std::uint64_t size) {
  if (offset > source.size() || size > source.size() - offset)
    return corrupt(source, offset, "the ZIP file ends too early");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  TRY(source.read_at(offset, bytes));
  return bytes;
}

struct DirectoryPlace {
  std::uint64_t offset, size;
};

Result<DirectoryPlace> find_directory(const Source& source) {
  // The end record is followed by a comment of up to 65,535 bytes.
  std::uint64_t tail = std::min<std::uint64_t>(source.size(), kEndSize + 65535);
  std::uint64_t begin = source.size() - tail;
  std::string end = TRY(bytes_at(source, begin, tail));
  for (std::size_t i = end.size() < kEndSize ? 0 : end.size() - kEndSize + 1; i-- > 0;) {
    if (number(end, i, 4) != kEnd) continue;
    DirectoryPlace place{number(end, i + 16, 4), number(end, i + 12, 4)};
    bool large = place.offset == 0xffffffff || place.size == 0xffffffff;
    if (large && begin + i >= kLocator64Size) {
      std::string locator = TRY(bytes_at(source, begin + i - kLocator64Size, kLocator64Size));
      if (number(locator, 0, 4) == kLocator64) {
        std::string record = TRY(bytes_at(source, number(locator, 8, 8), 56));
        if (number(record, 0, 4) != kEnd64)
          return corrupt(source, number(locator, 8, 8), "no ZIP64 end record here");
        place = {number(record, 48, 8), number(record, 40, 8)};
      }
    }
    return place;
  }
  return corrupt(source, begin, "not a ZIP file, or its end is missing");
}

// Sizes and offsets that do not fit in 32 bits stand in the ZIP64 extra field, in this order.
void widen(std::string_view extra, std::uint64_t& size, std::uint64_t& packed,
           std::uint64_t& local) {
  while (extra.size() >= 4) {
    std::size_t length = number(extra, 2, 2);
    if (length > extra.size() - 4) return;
    if (number(extra, 0, 2) == 1) {
      std::string_view field = extra.substr(4, length);
      for (std::uint64_t* value : {&size, &packed, &local}) {
        if (*value != 0xffffffff || field.size() < 8) continue;
        *value = number(field, 0, 8);
        field.remove_prefix(8);
      }
    }
    extra.remove_prefix(4 + length);
  }
}

}  // namespace

bool looks_like_zip(const Source& source) {
  std::string head(4, '\0');
  auto n = source.read_at(0, head);
  return n && *n == 4 && (number(head, 0, 4) == kLocal || number(head, 0, 4) == kEnd);
}

Result<std::vector<ZipEntry>> read_zip(const Source& source) {
  DirectoryPlace place = TRY(find_directory(source));
  if (place.size > kLargestDirectory)
    return corrupt(source, place.offset, "the ZIP directory is larger than 64 MB");
  std::string directory = TRY(bytes_at(source, place.offset, place.size));
  std::vector<ZipEntry> entries;
  for (std::size_t at = 0; at + kCentralSize <= directory.size();) {
    if (number(directory, at, 4) != kCentral)
      return corrupt(source, place.offset + at, "no entry of the ZIP directory here");
    std::uint64_t method = number(directory, at + 10, 2);
    std::uint64_t packed = number(directory, at + 20, 4);
    std::uint64_t size = number(directory, at + 24, 4);
    std::size_t name = number(directory, at + 28, 2);
    std::size_t extra = number(directory, at + 30, 2);
    std::size_t comment = number(directory, at + 32, 2);
    std::uint64_t local = number(directory, at + 42, 4);
    std::size_t next = at + kCentralSize + name + extra + comment;
    if (next > directory.size())
      return corrupt(source, place.offset + at, "the ZIP directory ends too early");
    widen(std::string_view(directory).substr(at + kCentralSize + name, extra), size, packed, local);
    std::string header = TRY(bytes_at(source, local, kLocalSize));
    if (number(header, 0, 4) != kLocal) return corrupt(source, local, "no ZIP entry here");
    ZipEntry entry{directory.substr(at + kCentralSize, name),
                   local + kLocalSize + number(header, 26, 2) + number(header, 28, 2),
                   packed,
                   method == 0,
                   method == 8,
                   size};
    if (entry.begin > source.size() || entry.size > source.size() - entry.begin)
      return corrupt(source, local, "the ZIP entry reaches past the end of the file");
    entries.push_back(std::move(entry));
    at = next;
  }
  return entries;
}

}  // namespace asof::archive
