// modules: base url replay
// Access rules, then a line with a key that they are asked about. A file that can be read decides
// on every key, each rule covers its own key, and what no rule touches is allowed.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/text.h"
#include "replay/access.h"

using namespace asof;
using namespace asof::replay;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t last = text.rfind('\n');
  const std::string_view key = last == kNone ? "com,example)/" : text.substr(last + 1);
  const auto rules = AccessRules::parse(text.substr(0, last), "rules");
  if (!rules) {
    CHECK(rules.error().code == Errc::Invalid && rules.error().what.starts_with("rules:"));
    return 0;
  }
  const Instant now{1'800'000'000'000};
  for (const AccessRule& rule : rules->rules()) {
    CHECK(rule.covers(rule.key) && rule.line > 0 && !name_of(rule).empty());
    CHECK(!rule.from || !rule.to || *rule.from <= *rule.to);
  }
  const AccessRule* rule = rules->find(key, now, now);
  CHECK(rules->judge(key, now, now) == (rule == nullptr ? Access::Allow : rule->access));
  CHECK(rule == nullptr || rule->covers(key));
  if (!rules->touches(key)) CHECK(rules->judge(key, now, now) == Access::Allow);
  return 0;
}
