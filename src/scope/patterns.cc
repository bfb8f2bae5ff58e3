#include "scope/patterns_internal.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace asof::scope {
namespace {

constexpr std::int64_t kMemory = std::int64_t{16} << 20;

RE2::Options options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemory);
  options.set_never_capture(true);
  return options;
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace

struct Patterns::Compiled {
  Compiled() : together(options(), RE2::UNANCHORED) {}

  std::vector<std::string> texts;
  std::vector<std::unique_ptr<RE2>> alone;
  RE2::Set together;
};

Patterns::Patterns(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Patterns::Patterns(Patterns&&) noexcept = default;
Patterns& Patterns::operator=(Patterns&&) noexcept = default;
Patterns::~Patterns() = default;

Result<Patterns> Patterns::make(const std::vector<std::string>& patterns) {
  if (patterns.size() > kMost) {
    return Error{Errc::Invalid,
                 with_commas(patterns.size()) + " patterns, more than " + with_commas(kMost)};
  }
  auto compiled = std::make_unique<Compiled>();
  compiled->alone.reserve(patterns.size());
  for (const std::string& pattern : patterns) {
    if (pattern.size() > kLongest) {
      return Error{Errc::Invalid, "a pattern is longer than " + with_commas(kLongest) + " bytes"};
    }
    auto alone = std::make_unique<RE2>(piece(pattern), options());
    if (!alone->ok()) {
      return Error{Errc::Invalid,
                   "the pattern '" + pattern + "' cannot be read: " + alone->error()};
    }
    compiled->alone.push_back(std::move(alone));
    compiled->together.Add(piece(pattern), nullptr);
  }
  if (!patterns.empty() && !compiled->together.Compile()) {
    return Error{Errc::Invalid, "the patterns are too large together"};
  }
  compiled->texts = patterns;
  return Patterns(std::move(compiled));
}

bool Patterns::empty() const { return compiled_->texts.empty(); }

const std::string* Patterns::find(std::string_view url) const {
  const auto& texts = compiled_->texts;
  if (texts.empty()) return nullptr;
  if (texts.size() == 1) {
    return RE2::PartialMatch(piece(url), *compiled_->alone.front()) ? &texts.front() : nullptr;
  }
  std::vector<int> fitting;
  RE2::Set::ErrorInfo problem{};
  if (compiled_->together.Match(piece(url), &fitting, &problem)) {
    return &texts[static_cast<std::size_t>(*std::min_element(fitting.begin(), fitting.end()))];
  }
  if (problem.kind == RE2::Set::kNoError) return nullptr;
  // All at once need more memory than they may have: one by one, which never does.
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (RE2::PartialMatch(piece(url), *compiled_->alone[i])) return &texts[i];
  }
  return nullptr;
}

}  // namespace asof::scope
