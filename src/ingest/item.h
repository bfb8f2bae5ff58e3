// Item: one record lifted out of a file, so that another thread can look into it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "capture/block.h"
#include "capture/capture.h"
#include "ingest/lookahead.h"
#include "warc/reader.h"
#include "warc/record.h"

namespace asof::ingest {

struct Item {
  warc::Record record;
  warc::Position position;
  std::uint64_t length = 0;            // bytes the record takes in its file
  std::string block;                   // or its beginning
  bool first = false;                  // of its file
  warc::Flaw flaw = warc::Flaw::None;  // what is wrong with the record
  // Of a block that is only the beginning, where wanted: over all of its payload.
  std::optional<capture::LongPayload> rest;

  // The request this is the answer to, when it stands next to it and is no GET: head and body.
  std::string request;
};

// The part of a capture that the record holds; nothing where it holds none.
std::optional<capture::Capture> capture_of(const Item& item, const capture::ReadWhat& what = {});
// "the record has no date that can be read ("20240230")"
std::string without_date(const capture::Capture& capture);

// A stretch of a file: its records, also those that are cut, and the damage that was found.
struct Stretch {
  std::vector<Item> items;
  std::vector<warc::Damage> damage;
  std::uint64_t bytes = 0;    // of blocks
  std::uint64_t records = 0;  // kept or not, cut ones included
  warc::Position next;        // where the next stretch begins
};

struct StretchOptions {
  std::size_t keep = capture::kKeptBlock;  // bytes of a block
  // Digests of payloads that are cut: of all, or only where the record declares none.
  bool digest_all = true;
  unsigned threads = 1;  // that inflate; the source must bear it
};

// Reads a file stretch by stretch.
class StretchReader final {
 public:
  // The source must outlive it.
  StretchReader(const Source& source, warc::Position from = {}, StretchOptions options = {});

  // About a megabyte of records; nothing at the end. Where several records share a compressed unit
  // a stretch does not end inside it, unless the unit is the whole file.
  Result<std::optional<Stretch>> next();

 private:
  Result<void> read_item(Item& item);
  void pair(Stretch& stretch, Item item);

  const StretchOptions options_;
  Stretch current_;
  Lookahead lookahead_;
  warc::Reader reader_;
  bool begun_;  // a record was read, or passed over
  bool ended_ = false;
};

}  // namespace asof::ingest
