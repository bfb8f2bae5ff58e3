#include "verify/crawl_files.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "warc/compression.h"
#include "warc/reader.h"
#include "warc/text_fields.h"

namespace asof::verify {
namespace {

using archive::Directory;

constexpr std::size_t kLongestFields = std::size_t{1} << 20;

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// NAME of NAME-TIMESTAMP-SERIAL.warc.gz; empty for other names.
std::string_view crawl_of(std::string_view file) {
  using warc::Compression;
  const auto ending =
      warc::ending_of(file.ends_with(".zst") ? Compression::Zstd : Compression::Gzip);
  if (!file.ends_with(ending)) return {};
  file.remove_suffix(ending.size());
  for (int part = 0; part < 2; ++part) {
    const auto dash = file.rfind('-');
    if (dash == std::string_view::npos || !all_digits(file.substr(dash + 1))) return {};
    file = file.substr(0, dash);
  }
  return file;
}

// The record whose head was read last, as far as fields are read.
Result<std::string> block_of(warc::Reader& reader) {
  std::string block;
  for (;;) {
    const std::string_view piece = TRY(reader.read());
    if (piece.empty() || block.size() > kLongestFields) return block;
    block += piece;
  }
}

// The warcinfo record that a crawl's first file starts with.
Result<std::optional<RecordedCrawl>> read_beginning(const Directory& directory,
                                                    const std::string& file, std::string name) {
  const auto holding = TRY(archive::Holding::open(directory, file));
  warc::Reader reader(holding.source(), [](const warc::Damage&) {});
  const warc::Record* record = TRY(reader.next());
  if (record == nullptr || record->type() != warc::Type::Warcinfo)
    return std::optional<RecordedCrawl>();
  const std::string block = TRY(block_of(reader));
  const warc::TextFields fields(block);
  if (!fields.find("software").starts_with("asof/") || fields.find("isPartOf") != name ||
      fields.find("settings").empty())
    return std::optional<RecordedCrawl>();
  RecordedCrawl crawl{.name = std::move(name),
                      .began = parse_iso8601(fields.find("began")),
                      .settings = std::string(fields.find("settings"))};
  // Crawls of earlier versions say it only in their names, to the second.
  const auto digits = crawl.name.substr(crawl.name.rfind('-') + 1, 14);
  if (!crawl.began) crawl.began = parse_digits(digits);
  return std::optional(std::move(crawl));
}

// How the crawl ended, by the last record that says so. It stands in the crawl's last file.
Result<std::optional<capture::CrawlEnd>> read_end(const Directory& directory,
                                                  const std::string& file,
                                                  const std::string& name) {
  const auto holding = TRY(archive::Holding::open(directory, file));
  warc::Reader reader(holding.source(), [](const warc::Damage&) {});
  std::optional<capture::CrawlEnd> end;
  const std::string urn = std::string(capture::kCrawlUrn) + name;
  while (const warc::Record* record = TRY(reader.next())) {
    // What was recorded after an end belongs to a crawl that went on.
    if (record->type() == warc::Type::Metadata) end.reset();
    if (record->type() == warc::Type::Metadata && record->target_uri() == urn) {
      const std::string block = TRY(block_of(reader));
      end = capture::read_notes(urn, block).end;
    }
    TRY(reader.finish());
  }
  return end;
}

}  // namespace

// Crawls may have names of which one begins with the other, so that a prefix is not enough.
bool is_of_crawl(std::string_view name, std::string_view crawl) {
  return !crawl.empty() && crawl_of(name) == crawl;
}

Result<std::vector<std::string>> crawl_files(const Directory& directory, std::string_view crawl) {
  auto names = TRY(directory.names(Directory::Place::Warc));
  std::erase_if(names, [crawl](const std::string& name) { return !is_of_crawl(name, crawl); });
  return names;
}

Result<std::optional<capture::CrawlEnd>> end_of_crawl(const Directory& directory,
                                                      const std::string& crawl) {
  const auto files = TRY(crawl_files(directory, crawl));
  if (files.empty()) return std::optional<capture::CrawlEnd>();
  return read_end(directory, files.back(), crawl);
}

Result<std::vector<RecordedCrawl>> recorded_crawls(const Directory& directory,
                                                   const std::vector<std::string>& except) {
  const auto names = TRY(directory.names(Directory::Place::Warc));
  std::map<std::string, std::vector<std::string>> files;
  for (const std::string& name : names)
    if (const auto crawl = crawl_of(name); !crawl.empty())
      files[std::string(crawl)].push_back(name);
  std::vector<RecordedCrawl> crawls;
  for (const auto& [name, own] : files) {
    if (std::find(except.begin(), except.end(), name) != except.end()) continue;
    auto crawl = read_beginning(directory, own.front(), name);
    if (!crawl || !*crawl || !(*crawl)->began) continue;
    if (auto end = read_end(directory, own.back(), name)) (*crawl)->end = std::move(*end);
    crawls.push_back(std::move(**crawl));
  }
  return crawls;
}

}  // namespace asof::verify
