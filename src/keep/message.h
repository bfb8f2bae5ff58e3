// The bytes of an answer on their way into an archive.
#pragma once

#include <optional>

#include "base/spool.h"

namespace asof::keep {

// Head and body as received.
struct Message {
  Spool bytes;
  std::size_t head = 0;
};

// The same answer without its chunks: the field that names them is called
// X-Archive-Orig-Transfer-Encoding, all else in the head stays. Nothing for an answer that has no
// chunks, and for one that would lose something: a trailer, another coding, chunks that are broken.
Result<std::optional<Message>> without_chunks(Message& message);

}  // namespace asof::keep
