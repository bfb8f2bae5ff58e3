#include "crawl_world.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "capture/notes.h"
#include "durability.h"
#include "support/result.h"
#include "warc/reader.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOpen = ".open";
constexpr int kSitemaps = 3;

std::string final_name(const fs::path& path) {
  std::string name = path.filename().string();
  if (name.ends_with(kOpen)) name.resize(name.size() - kOpen.size());
  return name;
}

std::string block_of(warc::Reader& reader) {
  std::string block;
  for (;;) {
    const std::string_view piece = must(reader.read());
    if (piece.empty()) return block;
    block += piece;
  }
}

// The visits of one file, with revisits resolved by the digests of responses seen so far.
void read_visits(const fs::path& path, std::map<std::string, std::string>& digests,
                 std::vector<HeldVisit>& visits) {
  const FileSource source = must(FileSource::open(path.string()));
  warc::Reader reader(source, [](const warc::Damage&) {});
  HeldVisit open;
  while (const warc::Record* record = must(reader.next())) {
    const auto type = record->type();
    bool whole = false;
    if (type == warc::Type::Metadata) {
      open = {.url = std::string(record->target_uri()),
              .at = std::string(record->find("WARC-Date"))};
      const capture::Notes told = capture::read_notes(open.url, block_of(reader));
      open.purpose = told.purpose;
      if (told.turn) open.turn = std::to_string(told.turn->asked);
      if (told.none) {
        open.shown = std::to_string(told.none->status);
        open.sent = told.none->status != capture::kRefusedByRobots;
        whole = true;
      }
    } else if (type == warc::Type::Response || type == warc::Type::Revisit) {
      const bool revisit = type == warc::Type::Revisit;
      const std::string id(record->id(revisit ? "WARC-Refers-To" : "WARC-Record-ID"));
      if (!revisit) digests[id] = record->find("WARC-Payload-Digest");
      open.shown = digests[id];
      whole = true;
    }
    const std::uint64_t begin = reader.position().offset;
    const warc::End end = must(reader.finish());
    if (!end.sound) return;
    open.file = final_name(path);
    open.end = begin + end.length;
    if (whole && !open.purpose.empty()) visits.push_back(open);
  }
}

}  // namespace

CrawlSite::CrawlSite(int pages)
    : pages_(pages),
      server_(answer_each([this](const std::string& head) { return answer(head); })) {}

std::string CrawlSite::article(int number) const {
  std::string body = fmt::format("<link rel=stylesheet href=/style/{}.css>{}", number % 3, number);
  for (int next : {2 * number + 1, 2 * number + 2})
    if (next < pages_) body += fmt::format("<a href=/page/{0}>{0}</a>", next);
  if (number % 7 == 0 && !other_.empty())
    body += fmt::format("<a href={}page/{}>there</a>", other_, number);
  if (number % 10 == 3) body += fmt::format("<a href=/moved/{}>moved</a>", number);
  if (number % 11 == 5) body += fmt::format("<a href=/same/{0}/>same</a>", number);
  if (number % 25 == 7) body += fmt::format("<a href=/gone/{}>gone</a>", number);
  if (number % 25 == 8) body += fmt::format("<a href=/private/{}>private</a>", number);
  return body + fmt::format("<img src=/image/{}.png>", number % 20);
}

