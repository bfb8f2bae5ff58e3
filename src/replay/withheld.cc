#include "replay/withheld.h"

namespace asof::replay {

Result<std::vector<Withheld>> withheld(const catalog::Reader& catalog, const AccessRules& rules,
                                       Instant now, const OnWithheld& on_withheld) {
  const auto& all = rules.rules();
  std::vector<Withheld> rows;
  rows.reserve(all.size());
  for (const AccessRule& rule : all) rows.push_back({.rule = &rule});
  std::vector<std::string> keys(all.size());  // the last of each row
  TRY(catalog.captures_with_prefix("", [&](const catalog::Capture& capture, std::string_view file) {
    const AccessRule* rule = rules.find(capture.urlkey, capture.at, now);
    if (rule == nullptr) return true;
    const auto index = static_cast<std::size_t>(rule - all.data());
    Withheld& row = rows[index];
    if (row.captures++ == 0 || keys[index] != capture.urlkey) ++row.urls;
    keys[index] = capture.urlkey;
    if (!row.first || capture.at < *row.first) row.first = capture.at;
    if (!row.last || *row.last < capture.at) row.last = capture.at;
    if (on_withheld && rule->access != Access::Allow) on_withheld(capture, file, *rule);
    return true;
  }));
  return rows;
}

}  // namespace asof::replay
