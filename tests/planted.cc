#include "planted.h"

#include <algorithm>

#include "base/text.h"
#include "html/tokenizer.h"

namespace asof::test::planted {
namespace {

constexpr std::string_view kImageEnd = ".planted.png";

// What a planted image is: the head of a PNG file, which says how large it is.
std::string planted_image() {
  constexpr std::string_view kHead("\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR", 16);
  constexpr std::string_view kSize("\0\0\0\x78\0\0\0\x3C", 8);  // 120 by 60
  constexpr std::string_view kDepth("\x08\x02\0\0\0", 5);
  return std::string(kHead) + std::string(kSize) + std::string(kDepth);
}

// Replaces texts and the addresses of links and images.
class Rewriter final {
 public:
  Rewriter(std::string_view html, FreshWords& fresh) : html_(html), fresh_(fresh) {}

  void text(const html::Text& text) {
    if (text.kind != html::TextKind::Data) return;
    replace(text.begin, text.raw.size(), fresh_.instead_of(text.raw));
  }
  void start_tag(const html::Tag& tag) {
    for (const html::Attribute& attribute : tag.attributes) {
      const auto at = tag.offset_of(attribute.value);
      if (attribute.value.empty()) continue;
      if (attribute.name == "id" || attribute.name == "name") {
        replace(at, attribute.value.size(), fresh_.word(12));
      } else if (attribute.name == "href") {
        replace(at, attribute.value.size(), fresh_.path());
      } else if (attribute.name == "src") {
        replace(at, attribute.value.size(), fresh_.image());
      } else if (attribute.name == "srcset" || attribute.name == "data-place") {
        replace(at, attribute.value.size(), "");
      }
    }
  }
  void end_tag(const html::Tag&) {}
  void comment(const html::Comment&) {}
  void doctype(const html::Doctype&) {}
  std::string finish() { return std::move(result_) + std::string(html_.substr(copied_)); }

 private:
  void replace(std::size_t at, std::size_t size, std::string_view with) {
    result_ += html_.substr(copied_, at - copied_);
    result_ += with;
    copied_ = at + size;
  }
  std::string_view html_;
  FreshWords& fresh_;
  std::size_t copied_ = 0;
  std::string result_;
};

}  // namespace

FreshWords::FreshWords(const Seen& seen, std::uint64_t seed) : rng_(seed) {
  for (std::string& word : bag_of(seen.text(0))) used_.insert(std::move(word));
}

std::string FreshWords::word(std::size_t letters) {
  constexpr std::string_view kConsonants = "bdfgklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  while (true) {
    std::string word;
    while (word.size() < letters) {
      const std::string_view from = word.size() % 2 == 0 ? kConsonants : kVowels;
      word += from[rng_.below(from.size())];
    }
    if (used_.insert(word).second) return word;
    ++letters;
  }
}

std::string FreshWords::words(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += word(4 + rng_.below(6));
  }
  return text;
}

std::string FreshWords::path() { return '/' + word(8) + '/' + word(10); }
std::string FreshWords::image() { return path() + std::string(kImageEnd); }

std::string FreshWords::instead_of(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {  // a reference stays
      const std::size_t end = std::min(text.find_first_of("; \n<", at), text.size());
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (!is_alnum(text[at])) {
      result += text[at++];
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_alnum(text[end])) ++end;
    std::string old(text.substr(at, end - at));
    for (char& c : old) c = to_lower(c);
    at = end;
    if (old.size() <= 3) {
      result += old;
      continue;
    }
    auto [found, is_new] = instead_.try_emplace(old);
    if (is_new) found->second = word(old.size());
    result += found->second;
  }
  return result;
}

std::string FreshWords::markup_instead_of(std::string_view html) {
  Rewriter rewriter(html, *this);
  html::Tokenizer<Rewriter>(rewriter).finish(html);
  return rewriter.finish();
}

bool Plan::apart_from(const Plan& other) const {
  for (const Splice& a : splices) {
    for (const Splice& b : other.splices) {
      if (a.begin <= b.end && b.begin <= a.end) return false;
    }
  }
  return std::ranges::none_of(touched,
                              [&](block::BlockId leaf) { return other.touched.contains(leaf); });
}

Plan joined(const Plan& a, const Plan& b) {
  Plan both = a;
  both.what += "; " + b.what;
  both.splices.insert(both.splices.end(), b.splices.begin(), b.splices.end());
  both.expected.insert(both.expected.end(), b.expected.begin(), b.expected.end());
  both.touched.insert(b.touched.begin(), b.touched.end());
  return both;
}

std::string applied(const Plan& plan, const std::string& html) {
  std::vector<Splice> splices = plan.splices;
  std::ranges::stable_sort(splices, {}, &Splice::begin);
  std::string result;
  std::size_t copied = 0;
  for (const Splice& splice : splices) {
    result += html.substr(copied, splice.begin - copied) + splice.text;
    copied = splice.end;
  }
  return result + html.substr(copied);
}

std::vector<Trial> trials(const Page& source, std::uint64_t seed) {
  Page page = source;
  page.resources = [&source](std::string_view url, layout::ResourceKind kind) {
    if (url.ends_with(kImageEnd)) return std::optional(planted_image());
    return source.resources(url, kind);
  };
  const Seen seen(page);
  Rng rng(seed);
  std::vector<Trial> trials;
  std::vector<Plan> plans;
  const auto run = [&](std::string_view kind, Plan plan) {
    std::string html = applied(plan, seen.markup.html);
    Verdict verdict = judge(plan, seen.tree, blocks_of(page, html));
    trials.push_back({std::string(kind), std::move(plan), std::move(html), std::move(verdict)});
  };
  FreshWords fresh(seen, seed);
  for (std::string_view kind : kinds()) {
    if (auto one = plan(kind, seen, fresh, rng)) run(kind, plans.emplace_back(std::move(*one)));
  }
  constexpr int kSeveral = 3;
  for (int i = 0; i < kSeveral && !plans.empty(); ++i) {
    rng.shuffle(std::span(plans));
    Plan several = plans.front();
    std::size_t count = 1;
    for (const Plan& next : plans) {
      if (count == 3 || !several.apart_from(next)) continue;
      several = joined(several, next);
      ++count;
    }
    if (count > 1) run("several", std::move(several));
  }
  return trials;
}

}  // namespace asof::test::planted
