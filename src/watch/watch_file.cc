#include "watch/watch_file.h"

#include <fmt/format.h>

#include <toml++/toml.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "url/url.h"
#include "watch/watch_checks_internal.h"

namespace asof::watch {
namespace {

constexpr std::uint64_t kLongestFile = std::uint64_t{64} << 20;

// Reads one file: every error names its path, the line and the key.
class FileReader final {
 public:
  explicit FileReader(const std::string& path) : path_(path) {}

  Result<WatchFile> read() {
    const std::string text = TRY(read_whole(path_, kLongestFile));
    const toml::table root = TRY(parse(text));
    // Keys come in the order of their names; people read a file from its beginning.
    std::vector<std::pair<std::string, const toml::node*>> keys;
    for (const auto& [key, node] : root) keys.emplace_back(key.str(), &node);
    std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) {
      return a.second->source().begin.line < b.second->source().begin.line;
    });
    for (const auto& [key, node] : keys) TRY(read_key(key, *node));
    TRY(finish());
    return std::move(file_);
  }

 private:
  Error wrong(const toml::node& node, std::string_view key, std::string_view what) const {
    return {Errc::Invalid,
            fmt::format("{} line {}: {}: {}", path_, node.source().begin.line, key, what)};
  }

  Result<toml::table> parse(const std::string& text) const {
    try {
      return toml::table(toml::parse(text, path_));
    } catch (const toml::parse_error& error) {
      return Error{Errc::Invalid, fmt::format("{} line {}: {}", path_, error.source().begin.line,
                                              error.description())};
    }
  }

  Result<void> read_key(const std::string& key, const toml::node& node) {
    if (key == "collection") return each_table(node, key, &FileReader::read_collection);
    if (key == "site") return each_table(node, key, &FileReader::read_site);
    if (key == "tell") {
      const auto* table = node.as_table();
      if (table == nullptr) return wrong(node, key, "it is a table: [tell]");
      return read_tell(*table);
    }
    if (key == "pages" || key == "pages-file") return add_pages(key, node, loose_);
    if (key == "archive") return put_text(node, key, file_.archive);
    if (key == "zone") {
      std::string name;
      TRY(put_text(node, key, name));
      auto zone = TimeZone::find(name);
      if (!zone) return wrong(node, key, zone.error().what);
      file_.zone = std::move(*zone);
      return {};
    }
    return read_setting(key, node);
  }

  // A setting of crawls or of watches, as on the command line.
  Result<void> read_setting(const std::string& key, const toml::node& node) {
    if (key == "collections" || key == "seeds" || key == "known" || key == "together")
      return wrong(node, key, "a watch has pages, [[collection]] and [[site]] instead");
    if (!is_setting(key)) return wrong(node, key, no_such_key(key));
    std::vector<std::string> values;
    if (const auto* list = node.as_array()) {
      for (const toml::node& one : *list) {
        std::string value;
        TRY(put_text(one, key, value));
        values.push_back(std::move(value));
      }
    } else if (const auto* flag = node.as_boolean()) {
      if (flag->get()) values.emplace_back();
    } else {
      std::string value;
      TRY(put_text(node, key, value));
      values.push_back(std::move(value));
    }
    for (std::string& value : values) {
      crawl::Settings scratch;
      const auto set = crawl::set(scratch, key, value);
      if (!set) return wrong(node, key, without_flag(key, set.error().what));
      file_.given.emplace_back(key, std::move(value));
    }
    lines_[key] = node.source().begin.line;
    return {};
  }

  using TableReader = Result<void> (FileReader::*)(const toml::table&);
  Result<void> each_table(const toml::node& node, std::string_view key, TableReader read) {
    const auto* list = node.as_array();
    if (list == nullptr || !list->is_array_of_tables())
      return wrong(node, key, fmt::format("it is a list of tables: [[{}]]", key));
    for (const toml::node& one : *list) TRY((this->*read)(*one.as_table()));
    return {};
  }

  Result<void> read_collection(const toml::table& table) {
    crawl::WatchedPages collection;
    for (const auto& [name, node] : table) {
      const std::string key(name.str());
      if (key == "name") {
        TRY(put_text(node, key, collection.name));
      } else if (key == "weight") {
        TRY(put_number(node, key, collection.weight));
        if (!(collection.weight > 0)) return wrong(node, key, "it is a number above 0");
      } else if (key == "pages" || key == "pages-file") {
        TRY(add_pages(key, node, collection));
      } else {
        return wrong(node, key, "a collection has name, weight, pages and pages-file");
      }
    }
    if (collection.name.empty() || collection.name.find_first_of("[]\n") != kNone)
      return wrong(table, "collection", "it needs a name, without brackets");
    if (collection.urls.empty())
      return wrong(table, collection.name, "the collection has no pages");
    for (const crawl::WatchedPages& other : collections_)
      if (other.name == collection.name)
        return wrong(table, collection.name, "another collection has this name");
    collections_.push_back(std::move(collection));
    return {};
  }

  Result<void> read_site(const toml::table& table) {
    SiteCapture site;
    for (const auto& [name, node] : table) {
      const std::string key(name.str());
      std::string text;
      TRY(put_text(node, key, text));
      if (key == "url") {
        site.url = TRY(page_address(node, key, text));
      } else if (key == "every") {
        const auto every = parse_interval(text);
        if (!every) return wrong(node, key, every.error().what);
        site.every = *every;
      } else if (key == "at") {
        const auto at = parse_time_of_day(text);
        if (!at) return wrong(node, key, at.error().what);
        site.time_of_day = *at;
      } else {
        return wrong(node, key, "a site has url, every and at");
      }
    }
    if (site.url.empty()) return wrong(table, "site", "it needs a url");
    if (site.every <= 0) return wrong(table, "site", "it needs every, for example every = \"7d\"");
    file_.sites.push_back(std::move(site));
    return {};
  }

