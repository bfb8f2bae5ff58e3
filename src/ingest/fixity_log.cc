// The log of checks: a line of JSON for each.
#include <algorithm>

#include "base/file.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/text.h"
#include "ingest/fixity.h"

namespace asof::ingest {
namespace {

// A line a day for a century is less, unless all of them name many files.
constexpr std::uint64_t kLongestLog = std::uint64_t{256} << 20;

json::Object problem_json(const FixityProblem& problem) {
  json::Object object{{"name", problem.name}, {"rule", problem.rule}, {"what", problem.what}};
  if (problem.since) object.add("since", *problem.since);
  if (problem.right) object.add("right", *problem.right);
  return object;
}

Result<Instant> instant_at(const json::Field& field, const std::string& name) {
  const json::Field member = TRY(field.at(name));
  const std::string text = TRY(member.text());
  const auto at = parse_iso8601(text);
  if (!at) return member.wrong("is no time");
  return *at;
}

Result<std::optional<Instant>> maybe_instant(const json::Field& field, const std::string& name) {
  const auto member = TRY(field.find(name));
  if (!member) return std::optional<Instant>();
  const Instant at = TRY(instant_at(field, name));
  return std::optional<Instant>(at);
}

Result<std::string> text_at(const json::Field& field, const std::string& name) {
  const json::Field member = TRY(field.at(name));
  return member.text();
}

Result<FixityProblem> parse_problem(const json::Field& field) {
  FixityProblem problem;
  problem.name = TRY(text_at(field, "name"));
  problem.rule = TRY(text_at(field, "rule"));
  problem.what = TRY(text_at(field, "what"));
  problem.since = TRY(maybe_instant(field, "since"));
  problem.right = TRY(maybe_instant(field, "right"));
  return problem;
}

}  // namespace

std::string to_json(const Fixity& check) {
  json::Array problems;
  for (const FixityProblem& problem : check.problems) problems.add(problem_json(problem));
  return json::Object{{"began", check.began},         {"ended", check.ended},
                      {"sound", check.sound()},       {"files", check.files},
                      {"bytes", check.bytes},         {"unfinished", check.unfinished},
                      {"checksums", check.checksums}, {"problems", problems}}
      .text();
}

Result<Fixity> parse_check(std::string_view line) {
  const json::Document document = TRY(json::parse(line));
  const json::Field root = document.root();
  Fixity check;
  check.began = TRY(instant_at(root, "began"));
  check.ended = TRY(instant_at(root, "ended"));
  const json::Bounds counts{.least = 0, .most = 1e18};
  const double files = TRY(root.number_at("files", counts));
  const double bytes = TRY(root.number_at("bytes", counts));
  check.files = static_cast<std::uint64_t>(files);
  check.bytes = static_cast<std::uint64_t>(bytes);
  const json::Field problems = TRY(root.at("problems"));
  const auto items = TRY(problems.items());
  for (const json::Field& item : items) {
    auto problem = TRY(parse_problem(item));
    check.problems.push_back(std::move(problem));
  }
  return check;
}

void date_problems(Fixity& now, const Fixity& before) {
  for (FixityProblem& problem : now.problems) {
    const auto known = std::find_if(before.problems.begin(), before.problems.end(), [&](auto& old) {
      return old.name == problem.name && old.rule == problem.rule;
    });
    const bool old = known != before.problems.end();
    problem.since = old && known->since ? *known->since : now.began;
    problem.right = old ? known->right : before.began;
  }
}

Result<History> append_check(const std::string& path, Fixity& now) {
  std::string log;
  if (exists(path)) log = TRY(read_whole(path, kLongestLog));
  History history;
  std::optional<Fixity> before;
  for (const std::string_view line : split(log, '\n')) {
    auto check = parse_check(line);
    if (!check) continue;
    ++history.checks;
    if (!history.first) history.first = check->began;
    if (check->sound()) history.last_sound = check->began;
    before = std::move(*check);
  }
  for (FixityProblem& problem : now.problems) problem.since = now.began;
  if (before) date_problems(now, *before);
  ++history.checks;
  if (!history.first) history.first = now.began;
  if (now.sound()) history.last_sound = now.began;
  FileSink sink = TRY(FileSink::append(path));
  // A line that a crash cut off must not take this one with it.
  const bool cut = !log.empty() && !log.ends_with('\n');
  TRY(sink.write((cut ? "\n" : "") + to_json(now) + "\n"));
  TRY(sink.sync());
  return history;
}

}  // namespace asof::ingest