CrawlSite::Page CrawlSite::page(const std::string& path) const {
  const std::string name = path.substr(path.rfind('/') + 1);
  const auto begins = [&](std::string_view with) { return path.starts_with(with); };
  if (path == "/") return {.body = article(0)};
  if (path == "/robots.txt") return {.status = 302, .location = "/rules.txt"};
  if (path == "/rules.txt")
    return {.mime = "text/plain",
            .body = "User-agent: *\nDisallow: /private/\nSitemap: " + url() + "sitemaps.xml\n"};
  if (path == "/sitemaps.xml") {
    std::string body = "<sitemapindex>";
    for (int i = 0; i < kSitemaps; ++i)
      body += fmt::format("<sitemap><loc>{}map/{}</loc></sitemap>", url(), i);
    return {.mime = "text/xml", .body = body + "</sitemapindex>"};
  }
  if (begins("/map/"))
    return {.mime = "text/xml",
            .body = fmt::format("<urlset><url><loc>{}alone/{}</loc></url></urlset>", url(), name)};
  if (begins("/page/")) return {.body = article(std::stoi(name))};
  if (begins("/moved/")) return {.status = 301, .location = "/alone/moved" + name};
  if (begins("/same/") && name.empty())
    return {.body = "<a href=below>below</a>" + std::string(3000, '=')};
  if (begins("/style/")) return {.mime = "text/css", .body = "a{background:url(/image/a.png)}"};
  if (begins("/image/")) return {.mime = "image/png", .body = std::string(2000, name[0])};
  if (begins("/alone/") || begins("/same/")) return {.body = path};
  return {.status = 404, .body = "gone"};
}

std::string CrawlSite::answer(const std::string& head) {
  const std::string path = head.substr(head.find(' ') + 1, head.find(" HTTP/") - 4);
  server_.keep(path);
  Page page = this->page(path);
  const std::string etag = "\"" + hex(digest_of(Algorithm::Sha256, page.body)).substr(0, 16) + "\"";
  if (page.status == 200 && head.find("If-None-Match: " + etag) != std::string::npos)
    return "HTTP/1.1 304 Not Modified\r\nETag: " + etag + "\r\n\r\n";
  std::string text = fmt::format("HTTP/1.1 {} Answer\r\nContent-Type: {}\r\nContent-Length: {}\r\n",
                                 page.status, page.mime, page.body.size());
  if (page.status == 200) text += "ETag: " + etag + "\r\n";
  if (!page.location.empty()) text += "Location: " + page.location + "\r\n";
  return text + "\r\n" + page.body;
}

std::vector<HeldVisit> held_visits(const fs::path& archive) {
  std::vector<fs::path> files;
  if (fs::exists(archive / "warc"))
    for (const auto& entry : fs::directory_iterator(archive / "warc"))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end(),
            [](const fs::path& a, const fs::path& b) { return final_name(a) < final_name(b); });
  std::map<std::string, std::string> digests;
  std::vector<HeldVisit> visits;
  for (const fs::path& file : files) read_visits(file, digests, visits);
  return visits;
}

std::map<std::string, std::string> shown(const std::vector<HeldVisit>& visits) {
  std::map<std::string, std::string> last;
  for (const HeldVisit& visit : visits) last[visit.url] = visit.shown;
  return last;
}

bool has_begun(const fs::path& archive) {
  if (!fs::exists(archive / "crawls")) return false;
  const auto described = [](const fs::directory_entry& entry) {
    return entry.path().extension() == ".json";
  };
  return std::any_of(fs::directory_iterator(archive / "crawls"), {}, described);
}

std::string unsound(const fs::path& archive) {
  Paths check = {"check"};
  for (const auto& entry : fs::directory_iterator(archive / "warc")) {
    if (entry.path().extension() == kOpen) return entry.path().string() + " is unfinished";
    check.push_back(entry.path().string());
  }
  if (const Ran checked = asof(check); checked.code != 0) return checked.out + checked.err;
  const std::string live = dump_of(archive);
  if (const Ran ran = asof({"reindex", "--archive", archive.string()}); ran.code != 0)
    return ran.err;
  const std::string made = dump_of(archive);
  if (made == live) return "";
  const auto at = static_cast<std::size_t>(
      std::mismatch(live.begin(), live.end(), made.begin(), made.end()).first - live.begin());
  const auto line = live.rfind('\n', at) + 1;
  return "the catalog is not the one reindex makes: it has " +
         live.substr(line, std::min<std::size_t>(live.find('\n', at) - line, 500)) +
         "\nwhere reindex has " +
         made.substr(line, std::min<std::size_t>(made.find('\n', at) - line, 500));
}

}  // namespace asof::test
