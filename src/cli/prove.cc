#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/period.h"
#include "cli/opened.h"
#include "cli/print_internal.h"
#include "cli/prove_internal.h"
#include "cli/shared_internal.h"
#include "prove/bundle.h"
#include "prove/site.h"
#include "prove/words.h"

namespace asof::cli {
namespace {

// Pages and addresses that are listed of a site; JSON and bundles have all of them.
constexpr std::size_t kListed = 20;

Result<prove::Question> asked_of(const Arguments& arguments) {
  prove::Question question{.phrase = arguments.get("--phrase")};
  const bool has_at = !arguments.get("--at").empty();
  const bool has_span = !arguments.get("--from").empty() || !arguments.get("--to").empty();
  if (!!arguments.get("--phrase").empty())
    return Error{Errc::Invalid, "prove needs the words to look for: --phrase \"sold out\""};
  if (has_at == has_span)
    return Error{Errc::Invalid,
                 "prove needs a time: --at 2026-11-15T09:30:00Z, or --from and --to"};
  if (has_at) {
    const Period at = TRY(period_of(arguments, "--at"));
    prove::ask_at(question, at);
    return question;
  }
  if (!!arguments.get("--from").empty() || !!arguments.get("--to").empty())
    return Error{Errc::Invalid, "--from and --to are given together"};
  const Period from = TRY(period_of(arguments, "--from"));
  const Period to = TRY(period_of(arguments, "--to"));
  question.asked = {from.first, to.last()};
  question.is_moment = false;
  if (question.asked.until < question.asked.from)
    return Error{Errc::Invalid, fmt::format("--to ({}) is before --from ({})",
                                            arguments.get("--to"), arguments.get("--from"))};
  return question;
}

Result<void> bundle(const Arguments& arguments, const archive::Directory& directory,
                    const prove::Archive& archive, prove::Bundle bundle) {
  bundle.made = SystemClock().now();
  if (!arguments.get("--now").empty()) {
    const Period now = TRY(period_of(arguments, "--now"));
    bundle.made = now.first;
  }
  const std::string path = TRY(output_path(arguments.get("--out")));
  std::vector<std::string> complaints;
  bundle.software = "asof " ASOF_VERSION;
  bundle.certificates =
      TRY(prove::certificates_of(directory, archive.catalog, bundle.proofs, complaints));
  Pictured pictured = pictures_of(archive, bundle.proofs);
  bundle.pictures = std::move(pictured.pictures);
  bundle.about_pictures = std::move(pictured.about);
  TRY(prove::write_bundle(path, archive, bundle, complaints));
  for (const std::string& complaint : complaints) complain(complaint);
  complain("wrote " + path);
  return {};
}

// The answer in its three forms.
struct Answer {
  std::string sentence, details;
  json::Object json;
  std::vector<const prove::Proof*> proofs;
};

Result<void> give(const Arguments& arguments, const archive::Directory& directory,
                  const prove::Archive& archive, const Answer& answer) {
  // The file first: an answer that is printed has its file beside it.
  if (!arguments.get("--out").empty())
    TRY(bundle(arguments, directory, archive,
               {.sentence = answer.sentence,
                .details = answer.details,
                .json = answer.json.text(),
                .proofs = answer.proofs}));
  if (arguments.has("--json")) {
    print("{}\n", answer.json.text());
    return {};
  }
  // Line by line, because print() shows line ends within a value as \n.
  print("{}\n", answer.sentence);
  std::string_view rest = answer.details;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    print("{}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

std::string certificate_lines(const std::vector<prove::CertificateFound>& certificates) {
  if (certificates.empty()) return "";
  std::string out = "\ncertificates\n";
  for (const auto& one : certificates) out += fmt::format("  {}  {}\n", one.name, one.says);
  return out;
}

Result<int> prove_url(const Arguments& arguments, const prove::Question& question,
                      const archive::Directory& directory, const prove::Archive& archive) {
  const prove::Proof proof = TRY(prove::prove(archive, question));
  std::vector<std::string> complaints;
  const auto certificates =
      TRY(prove::certificates_of(directory, archive.catalog, {&proof}, complaints));
  for (const std::string& complaint : complaints) complain(complaint);
  json::Object json = prove::json_of(proof);
  json.add("certificates", json::array_of(certificates, [](const auto& one) {
             return json::Object{{"name", one.name}, {"sha256", one.sha256}, {"says", one.says}};
           }));
  TRY(give(arguments, directory, archive,
           {prove::sentence_of(proof),
            prove::text_of(proof) + certificate_lines(certificates),
            std::move(json),
            {&proof}}));
  return prove::exit_code(proof.verdict);
}

Result<int> prove_host(const Arguments& arguments, const prove::Question& question,
                       const archive::Directory& directory, const prove::Archive& archive) {
  const std::string& host = arguments.get("--site");
  const prove::SiteProof proof = TRY(prove::prove_site(archive, host, site_prefix(host), question));
  const std::size_t most =
      !arguments.get("--out").empty() ? proof.pages.size() + proof.never_captured.size() : kListed;
  Answer answer{prove::sentence_of(proof), prove::text_of(proof, most), prove::json_of(proof), {}};
  for (const prove::Proof& page : proof.pages) answer.proofs.push_back(&page);
  TRY(give(arguments, directory, archive, answer));
  return prove::exit_code(proof.verdict);
}

}  // namespace

Result<int> run_prove(const Arguments& arguments) {
  const bool of_site = !arguments.get("--site").empty();
  if (arguments.operands().size() != (of_site ? 0U : 1U))
    return Error{Errc::Invalid, "prove needs one URL, or --site HOST instead of it"};
  prove::Question question = TRY(asked_of(arguments));
  if (!of_site) question.url = arguments.operands()[0];
  const auto [directory, catalog] = TRY(open_to_read(arguments.get("--archive")));
  retrieve::Library library(directory, catalog);
  const prove::Archive archive{catalog, library};
  return of_site ? prove_host(arguments, question, directory, archive)
                 : prove_url(arguments, question, directory, archive);
}

}  // namespace asof::cli
