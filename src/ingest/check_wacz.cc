#include "ingest/check_wacz.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/digest.h"
#include "base/text.h"
#include "ingest/check_wacz_internal.h"

namespace asof::ingest {
namespace {

using archive::ZipEntry;
using Value = nlohmann::json;

constexpr std::string_view kManifest = "datapackage.json";
constexpr std::string_view kManifestDigest = "datapackage-digest.json";
constexpr std::uint64_t kLongestManifest = std::uint64_t{16} << 20;
constexpr int kDeepest = 16;

// Whether unpacking the entry under its name would write beside the place it is unpacked to.
bool leads_outside(std::string_view name) {
  if (name.starts_with('/') || name.find('\\') != std::string_view::npos) return true;
  if (name.size() > 1 && is_alpha(name[0]) && name[1] == ':') return true;
  const auto steps = split(name, '/');
  return std::find(steps.begin(), steps.end(), "..") != steps.end();
}

std::string text_of(const Value& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

class Checker final {
 public:
  Checker(const Source& source, std::span<const ZipEntry> entries,
          const std::function<void(const WaczProblem&)>& on_problem)
      : source_(source), entries_(entries), on_problem_(on_problem) {
    for (const ZipEntry& entry : entries)
      if (!entry.name.ends_with('/')) by_name_.try_emplace(entry.name, &entry);
  }

  Result<WaczVerdict> run(
      const std::function<void(std::string_view, std::uint64_t, std::uint64_t)>& on_progress) {
    verdict_.entries = by_name_.size();
    check_names();
    TRY(read_manifest());
    TRY(check_manifest_digest());
    std::uint64_t done = 0;
    for (const auto& [name, entry] : by_name_) {
      if (on_progress) on_progress("checking " + std::string(name), done++, by_name_.size());
      TRY(check_entry(*entry));
    }
    return std::move(verdict_);
  }

 private:
  struct Stated {
    std::string hash;
    std::optional<std::uint64_t> bytes;
  };

  void say(bool error, const ZipEntry* entry, std::string_view name, std::string rule,
           std::string what) {
    ++(error ? verdict_.errors : verdict_.warnings);
    if (on_problem_)
      on_problem_({error, std::string(name), entry != nullptr ? entry->begin : 0, std::move(rule),
                   std::move(what)});
  }
  void error(const ZipEntry& entry, std::string rule, std::string what) {
    say(true, &entry, entry.name, std::move(rule), std::move(what));
  }
  void check_names();
  Result<std::optional<Value>> read_object(std::string_view name);
  Result<void> read_manifest();
  Result<void> check_manifest_digest();
  Result<void> check_entry(const ZipEntry& entry);
  void compare(const ZipEntry& entry, const std::string& digest, const Stated& stated);

  const Source& source_;
  std::span<const ZipEntry> entries_;
  const std::function<void(const WaczProblem&)>& on_problem_;
  std::map<std::string_view, const ZipEntry*> by_name_;
  std::map<std::string, Stated, std::less<>> stated_;
  bool has_manifest_ = false;
  WaczVerdict verdict_;
};

void Checker::check_names() {
  for (const ZipEntry& entry : entries_) {
    const auto first = by_name_.find(entry.name);
    if (first != by_name_.end() && first->second != &entry)
      error(entry, "duplicate-entry", "occurs in the file more than once");
    if (leads_outside(entry.name))
      error(entry, "entry-name", "leads out of the directory into which it would be unpacked");
  }
}

// A file of JSON in the WACZ; nothing, after saying why, where there is none that can be read.
Result<std::optional<Value>> Checker::read_object(std::string_view name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::optional<Value>();
  std::string text;
  auto read = archive::read_entry(source_, *found->second, [&](std::string_view piece) {
    text += piece;
    return text.size() <= kLongestManifest;
  });
  if (!read && read.error().code != Errc::Corrupt) return std::move(read).error();
  if (!read) {
    error(*found->second, "damage", read.error().what);
    return std::optional<Value>();
  }
  if (text.size() > kLongestManifest) {
    error(*found->second, "manifest", "is longer than 16 MB, too long for a manifest");
    return std::optional<Value>();
  }
  bool deep = false;
  Value value = Value::parse(
      text,
      [&](int depth, Value::parse_event_t, Value&) {
        deep = deep || depth > kDeepest;
        return !deep;
      },
      false);
  if (deep || !value.is_object()) {
    error(*found->second, "manifest", "is not a valid JSON object");
    return std::optional<Value>();
  }
  return std::optional(std::move(value));
}

Result<void> Checker::read_manifest() {
  if (!by_name_.contains(kManifest)) {
    say(true, nullptr, "", "no-manifest", "there is no datapackage.json, so no file has a digest");
    return {};
  }
  const auto package = TRY(read_object(kManifest));
  if (!package) return {};
  const ZipEntry& manifest = *by_name_.at(kManifest);
  verdict_.version = text_of(*package, "wacz_version");
  const auto resources = package->find("resources");
  if (resources == package->end() || !resources->is_array()) {
    error(manifest, "manifest", "has no list of resources");
    return {};
  }
  has_manifest_ = true;
  for (const Value& resource : *resources) {
    const std::string path = resource.is_object() ? text_of(resource, "path") : "";
    if (path.empty()) {
      error(manifest, "manifest", "has a resource without a path");
      continue;
    }
    Stated stated{text_of(resource, "hash"), std::nullopt};
    if (const auto bytes = resource.find("bytes");
        bytes != resource.end() && bytes->is_number_unsigned())
      stated.bytes = bytes->get<std::uint64_t>();
    if (!stated_.try_emplace(path, std::move(stated)).second)
      say(true, &manifest, path, "duplicate-entry", "occurs in datapackage.json more than once");
    if (!by_name_.contains(path))
      say(true, &manifest, path, "missing-entry", "is in datapackage.json, but not in the file");
  }
  return {};
}

Result<void> Checker::check_manifest_digest() {
  const auto digest = TRY(read_object(kManifestDigest));
  if (!digest) return {};
  const std::string path = text_of(*digest, "path");
  if (path != kManifest)
    error(*by_name_.at(kManifestDigest), "manifest",
          "is about \"" + path.substr(0, 80) + "\", not about datapackage.json");
  else
    stated_.insert_or_assign(path, Stated{text_of(*digest, "hash"), std::nullopt});
  return {};
}

// Every entry is read once: for its digest, and an index line by line, too.
Result<void> Checker::check_entry(const ZipEntry& entry) {
  const auto found = stated_.find(entry.name);
  const bool manifest = entry.name == kManifest || entry.name == kManifestDigest;
  if (found == stated_.end() && has_manifest_ && !manifest)
    say(false, &entry, entry.name, "unlisted-entry", "is not in datapackage.json");
  IndexCheck index(entry.name);
  if (found == stated_.end() && !index.applies()) return {};
  const std::string_view hash = found == stated_.end() ? "" : std::string_view(found->second.hash);
  const auto algorithm = algorithm_named(hash.substr(0, hash.find(':')));
  Hasher hasher(algorithm.value_or(Algorithm::Sha256));
  auto read = archive::read_entry(source_, entry, [&](std::string_view piece) {
    hasher.update(piece);
    index.push(piece);
    return true;
  });
  if (!read && read.error().code != Errc::Corrupt) return std::move(read).error();
  if (!read) {
    error(entry, "damage", read.error().what);
    return {};
  }
  if (found != stated_.end()) compare(entry, hasher.finish(), found->second);
  if (const std::string why = index.finish(); !why.empty()) error(entry, "index", why);
  return {};
}

void Checker::compare(const ZipEntry& entry, const std::string& digest, const Stated& stated) {
  const std::string_view manifest = entry.name == kManifest ? kManifestDigest : kManifest;
  if (stated.bytes && *stated.bytes != entry.length)
    error(entry, "entry-size",
          "has " + std::to_string(entry.length) + " bytes instead of the " +
              std::to_string(*stated.bytes) + " of datapackage.json");
  const std::size_t colon = stated.hash.find(':');
  const std::string label = stated.hash.substr(0, colon);
  if (colon == std::string::npos || !algorithm_named(label)) {
    error(entry, "entry-digest", "has no digest in " + std::string(manifest));
  } else if (!iequals(hex(digest), std::string_view(stated.hash).substr(colon + 1))) {
    error(entry, "entry-digest",
          "has the digest " + label + ":" + hex(digest) + " instead of the one in " +
              std::string(manifest));
  } else {
    ++verdict_.digests;
  }
}

}  // namespace

Result<WaczVerdict> check_wacz(
    const Source& source, std::span<const ZipEntry> entries,
    const std::function<void(const WaczProblem&)>& on_problem,
    const std::function<void(std::string_view, std::uint64_t, std::uint64_t)>& on_progress) {
  return Checker(source, entries, on_problem).run(on_progress);
}

}  // namespace asof::ingest
