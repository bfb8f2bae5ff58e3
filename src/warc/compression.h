// How the records of a WARC file are compressed, and the dictionary that a file of zstd frames may
// start with.
//
// Such a file starts with a skippable frame that holds the dictionary, itself a frame or as it is;
// each frame after it holds one record (docs/formats/archive.md).
#pragma once

#include <string>
#include <string_view>

#include "base/source.h"

namespace asof::warc {

enum class Compression { None, Gzip, Zstd };

// "none", "gzip", "zstd".
std::string_view name_of(Compression compression);
// ".warc", ".warc.gz", ".warc.zst".
std::string_view ending_of(Compression compression);

// The dictionary a file starts with; empty where it has none. Errc::Corrupt where it is damaged or
// larger than 16 MiB.
Result<std::string> read_dictionary(const Source& source);

// What a file with that dictionary starts with.
std::string dictionary_frame(std::string_view dictionary);

// Whether a skippable frame starts here, and how many bytes it takes: 0 where none does.
std::uint64_t skippable_frame(std::string_view head);

}  // namespace asof::warc
