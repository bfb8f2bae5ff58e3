// Where real pages come from: histories of sites, and documentation that Debian packages.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "planted.h"
#include "retrieve/content.h"

namespace asof::test::planted {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSmallest = 4'000;
constexpr std::size_t kLargest = 120'000;

constexpr std::string_view kRoot = "/usr/share";
// Below that; `./asof test` installs some, so that they are the same pages everywhere.
struct Documentation {
  std::string_view directory;
  bool installed;
};
constexpr std::array kDocumentation = {Documentation{"doc/postgresql-doc-15/html", true},
                                       Documentation{"doc/python3.11/html", false},
                                       Documentation{"doc/git-doc", true},
                                       Documentation{"doc/sqlite3", true},
                                       Documentation{"doc/apache2-doc/manual/en", true},
                                       Documentation{"doc/debian-policy/policy.html", true},
                                       Documentation{"doc/python-django-doc/html", false},
                                       Documentation{"cppreference/doc/html/en", false},
                                       Documentation{"doc/nodejs/api", false},
                                       Documentation{"gtk-doc/html", false}};
constexpr std::string_view kSite = "https://documentation.example";

std::optional<std::string> content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream content;
  content << file.rdbuf();
  return std::move(content).str();
}

// So many of them, evenly spread.
template <class T>
std::vector<T> sample(const std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> some;
  some.reserve(most);
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[(2 * i + 1) * all.size() / (2 * most)]);
  return some;
}

std::vector<fs::path> pages_below(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end;
       at.increment(error)) {
    const std::string extension = at->path().extension();
    if ((extension != ".html" && extension != ".htm") || !at->is_regular_file(error)) continue;
    const auto size = at->file_size(error);
    if (!error && size >= kSmallest && size <= kLargest) found.push_back(at->path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<Page> documentation_pages(std::size_t each, Packages which) {
  const layout::Resources resources = [](std::string_view url, layout::ResourceKind) {
    if (!url.starts_with(kSite)) return std::optional<std::string>();
    url = url.substr(0, url.find_first_of("?#"));
    return content_of(std::string(kRoot) + std::string(url.substr(kSite.size())));
  };
  std::vector<Page> pages;
  for (const auto& [directory, installed] : kDocumentation) {
    if (which == Packages::Installed && !installed) continue;
    const std::vector<fs::path> found = pages_below(fs::path(kRoot) / directory);
    for (const fs::path& path : sample(found, each)) {
      const std::string place = path.string().substr(kRoot.size());
      auto html = content_of(path);
      if (!html) continue;
      const retrieve::Content content = retrieve::content_of(place, std::move(*html));
      pages.push_back({place, std::string(kSite) + place, retrieve::to_utf8(content), resources});
    }
  }
  return pages;
}

std::vector<Page> history_pages(PageHistory& history, std::size_t most) {
  std::vector<std::string> urls;
  urls.reserve(history.versions().size());
  for (const auto& [url, versions] : history.versions()) urls.push_back(url);
  std::vector<Page> pages;
  // Some are no pages.
  for (const std::string& url : sample(urls, most * 4)) {
    const auto& versions = history.versions().at(url);
    auto source = history.source(url, versions[versions.size() / 2]);
    if (!source || source->html.size() < kSmallest || source->html.size() > kLargest) continue;
    pages.push_back({url, url, std::move(source->html), history.resources(source->at)});
  }
  return sample(pages, most);
}

}  // namespace asof::test::planted
