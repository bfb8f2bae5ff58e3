// BlockReader: takes the block of a record piece by piece. It keeps the beginning, and computes
// what needs the whole of a block that is too long to be kept.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "capture/answer.h"
#include "warc/record.h"

namespace asof::capture {

struct BlockOptions {
  std::size_t keep = kKeptBlock;
  bool digests = true;  // of payloads that are too long to be kept; their size is found in any case
  // Compute the declared digests again, of every record; the payload then counts as a long one.
  bool check = false;
};

class BlockReader final {
 public:
  // The record must outlive it.
  BlockReader(const warc::Record& record, const BlockOptions& options);
  ~BlockReader();

  void push(std::string_view piece);
  // After the last piece.
  void finish();

  bool is_cut() const { return cut_; }  // the block is longer than what is kept of it
  std::string take_block() { return std::move(block_); }
  // What was computed as the payload went by; nothing where all of it is kept.
  const std::optional<LongPayload>& rest() const { return rest_; }
  // Which declared digest does not match, as a sentence; empty where all do.
  const std::string& fault() const { return fault_; }

 private:
  struct Passing;

  const BlockOptions options_;
  bool cut_;
  std::string block_;
  std::unique_ptr<Passing> passing_;
  std::optional<LongPayload> rest_;
  std::string fault_;
};

}  // namespace asof::capture
