// Answers read again: from where they lie in the archive, and what is inside them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "archive/directory.h"

namespace asof::crawl {

// The block of the record at a place, up to about `most` bytes; empty where there is none.
Result<std::string> message_at(const archive::Directory& directory, const std::string& file,
                               std::uint64_t offset, std::size_t most);

// The body of an HTTP answer without its codings, at most `limit` bytes of it; empty where the
// message is none.
std::string content_of_message(std::string_view message, std::uint64_t limit);

}  // namespace asof::crawl
