// layout_bench [--pages N] [--list] NAME=FOLDER|FILE.warc.gz...: the layout in the process beside
// Chromium's, on pages of several sites.
//
// Of every site N pages (5), evenly spaced among its pages of 2 to 300 KB, are laid out by both,
// and both layouts segmented. Style sheets, images and scripts come from the same folder or WARC
// file. Two layouts give the same main block where the words of the leaf with the greatest weight,
// or of that with most text, have a Jaccard index of at least .7. CPU is this thread's, and of the
// browser's processes together; its start is not counted.
//
// Prints tab-separated: per page (--list), per site and in all: pages, CPU milliseconds per page in
// the process and in Chromium, the ratio, pages with the same main block, pages called doubtful,
// and pages that differ without being called doubtful.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "block/segment.h"
#include "html/text.h"
#include "importance/weights.h"
#include "layout/layout.h"
#include "render/chromium.h"
#include "retrieve/content.h"
#include "url/url.h"
#include "warc/reader.h"

namespace asof::bench {
namespace {

constexpr std::uintmax_t kSmallest = 2'000;
constexpr std::uintmax_t kLargest = 300'000;
constexpr double kSame = .7;

double cpu_milliseconds() {
  timespec t{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

struct Site {
  std::string name;
  std::vector<std::string> pages;  // addresses
  layout::Resources content;
};

std::optional<std::string> whole_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(path)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A folder is served as if it were the root of a host.
Site folder_site(const std::string& name, const std::filesystem::path& folder) {
  Site site{.name = name};
  const std::string host = "http://" + name + ".test";
  using Walk = std::filesystem::recursive_directory_iterator;
  for (const auto& entry :
       Walk(folder, std::filesystem::directory_options::follow_directory_symlink)) {
    std::error_code error;
    const auto size = entry.file_size(error);
    if (error || entry.path().extension() != ".html" || size < kSmallest || size > kLargest)
      continue;
    site.pages.push_back(host + "/" + std::filesystem::relative(entry.path(), folder).string());
  }
  site.content = [host, folder](std::string_view url,
                                layout::ResourceKind) -> std::optional<std::string> {
    if (!url.starts_with(host + "/")) return std::nullopt;
    url = url.substr(host.size() + 1);
    return whole_file(folder / url.substr(0, url.find('?')));
  };
  return site;
}

// The first version of every address.
Site warc_site(const std::string& name, const std::string& file) {
  Site site{.name = name};
  auto source = FileSource::open(file);
  if (!source) {
    fmt::print(stderr, "{}\n", source.error().what);
    std::exit(2);
  }
  auto contents = std::make_shared<std::map<std::string, std::string, std::less<>>>();
  warc::Reader reader(*source, [](const warc::Damage&) {});
  while (true) {
    const auto record = reader.next();
    if (!record || *record == nullptr) break;
    const auto where = reader.position();
    const auto content = retrieve::content_at(*source, where);
    if (content && content->status == 200 && !contents->contains(content->url)) {
      const bool is_page = retrieve::is_html(*content);
      const bool is_text = is_page || content->mime == "text/css";
      (*contents)[content->url] = is_text ? retrieve::to_utf8(*content) : content->bytes;
      const std::size_t size = content->bytes.size();
      if (is_page && size >= kSmallest && size <= kLargest) site.pages.push_back(content->url);
    }
    if (!reader.finish()) break;
  }
  site.content = [contents](std::string_view url,
                            layout::ResourceKind) -> std::optional<std::string> {
    const auto found = contents->find(url);
    if (found == contents->end()) return std::nullopt;
    return found->second;
  };
  return site;
}

using Words = std::set<std::uint64_t>;

Words words_of(const block::Block& leaf) {
  Words words;
  for (const block::Content& content : leaf.contents) {
    html::Words walk(content.text);
    while (const auto word = walk.next()) words.insert(html::word_hash(*word));
  }
  return words;
}

struct MainBlocks {
  Words weightiest;
  Words longest;
};

MainBlocks main_blocks(const layout::Page& page) {
  const block::BlockTree tree = block::segment(page);
  const auto leaves = tree.leaves();
  const auto weights = importance::block_weights(tree, importance::kDefaultModel);
  MainBlocks main;
  double heaviest = -1;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const block::Block& leaf = tree.blocks[leaves[i]];
    std::size_t text = 0;
    for (const block::Content& content : leaf.contents) text += content.text.size();
    if (weights[i] > heaviest) {
      heaviest = weights[i];
      main.weightiest = words_of(leaf);
    }
    if (text > longest) {
      longest = text;
      main.longest = words_of(leaf);
    }
  }
  return main;
}

double jaccard(const Words& a, const Words& b) {
  Words both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  const std::size_t all = a.size() + b.size() - both.size();
  return all == 0 ? 1 : static_cast<double>(both.size()) / static_cast<double>(all);
}

struct Tally {
  int pages = 0;
  double ours = 0;  // CPU milliseconds
  double theirs = 0;
  int same = 0;
  int doubtful = 0;
  int missed = 0;  // differ, and not called doubtful

  void add(const Tally& other) {
    pages += other.pages;
    ours += other.ours;
    theirs += other.theirs;
    same += other.same;
    doubtful += other.doubtful;
    missed += other.missed;
  }
  void print(const std::string& name) const {
    fmt::print("{}\t{}\t{:.1f}\t{:.1f}\t{:.1f}\t{}\t{}\t{}\n", name, pages, ours / pages,
               theirs / pages, theirs / ours, same, doubtful, missed);
  }
};

std::optional<Tally> measure(const Site& site, const std::string& address,
                             render::Chromium& browser, bool list) {
  const auto html = site.content(address, layout::ResourceKind::Script);
  if (!html) return std::nullopt;
  const layout::Source source{.html = *html, .url = address};
  Tally tally{.pages = 1};
  const double begin = cpu_milliseconds();
  const layout::Page ours = layout::lay_out(source, site.content);
  tally.ours = cpu_milliseconds() - begin;
  const auto before = browser.cpu_time();
  const auto theirs = browser.lay_out(source, site.content);
  tally.theirs = static_cast<double>((browser.cpu_time() - before).count()) / 1e3;
  if (!theirs) {
    fmt::print(stderr, "{}: {}\n", address, theirs.error().what);
    return std::nullopt;
  }
  const MainBlocks mine = main_blocks(ours);
  const MainBlocks other = main_blocks(*theirs);
  const double weightiest = jaccard(mine.weightiest, other.weightiest);
  const double longest = jaccard(mine.longest, other.longest);
  tally.same = std::max(weightiest, longest) >= kSame ? 1 : 0;
  tally.doubtful = ours.doubtful ? 1 : 0;
  tally.missed = tally.same == 0 && !ours.doubtful ? 1 : 0;
  if (list) {
    fmt::print("{}\t{:.2f}\t{:.2f}\t{}\t{}x{}\t{}x{}\t{}\n", address, weightiest, longest,
               ours.doubtful ? "doubtful" : "trusted", ours.width, ours.height, theirs->width,
               theirs->height, ours.reasons.empty() ? "" : ours.reasons.back());
  }
  return tally;
}

int run(const std::vector<std::string>& arguments) {
  std::size_t wanted = 5;
  bool list = false;
  std::vector<Site> sites;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const std::size_t equals = word.find('=');
    if (word == "--list") {
      list = true;
    } else if (word == "--pages" && i + 1 < arguments.size()) {
      wanted = parse_uint(arguments[++i]).value_or(wanted);
    } else if (equals != std::string::npos) {
      const std::string name = word.substr(0, equals);
      const std::string path = word.substr(equals + 1);
      sites.push_back(path.ends_with(".gz") ? warc_site(name, path) : folder_site(name, path));
    }
  }
  auto browser = render::Chromium::start();
  if (!browser) {
    fmt::print(stderr, "{}\n", browser.error().what);
    return 2;
  }
  // The first page pays for what the browser loads once.
  if (!browser->lay_out({.html = "<p>x", .url = "http://warm.test/"}, {})) return 2;
  Tally all;
  for (Site& site : sites) {
    std::sort(site.pages.begin(), site.pages.end());
    Tally sum;
    const std::size_t step = std::max<std::size_t>(1, site.pages.size() / wanted);
    for (std::size_t i = step / 2; i < site.pages.size() && sum.pages < static_cast<int>(wanted);
         i += step) {
      if (const auto tally = measure(site, site.pages[i], *browser, list)) sum.add(*tally);
    }
    if (sum.pages == 0) continue;
    sum.print(site.name);
    all.add(sum);
  }
  if (all.pages == 0) return 2;
  all.print("all");
  return 0;
}

}  // namespace
}  // namespace asof::bench

int main(int count, char** words) {
  return asof::bench::run(std::vector<std::string>(words + 1, words + count));
}
