#include <algorithm>

#include "planted.h"

namespace asof::test::planted {
namespace {

using block::BlockId;
using block::BlockTree;
using block::Content;

// An operation of a delta, in the terms of what is expected.
struct Named {
  std::string operation;
  Bag before, after;
  std::string address;
  std::string words;  // for people
};

std::string words_of(const std::vector<Content>& contents) {
  std::string text;
  for (const Content& content : contents) {
    if (content.kind != block::ContentKind::Image) text += content.text + ' ';
  }
  return text;
}

std::string words_below(const delta::Outline& outline, const std::vector<std::string>& tops) {
  std::set<std::string> inside(tops.begin(), tops.end());
  std::string text;
  for (const delta::Shown& block : outline) {
    if (inside.contains(block.parent)) inside.insert(block.name);
    if (inside.contains(block.name)) text += words_of(block.contents);
  }
  return text;
}

std::vector<Named> named_in(const delta::Delta& delta, const delta::Outline& old) {
  std::vector<Named> all;
  for (const delta::Operation& operation : delta.operations) {
    std::string text;
    if (operation.kind == delta::Structural::Insert) {
      for (const delta::Part& part : operation.to) text += words_of(part.block.contents);
    } else {
      text = words_below(old, operation.from);
    }
    Named named{.operation = "block " + std::string(delta::name_of(operation.kind)),
                .before = {},
                .after = {},
                .address = {},
                .words = text};
    (operation.kind == delta::Structural::Insert ? named.after : named.before) = bag_of(text);
    all.push_back(std::move(named));
  }
  for (const delta::ContentEdit& edit : delta.edits) {
    const bool gone = edit.edit == delta::Edit::Delete;
    const Content& content = gone ? edit.before : edit.after;
    all.push_back(
        {std::string(block::name_of(content.kind)) + ' ' + std::string(delta::name_of(edit.edit)),
         bag_of(edit.before.text), bag_of(edit.after.text), content.address,
         edit.before.text + " -> " + edit.after.text + " @ " + content.address});
  }
  return all;
}

bool contains(const Bag& bag, const Bag& part) { return shared(bag, part) == part.size(); }

bool is(const Expected& expected, const Named& named) {
  constexpr double kAlike = .8;
  if (expected.operation != named.operation) return false;
  if (expected.operation.starts_with("block ")) {
    if (alike(expected.before, named.before) >= kAlike &&
        alike(expected.after, named.after) >= kAlike) {
      return true;
    }
    return !expected.instead.empty() && alike(expected.instead, named.before) >= kAlike;
  }
  if (!named.address.ends_with(expected.address)) return false;
  if (expected.operation.ends_with(" update")) {
    return contains(named.before, expected.before) && contains(named.after, expected.after);
  }
  return alike(expected.before, named.before) >= kAlike &&
         alike(expected.after, named.after) >= kAlike;
}

std::string shortened(const std::string& text) { return text.substr(0, 160); }

}  // namespace

double Count::precision() const {
  return named == 0 ? 1 : static_cast<double>(right) / static_cast<double>(named);
}
double Count::recall() const {
  return planted == 0 ? 1 : static_cast<double>(found) / static_cast<double>(planted);
}
void Count::add(const Count& other) {
  planted += other.planted;
  found += other.found;
  named += other.named;
  right += other.right;
}

Verdict judge(const Plan& plan, const BlockTree& old, const BlockTree& fresh) {
  const delta::Comparison comparison = delta::compare(old, fresh);
  const delta::Outline before = delta::outline_of(old, comparison.old_names);
  const auto after = delta::apply(before, comparison.delta);
  Verdict verdict;
  verdict.applies =
      after && std::ranges::equal(*after, delta::outline_of(fresh, comparison.names),
                                  [](const auto& a, const auto& b) { return a.same(b); });
  std::vector<Named> named = named_in(comparison.delta, before);
  for (const Named& one : named) ++verdict.counts[one.operation].named;
  for (const Expected& expected : plan.expected) {
    Count& count = verdict.counts[expected.operation];
    ++count.planted;
    const auto found =
        std::ranges::find_if(named, [&](const Named& one) { return is(expected, one); });
    if (found == named.end()) {
      verdict.missed.push_back(expected.operation);
      continue;
    }
    ++count.found;
    ++count.right;
    named.erase(found);
  }
  for (const Named& one : named) {
    verdict.wrong.push_back(one.operation + ": " + shortened(one.words));
  }
  return verdict;
}

}  // namespace asof::test::planted
