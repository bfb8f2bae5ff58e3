// asof diff: what changed between two versions of a page, and how much it matters.
#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "cli/diff_internal.h"
#include "cli/lab_shared_internal.h"
#include "cli/print_internal.h"
#include "cli/shared_internal.h"
#include "url/surt.h"

namespace asof::cli {
namespace {

constexpr std::uint64_t kLongestRules = std::uint64_t{1} << 20;

bool is_url(const std::string& word) { return word.find("://") != std::string::npos; }

// "asof diff URL TIME TIME" is "asof diff URL@TIME URL@TIME"; a URL alone, its last two versions.
Result<std::pair<LoadedSide, LoadedSide>> sides_of(const Arguments& arguments) {
  const auto& words = arguments.operands();
  const std::string& archive = arguments.get("--archive");
  if (words.size() == 1 && is_url(words[0])) return load_latest(words[0], archive);
  std::string first, second;
  if (words.size() == 2) {
    first = words[0];
    second = words[1];
  } else if (words.size() == 3 && is_url(words[0])) {
    first = words[0] + "@" + words[1];
    second = words[0] + "@" + words[2];
  } else {
    return Error{Errc::Invalid,
                 "diff needs two versions: two files, two records (crawl.warc.gz@48213), a URL and "
                 "two times, or a URL alone for its last two versions"};
  }
  LoadedSide old = TRY(load_side(first, archive));
  LoadedSide fresh = TRY(load_side(second, archive));
  return std::pair(std::move(old), std::move(fresh));
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

Result<change::Render> render_of(const Arguments& arguments) {
  const auto render = change::render_of(arguments.get("--render"));
  if (render) return *render;
  return Error{Errc::Invalid, fmt::format("--render takes auto, in-process or chromium, not \"{}\"",
                                          arguments.get("--render"))};
}

Result<noise::AdRules> advertisements_of(const Arguments& arguments) {
  const std::string& file = arguments.get("--ads");
  if (file.empty()) return noise::default_ad_rules();
  const std::string text = TRY(read_whole(file, kLongestRules));
  return noise::read_ad_rules(text, file);
}

Result<change::HandWeights> weights_by_hand(const Arguments& arguments) {
  const std::string& file = arguments.get("--by-hand");
  if (file.empty()) return change::HandWeights{};
  const std::string text = TRY(read_whole(file, kLongestRules));
  return change::read_hand_weights(text, file);
}

// Exit codes as those of test programs: 0 where it matters at least so much, 1 where it is less.
Result<double> at_least_of(const Arguments& arguments) {
  if (arguments.get("--at-least").empty()) return 0;
  const double least = TRY(decimal_of(arguments, "--at-least"));
  if (least >= 0 && least <= 1) return least;
  return Error{Errc::Invalid,
               "--at-least takes a number between 0 and 1, not " + arguments.get("--at-least")};
}

// A page that is gone, moved or hidden behind an error has nothing to be looked into.
bool is_shown(const LoadedSide& side) {
  return side.content.status == 0 || side.content.status == 200;
}

// Two captures of one page, or files: those have no address to disagree about.
Result<void> check_comparable(const LoadedSide& old, const LoadedSide& fresh) {
  for (const LoadedSide* side : {&old, &fresh}) {
    if (side->content.bytes.empty()) {
      return Error{Errc::Invalid, side->label + ": it is empty"};
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
  enum Kind { kPage, kText, kOther };
  const auto kind_of = [](const LoadedSide& s) {
    return retrieve::is_html(s.content) ? kPage : retrieve::is_text(s.content) ? kText : kOther;
  };
  const std::string& before = old.content.mime;
  const std::string& after = fresh.content.mime;
  const bool alike = kind_of(old) == kind_of(fresh) && (kind_of(old) != kOther || before == after);
  if (alike) return {};
  return Error{Errc::Invalid, fmt::format("{} is {} and {} is {}: they cannot be compared",
                                          old.label, before.empty() ? "of unknown type" : before,
                                          fresh.label, after.empty() ? "of unknown type" : after)};
}

// Which two versions: times lead to the nearest capture, so a reader must see what was found.
void print_sides(const LoadedSide& old, const LoadedSide& fresh) {
  print("old  {}\nnew  {}\n", old.label, fresh.label);
  if (is_same_capture(old, fresh)) {
    print("the captures nearest to both times are one and the same\n");
  } else if (old.label == fresh.label) {
    print("both are the same file\n");
  }
  if (old.content.at && fresh.content.at && *old.content.at > *fresh.content.at) {
    print("the first version is the later one\n");
  }
}

// Where --html may write: a new file or one in place of another, never a device or what is
// compared.
Result<std::string> page_path(const Arguments& arguments) {
  namespace fs = std::filesystem;
  const std::string& wanted = arguments.get("--html");
  std::error_code error;
  if (wanted.empty()) return wanted;
  std::string path = TRY(output_path(wanted));
  for (const std::string& input : arguments.operands()) {
    if (fs::equivalent(wanted, input, error)) {
      return Error{Errc::Invalid,
                   wanted + ": this is one of the files to compare; name another output file"};
    }
  }
  return path;
}

// XML and the side-by-side view are of blocks.
Result<void> check_drawn(const Arguments& arguments, const Difference& difference) {
  const bool drawn = arguments.has("--xml") || !arguments.get("--html").empty();
  if (!drawn || difference.laid_out) return {};
  return Error{
      Errc::Invalid,
      fmt::format(
          "--xml and --html show blocks, but these versions were not compared by blocks: {}",
          difference.reason)};
}

void print_difference(const LoadedSide& old, const LoadedSide& fresh, const Difference& difference,
                      const Arguments& arguments, std::size_t rows) {
  if (arguments.has("--json")) {
    fmt::print("{}", diff_json(old, fresh, difference));
    return;
  }
  if (arguments.has("--xml")) {
    fmt::print("{}", diff_xml(old, fresh, difference));
    return;
  }
  print_sides(old, fresh);
  fmt::print("{}", diff_text(difference, rows));
  const bool texts = retrieve::is_text(old.content) && retrieve::is_text(fresh.content);
  if (texts && !old.content.cut && !fresh.content.cut) {
    fmt::print("{}", line_difference(retrieve::to_utf8(old.content),
                                     retrieve::to_utf8(fresh.content), rows));
  }
}

}  // namespace

Result<int> run_diff(const Arguments& arguments) {
  const std::uint64_t rows = TRY(number_of(arguments, "--rows"));
  const double least = TRY(at_least_of(arguments));
  if (arguments.has("--json") && arguments.has("--xml")) {
    return Error{Errc::Invalid, "give --json or --xml, not both"};
  }
  const noise::AdRules advertisements = TRY(advertisements_of(arguments));
  change::Options options;
  options.estimate = TRY(options_of(arguments));
  options.estimate.advertisements = &advertisements;
  const change::HandWeights by_hand = TRY(weights_by_hand(arguments));
  options.by_hand = &by_hand;
  options.render = TRY(render_of(arguments));
  const std::string page = TRY(page_path(arguments));
  if (!arguments.get("--apply").empty()) return run_apply(arguments, options);
  const auto [old, fresh] = TRY(sides_of(arguments));
  const bool shown = is_shown(old) && is_shown(fresh);
  if (shown) TRY(check_comparable(old, fresh));
  const Difference difference = TRY(compare_sides(old, fresh, options));
  TRY(check_drawn(arguments, difference));
  if (!page.empty()) {
    TRY(write_whole(page, diff_page(difference, old.resources(), fresh.resources())));
  }
  print_difference(old, fresh, difference, arguments, rows);
  return is_same_capture(old, fresh) || difference.matters < least ? 1 : 0;
}

}  // namespace asof::cli
