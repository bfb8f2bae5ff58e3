#include "derive/certify.h"

#include <thread>

#include "base/file.h"
#include "capture/notes.h"
#include "certificate/certify.h"
#include "certificate/json.h"
#include "certificate/page.h"
#include "certificate/summary.h"
#include "keep/import.h"
#include "url/surt.h"

namespace asof::derive {
namespace {

// Nothing where the evidence shows no page.
Result<std::optional<Certified>> certify(const archive::Directory& directory,
                                         const std::string& crawl,
                                         std::optional<verify::Gathering> gathered) {
  auto evidence =
      gathered ? std::move(*gathered).finish(directory) : verify::gather(directory, crawl);
  if (!evidence) return std::move(evidence).error();
  const auto certificate = certificate::certify(std::move(*evidence), {});
  if (certificate.pages.empty()) return std::optional<Certified>();
  TRY(make_directories(directory.certificate_path()));
  const std::string path = directory.certificate_path(crawl);
  TRY(write_whole(path + ".json", certificate::to_json(certificate)));
  TRY(write_whole(path + ".html", certificate::page(certificate)));
  return std::optional(Certified{.crawl = crawl,
                                 .path = path + ".json",
                                 .headline = certificate::summary(certificate),
                                 .pages = certificate.pages.size()});
}

// The crawl's own log, and those of crawls that were cut off and may never go on.
Result<void> read_logs(archive::Directory& directory, catalog::Writer& catalog) {
  const auto crawls = TRY(keep::described_crawls(directory));
  for (const keep::CrawlDescription& crawl : crawls) {
    const std::string log = crawl.name + ".log";
    if (crawl.ended.empty() && exists(directory.log_path(log)))
      TRY(keep::catch_up_log(directory, catalog, log));
  }
  return {};
}

Result<void> settle_ended(archive::Directory& directory, catalog::Writer& catalog) {
  TRY(read_logs(directory, catalog));
  TRY(catalog.settle());
  return {};
}

}  // namespace

Result<std::optional<Certified>> end_crawl(archive::Directory& directory, catalog::Writer& catalog,
                                           EndedCrawl crawl) {
  // The certificate does not need the catalog, which can be settled meanwhile.
  Result<std::optional<Certified>> certified = std::optional<Certified>();
  std::thread certifying;
  if (crawl.has_captures)
    certifying = std::thread(
        [&] { certified = certify(directory, crawl.description.name, std::move(crawl.gathered)); });
  auto settled = settle_ended(directory, catalog);
  if (certifying.joinable()) certifying.join();
  if (!settled) return std::move(settled).error();
  if (!certified) return certified;
  TRY(keep::write_description(directory, crawl.description));
  return certified;
}

Result<std::vector<Certified>> certify_ended(archive::Directory& directory,
                                             catalog::Writer& catalog) {
  std::vector<Certified> all;
  auto crawls = TRY(keep::described_crawls(directory));
  for (keep::CrawlDescription& crawl : crawls) {
    if (!crawl.ended.empty()) continue;
    // Files are read only where the catalog knows of an end, whether or not it was the last.
    bool has_end = false;
    TRY(catalog.reader().metadata_of(url::surt_key(std::string(capture::kCrawlUrn) + crawl.name),
                                     [&](const catalog::Metadata&) {
                                       has_end = true;
                                       return false;
                                     }));
    if (!has_end) continue;
    const auto end = TRY(verify::end_of_crawl(directory, crawl.name));
    if (!end) continue;
    TRY(settle_ended(directory, catalog));
    auto certified = TRY(certify(directory, crawl.name, std::nullopt));
    if (certified) all.push_back(std::move(*certified));
    crawl.ended = end->ended;
    crawl.why = end->reason;
    TRY(keep::write_description(directory, crawl));
  }
  return all;
}

}  // namespace asof::derive
