// asof diff: what changed between two versions of a page, and how much it matters.
#include <fmt/format.h>

#include <filesystem>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/diff_internal.h"
#include "cli/shared_internal.h"
#include "delta/json.h"
#include "url/surt.h"

namespace asof::cli {
namespace {

// "asof diff URL TIME TIME" is "asof diff URL@TIME URL@TIME".
Result<std::pair<std::string, std::string>> operands_of(const Arguments& arguments) {
  const auto& words = arguments.operands();
  if (words.size() == 2) return std::pair(words[0], words[1]);
  if (words.size() == 3 && words[0].find("://") != std::string::npos) {
    return std::pair(words[0] + "@" + words[1], words[0] + "@" + words[2]);
  }
  return Error{Errc::Invalid,
               "diff compares two things: two files, two records "
               "(crawl.warc.gz@48213), or a URL at two times"};
}

Result<importance::EstimateOptions> options_of(const Arguments& arguments) {
  importance::EstimateOptions options;
  const importance::WeightModel* model = importance::weight_model(arguments.get("--weights"));
  if (model == nullptr) {
    std::string known;
    for (const auto& row : importance::weight_models()) {
      known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
    }
    return Error{Errc::Invalid, fmt::format("--weights takes one of {}, not \"{}\"", known,
                                            arguments.get("--weights"))};
  }
  options.model = model->name;
  const std::string& reading = arguments.get("--reading");
  if (reading == "words") {
    options.weight = importance::OperationWeight::ByWords;
  } else if (reading == "jcdl") {
    options.weight = importance::OperationWeight::ByElement;
  } else if (reading == "dexa") {
    options.weight = importance::OperationWeight::ByKind;
  } else {
    return Error{Errc::Invalid,
                 fmt::format("--reading takes words, jcdl or dexa, not \"{}\"", reading)};
  }
  const std::string& count = arguments.get("--operations");
  if (count != "present" && count != "three") {
    return Error{Errc::Invalid,
                 fmt::format("--operations takes present or three, not \"{}\"", count)};
  }
  if (count == "three") options.count = importance::OperationCount::Three;
  return options;
}

// Two captures of one page, or files: those have no address to disagree about.
Result<void> check_comparable(const LoadedSide& old, const LoadedSide& fresh) {
  for (const LoadedSide* side : {&old, &fresh}) {
    if (side->content.bytes.empty()) {
      return Error{Errc::Invalid, side->label + ": there is nothing in it"};
    }
  }
  const auto is_file = [](const LoadedSide& s) { return s.content.url.starts_with("file://"); };
  const std::string a = url::surt_key(old.content.url);
  const std::string b = url::surt_key(fresh.content.url);
  if (!is_file(old) && !is_file(fresh) && a != b) {
    return Error{Errc::Invalid, fmt::format("{} and {} are two different pages; diff compares two "
                                            "versions of one",
                                            old.content.url, fresh.content.url)};
  }
  const bool pages = ingest::is_html(old.content) && ingest::is_html(fresh.content);
  if (pages) return {};
  for (const LoadedSide* side : {&old, &fresh}) {
    const std::string& mime = side->content.mime;
    const bool by_digest = mime.starts_with("image/") || mime == "application/pdf";
    if (by_digest || ingest::is_html(side->content)) continue;
    return Error{Errc::Invalid,
                 fmt::format("{}: {}, not an HTML page (images and PDF files are compared by "
                             "digest)",
                             side->label, mime.empty() ? "of unknown type" : mime)};
  }
  if (old.content.mime != fresh.content.mime) {
    return Error{Errc::Invalid,
                 fmt::format("{} is {} and {} is {}: they cannot be compared", old.label,
                             old.content.mime, fresh.label, fresh.content.mime)};
  }
  return {};
}

std::string json_side(const LoadedSide& side) {
  return fmt::format("{{\"label\":{},\"url\":{},\"at\":{},\"mime\":{},\"sha256\":\"{}\"}}",
                     json_quote(side.label), json_quote(side.content.url),
                     side.content.at.ms == 0 ? "null" : json_quote(iso8601(side.content.at)),
                     json_quote(side.content.mime),
                     hex(digest_of(Algorithm::Sha256, side.content.bytes)));
}

std::string json_notes(const Difference& difference) {
  std::string out;
  for (const DiffSide* side : {&difference.old, &difference.fresh}) {
    for (const std::string& reason : side->page.reasons) {
      out += (out.empty() ? "" : ",") + json_quote(side->label + ": " + reason);
    }
  }
  return out;
}

std::string diff_json(const LoadedSide& old, const LoadedSide& fresh,
                      const Difference& difference) {
  std::string blocks;
  for (const auto& block : difference.estimate.blocks) {
    blocks +=
        fmt::format("{}{{\"name\":{},\"version\":\"{}\",\"weight\":{:.6g},\"change\":{:.6g}}}",
                    blocks.empty() ? "" : ",", json_quote(block.name), block.is_old ? "old" : "new",
                    block.weight, block.change);
  }
  return fmt::format(
      "{{\"old\":{},\"new\":{},\"importance\":{:.6g},\"stage\":{},\"reason\":{},\"engine\":\"{}\","
      "\"old_side\":{:.6g},\"new_side\":{:.6g},\"blocks\":[{}],\"notes\":[{}],\"delta\":{}}}\n",
      json_side(old), json_side(fresh), difference.importance, json_quote(difference.stage),
      json_quote(difference.reason), layout::name_of(difference.fresh.page.engine),
      difference.estimate.old_side, difference.estimate.new_side, blocks, json_notes(difference),
      delta::to_json(difference.comparison.delta));
}

// Which two versions: times lead to the nearest capture, so a reader must see what was found.
void print_sides(const LoadedSide& old, const LoadedSide& fresh) {
  fmt::print("old  {}\nnew  {}\n", old.label, fresh.label);
  if (old.label == fresh.label) fmt::print("both are one and the same capture\n");
  if (old.content.at > fresh.content.at && fresh.content.at.ms != 0) {
    fmt::print("the old one is the later one\n");
  }
}

// Where --html may write: a new file or one in place of another, never a device or what is
// compared.
Result<std::string> page_path(const Arguments& arguments, const std::string& first,
                              const std::string& second) {
  namespace fs = std::filesystem;
  const std::string& wanted = arguments.get("--html");
  std::error_code error;
  if (wanted.empty() || !fs::exists(wanted, error)) return wanted;
  if (!fs::is_regular_file(wanted, error)) {
    return Error{Errc::Invalid, wanted + ": not a file; --html writes one"};
  }
  for (const std::string& input : {first, second}) {
    if (fs::equivalent(wanted, input, error)) {
      return Error{Errc::Invalid, wanted + ": is one of the pages to compare; name another file"};
    }
  }
  return fs::canonical(wanted, error).string();
}

bool is_drawn(const Arguments& arguments) {
  return arguments.has("--xml") || !arguments.get("--html").empty();
}

// XML and the side-by-side view are of blocks.
Result<void> check_plain(const Arguments& arguments, std::string_view why) {
  if (!is_drawn(arguments)) return {};
  return Error{Errc::Invalid,
               fmt::format("--xml and --html show blocks, and there are none: {}", why)};
}

// What was settled without looking at blocks.
int print_verdict(const LoadedSide& old, const LoadedSide& fresh, std::string_view stage,
                  const Verdict& verdict, const Arguments& arguments) {
  if (arguments.has("--json")) {
    fmt::print(
        "{{\"old\":{},\"new\":{},\"importance\":{},\"stage\":\"{}\",\"reason\":{},\"delta\":null}}"
        "\n",
        json_side(old), json_side(fresh), verdict.importance, stage, json_quote(verdict.reason));
    return 0;
  }
  print_sides(old, fresh);
  fmt::print("importance {}: {}\n", verdict.importance, verdict.reason);
  return 0;
}

// Images, PDF files, and pages that are equal byte for byte.
Verdict by_digest(const LoadedSide& old, const LoadedSide& fresh) {
  if (old.content.bytes == fresh.content.bytes) {
    return {0, fmt::format("the same, byte for byte ({})", old.content.mime)};
  }
  return {1, fmt::format("{}, compared by digest: they differ", old.content.mime)};
}

}  // namespace

Result<int> run_diff(const Arguments& arguments) {
  const auto [first, second] = TRY(operands_of(arguments));
  const importance::EstimateOptions wanted = TRY(options_of(arguments));
  const std::uint64_t rows = TRY(number_of(arguments, "--rows"));
  if (arguments.has("--json") && arguments.has("--xml")) {
    return Error{Errc::Invalid, "--json and --xml: one of them"};
  }
  const std::string& engine = arguments.get("--render");
  if (engine != "auto" && engine != "in-process" && engine != "chromium") {
    return Error{Errc::Invalid,
                 fmt::format("--render takes auto, in-process or chromium, not \"{}\"", engine)};
  }
  const std::string page = TRY(page_path(arguments, first, second));
  const LoadedSide old = TRY(load_side(first, arguments.get("--archive")));
  const LoadedSide fresh = TRY(load_side(second, arguments.get("--archive")));
  if (auto verdict = TRY(by_status(old, fresh))) {
    TRY(check_plain(arguments, "one of them is no page"));
    return print_verdict(old, fresh, "status", *verdict, arguments);
  }
  TRY(check_comparable(old, fresh));
  const bool pages = ingest::is_html(old.content) && ingest::is_html(fresh.content);
  if (!pages) TRY(check_plain(arguments, "they are no HTML pages"));
  if (!pages || (old.content.bytes == fresh.content.bytes && !is_drawn(arguments))) {
    return print_verdict(old, fresh, "digest", by_digest(old, fresh), arguments);
  }
  importance::EstimateOptions options = wanted;
  options.page = fresh.content.url;
  const Difference difference = TRY(compare_sides(old, fresh, options, engine));
  if (!page.empty()) TRY(write_whole(page, diff_page(difference)));
  if (arguments.has("--json")) {
    fmt::print("{}", diff_json(old, fresh, difference));
  } else if (arguments.has("--xml")) {
    fmt::print("{}", delta::to_xml(difference.comparison.delta));
  } else {
    print_sides(old, fresh);
    fmt::print("{}", diff_text(difference, rows));
  }
  return 0;
}

}  // namespace asof::cli
