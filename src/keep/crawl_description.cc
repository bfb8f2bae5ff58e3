#include "keep/crawl_description.h"

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "verify/crawl_files.h"

namespace asof::keep {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLongestFile = std::uint64_t{64} << 20;

std::string text_of(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<CrawlDescription> read_description(const std::string& path) {
  const std::string text = TRY(read_whole(path, kLongestFile));
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("settings") || !json["settings"].is_object() ||
      text_of(json, "name").empty() || text_of(json, "began").empty())
    return Error{Errc::Corrupt, path + " does not describe a crawl"};
  const auto began = parse_iso8601(text_of(json, "began"));
  if (!began) return Error{Errc::Corrupt, path + ": \"began\" is no instant"};
  return CrawlDescription{
      .name = text_of(json, "name"),
      .began = *began,
      .settings = json["settings"].dump(-1, ' ', false, Json::error_handler_t::replace),
      .clock = text_of(json, "clock"),
      .ended = text_of(json, "ended"),
      .why = text_of(json, "why")};
}

}  // namespace

Result<std::vector<CrawlDescription>> described_crawls(const archive::Directory& directory) {
  std::vector<CrawlDescription> crawls;
  const std::string folder = directory.crawl_path();
  if (!is_directory(folder)) return crawls;
  const auto names = TRY(list_files(folder));
  for (const std::string& name : names) {
    if (!name.ends_with(".json")) continue;
    auto kept = TRY(read_description(directory.crawl_path(name)));
    crawls.push_back(std::move(kept));
  }
  return crawls;
}

Result<void> write_description(const archive::Directory& directory,
                               const CrawlDescription& description) {
  Json json;
  json["name"] = description.name;
  json["began"] = iso8601(description.began);
  json["settings"] = Json::parse(description.settings, nullptr, false);
  if (!description.clock.empty()) json["clock"] = description.clock;
  if (!description.ended.empty()) json["ended"] = description.ended;
  if (!description.why.empty()) json["why"] = description.why;
  TRY(make_directories(directory.crawl_path()));
  return write_whole(directory.crawl_path(description.name + ".json"),
                     json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<void> restore_descriptions(const archive::Directory& directory) {
  std::vector<std::string> known;
  const auto described = TRY(described_crawls(directory));
  known.reserve(described.size());
  for (const CrawlDescription& crawl : described) known.push_back(crawl.name);
  const auto recorded = TRY(verify::recorded_crawls(directory, known));
  for (const verify::RecordedCrawl& crawl : recorded) {
    // A record that another program has damaged describes nothing.
    if (!Json::parse(crawl.settings, nullptr, false).is_object()) continue;
    CrawlDescription description{
        .name = crawl.name, .began = *crawl.began, .settings = crawl.settings};
    if (crawl.end) {
      description.ended = crawl.end->ended;
      description.why = crawl.end->reason;
    }
    TRY(write_description(directory, description));
  }
  return {};
}

}  // namespace asof::keep