  Result<void> read_tell(const toml::table& table) {
    const std::map<std::string_view, std::string*> texts = {{"command", &file_.tell.command},
                                                            {"webhook", &file_.tell.webhook},
                                                            {"feed", &file_.tell.feed},
                                                            {"digest", &file_.tell.digest},
                                                            {"reader", &file_.tell.reader}};
    for (const auto& [name, node] : table) {
      const std::string key(name.str());
      if (const auto text = texts.find(key); text != texts.end()) {
        TRY(put_text(node, key, *text->second));
      } else if (key == "at-least") {
        TRY(put_number(node, key, file_.tell.at_least));
        if (!(file_.tell.at_least >= 0 && file_.tell.at_least <= 1))
          return wrong(node, key, "it is a number from 0 to 1");
      } else {
        return wrong(node, key, "[tell] has at-least, command, webhook, feed, digest and reader");
      }
    }
    for (std::string* file : {&file_.tell.feed, &file_.tell.digest})
      if (!file->empty()) *file = beside(*file);
    for (const auto& [key, url] :
         {std::pair("webhook", &file_.tell.webhook), std::pair("reader", &file_.tell.reader)}) {
      const auto parsed = url::parse(*url);
      if (!url->empty() && (!parsed || !parsed->web()))
        return wrong(table, key, "it is a web address");
    }
    return {};
  }

  Result<void> add_pages(const std::string& key, const toml::node& node,
                         crawl::WatchedPages& into) {
    std::vector<std::string> texts;
    if (key == "pages-file") {
      std::string name;
      TRY(put_text(node, key, name));
      const auto text = read_whole(beside(name), kLongestFile);
      if (!text) return wrong(node, key, text.error().what);
      texts = lines_of(*text);
    } else if (const auto* list = node.as_array()) {
      for (const toml::node& one : *list) {
        std::string text;
        TRY(put_text(one, key, text));
        texts.push_back(std::move(text));
      }
    } else {
      return wrong(node, key, "it is a list of addresses");
    }
    for (const std::string& text : texts) {
      std::string url = TRY(page_address(node, key, text));
      if (const auto before = owner_.find(url); before != owner_.end())
        return wrong(
            node, key,
            fmt::format("{} is watched twice; it stands at line {} already", url, before->second));
      owner_[url] = node.source().begin.line;
      into.urls.push_back(std::move(url));
    }
    return {};
  }

  Result<std::string> page_address(const toml::node& node, std::string_view key,
                                   const std::string& text) const {
    const auto url = url::parse(text);
    if (!url || !url->web() || !url->host || url->host->empty() || !url->username.empty())
      return wrong(node, key, fmt::format("\"{}\" is no address of a page", text));
    return url->href(false);
  }

  Result<void> put_text(const toml::node& node, std::string_view key, std::string& into) const {
    if (const auto* text = node.as_string())
      into = text->get();
    else if (const auto* whole = node.as_integer())
      into = std::to_string(whole->get());
    else if (const auto* number = node.as_floating_point())
      into = fmt::format("{}", number->get());
    else
      return wrong(node, key, "it is a text or a number");
    return {};
  }

  Result<void> put_number(const toml::node& node, std::string_view key, double& into) const {
    if (const auto number = node.value<double>()) {
      into = *number;
      return {};
    }
    return wrong(node, key, "it is a number");
  }

  std::string beside(const std::string& name) const {
    if (name.starts_with('/')) return name;
    const std::size_t slash = path_.rfind('/');
    return slash == kNone ? name : path_.substr(0, slash + 1) + name;
  }

  // What follows from all keys together.
  Result<void> finish() {
    if (!loose_.urls.empty()) {
      loose_.name = "pages";
      collections_.insert(collections_.begin(), std::move(loose_));
    }
    for (const crawl::WatchedPages& collection : collections_)
      file_.pages.insert(file_.pages.end(), collection.urls.begin(), collection.urls.end());
    if (file_.pages.empty() && file_.sites.empty())
      return Error{Errc::Invalid, path_ + " names no pages and no sites to watch"};
    add_default("scope", "page");
    add_default("period", "1h");
    add_default("importance", "compare");
    file_.given.emplace_back("collections", crawl::to_text(collections_));
    if (file_.pages.empty()) return {};
    const auto settings = TRY(crawl::settings_from(file_.given, file_.pages));
    if (const auto problem = check_budget(settings)) {
      const auto line = lines_.find(problem->key);
      return Error{Errc::Invalid,
                   line == lines_.end()
                       ? fmt::format("{}: {}: {}", path_, problem->key, problem->what)
                       : fmt::format("{} line {}: {}: {}", path_, line->second, problem->key,
                                     problem->what)};
    }
    return {};
  }

  void add_default(const std::string& key, const std::string& value) {
    if (!lines_.contains(key)) file_.given.emplace_back(key, value);
  }

  const std::string path_;
  WatchFile file_;
  crawl::WatchedPages loose_;  // pages that stand in no collection
  std::vector<crawl::WatchedPages> collections_;
  std::map<std::string, std::uint32_t> owner_;               // by page: the line that names it
  std::map<std::string, std::uint32_t, std::less<>> lines_;  // by setting
};

}  // namespace

Result<WatchFile> read_watch_file(const std::string& path) { return FileReader(path).read(); }

}  // namespace asof::watch
