#include "prove/certificates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "certificate/json.h"

namespace asof::prove {
namespace {

constexpr std::uint64_t kLargestCertificate = std::uint64_t{1} << 30;

// A capture's page and the name of its file.
using Uses = std::set<std::pair<std::string, std::string>>;

// Crawls by their labels, each with what the proofs use of it.
Result<std::map<std::string, Uses>> crawls_of(const catalog::Reader& catalog,
                                              const std::vector<const Proof*>& proofs) {
  std::map<std::string, std::string> labels;
  const auto crawls = TRY(catalog.crawls());
  for (const catalog::Crawl& crawl : crawls) labels[crawl.name] = crawl.label;
  std::map<std::string, Uses> out;
  for (const Proof* proof : proofs) {
    for (const Ground& ground : proof->grounds) {
      const std::string name = TRY(catalog.crawl_of(ground.capture.where.file, ground.capture.at));
      const auto label = labels.find(name);
      if (label != labels.end() && !label->second.empty())
        out[label->second].emplace(proof->url, ground.file);
    }
  }
  return out;
}

std::string said_of(const certificate::Certificate& certificate, const std::string& url) {
  for (const certificate::PageVerdict& page : certificate.pages)
    if (page.evidence.url == url)
      return fmt::format("{}: {} from {} to {}", url, certificate::label_of(page.grade),
                         iso8601_seconds(certificate.as_of.span.from),
                         iso8601_seconds(certificate.as_of.span.until));
  return "";
}

}  // namespace

Result<std::vector<CertificateFound>> certificates_of(const archive::Directory& directory,
                                                      const catalog::Reader& catalog,
                                                      const std::vector<const Proof*>& proofs,
                                                      std::vector<std::string>& complaints) {
  std::vector<CertificateFound> out;
  const auto crawls = TRY(crawls_of(catalog, proofs));
  for (const auto& [label, uses] : crawls) {
    // A label is what a file says of itself; only a plain name is looked for.
    if (label.find('/') != kNone) continue;
    const std::string path = directory.certificate_path(label + ".json");
    if (!exists(path)) continue;
    std::string bytes = TRY(read_whole(path, kLargestCertificate));
    const auto certificate = certificate::parse(bytes);
    if (!certificate) {
      complaints.push_back(path + ": " + certificate.error().what);
      continue;
    }
    std::string says;
    for (const auto& [url, file] : uses) {
      const bool lists_file =
          std::ranges::find(certificate->files, file, &certificate::File::name) !=
          certificate->files.end();
      const std::string line = lists_file ? said_of(*certificate, url) : "";
      if (!line.empty() && says.find(line) == kNone) says += (says.empty() ? "" : "; ") + line;
    }
    if (says.empty()) continue;
    std::string sha256 = hex(digest_of(Algorithm::Sha256, bytes));
    out.push_back({label + ".json", std::move(bytes), std::move(sha256), std::move(says)});
  }
  return out;
}

}  // namespace asof::prove
