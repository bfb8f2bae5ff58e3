// asof access: which captures the access rules withhold, and why.
#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/opened.h"
#include "cli/print_internal.h"
#include "cli/shared_internal.h"
#include "replay/withheld.h"

namespace asof::cli {
namespace {

std::string_view written_key(const replay::AccessRule& rule) {
  return rule.key.empty() ? std::string_view("*") : std::string_view(rule.key);
}

void print_rule(const replay::Withheld& row) {
  const replay::AccessRule& rule = *row.rule;
  print("line {}: {} {}{}\n", rule.line, replay::name_of(rule), written_key(rule),
        rule.whole ? "###" : "");
  if (row.captures == 0)
    print("    fits no capture of the archive\n");
  else
    print("    {} {} of {}, {} to {}\n",
          rule.access == replay::Access::Allow ? "shows" : "withholds",
          counted(row.captures, "capture"), counted(row.urls, "URL"), iso8601_seconds(*row.first),
          iso8601_seconds(*row.last));
  if (rule.days)
    print("    for {} after each capture\n",
          counted(static_cast<std::uint64_t>(*rule.days), "day"));
  if (rule.from || rule.to)
    print("    captures from {} to {}\n", rule.from ? iso8601_seconds(*rule.from) : "the first",
          rule.to ? iso8601_seconds(*rule.to) : "the last");
  if (!rule.reason.empty()) print("    reason: {}\n", rule.reason);
  if (!rule.date.empty()) print("    decided on {}\n", rule.date);
}

std::string rule_json(const replay::Withheld& row) {
  const replay::AccessRule& rule = *row.rule;
  return json::Object{{"line", rule.line},        {"access", replay::name_of(rule)},
                      {"key", written_key(rule)}, {"whole_key", rule.whole},
                      {"from", rule.from},        {"to", rule.to},
                      {"days", rule.days},        {"reason", rule.reason},
                      {"date", rule.date},        {"captures", row.captures},
                      {"urls", row.urls},         {"first", row.first},
                      {"last", row.last}}
      .text();
}

void print_capture(const catalog::Capture& capture, std::string_view file,
                   const replay::AccessRule& rule, bool as_json) {
  if (as_json)
    fmt::print("{}\n", json::Object{{"line", rule.line},
                                    {"access", replay::name_of(rule)},
                                    {"url", capture.url},
                                    {"at", capture.at},
                                    {"file", file},
                                    {"offset", capture.where.offset}}
                           .text());
  else
    print("{} {} {} {} at byte {}, line {}\n", replay::name_of(rule), digits14(capture.at),
          capture.url, file, capture.where.offset, rule.line);
}

}  // namespace

Result<int> run_access(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "access takes flags only; name the archive with --archive"};
  const Opened opened = TRY(open_to_read(arguments.get("--archive")));
  const std::string& given = arguments.get("--access");
  if (!given.empty() && !exists(given)) return Error{Errc::NotFound, "no such file: " + given};
  const std::string path = given.empty() ? opened.directory.access_path() : given;
  const auto rules = TRY(replay::AccessRules::load(path));
  const bool as_json = arguments.has("--json");
  if (rules.rules().empty() && !as_json) {
    print("{} has no rules: everything is shown.\n", path);
    return 0;
  }
  const bool list = arguments.has("--list");
  replay::OnWithheld each;
  if (list)
    each = [&](const catalog::Capture& capture, std::string_view file,
               const replay::AccessRule& rule) { print_capture(capture, file, rule, as_json); };
  const auto rows = TRY(replay::withheld(opened.catalog, rules, SystemClock().now(), each));
  if (list) return 0;
  if (!as_json) print("{}\n", path);
  for (const replay::Withheld& row : rows) {
    if (as_json)
      fmt::print("{}\n", rule_json(row));
    else
      print_rule(row);
  }
  return 0;
}

}  // namespace asof::cli
