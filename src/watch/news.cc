#include "watch/news.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/digest.h"
#include "base/json.h"
#include "base/json_read.h"
#include "base/text.h"
#include "page/document.h"

namespace asof::watch {
namespace {

constexpr std::int64_t kOneDay = 86'400'000;  // milliseconds

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string title_of(const News& news) {
  return fmt::format("{} changed ({} likely to matter)", news.url, percent(news.matters));
}

// A name that stays the same however often the feed is written.
std::string id_of(const News& news) {
  const std::string name = news.url + " " + iso8601(news.at);
  return "urn:sha256:" + hex(digest_of(Algorithm::Sha256, name));
}

Result<Instant> instant(const json::Field& field) {
  const std::string text = TRY(field.text());
  const auto at = parse_iso8601(text);
  if (!at) return Error{Errc::Invalid, "\"" + text + "\" is no instant"};
  return *at;
}

}  // namespace

std::string to_json(const News& news, const Telling& tell) {
  return json::Object{{"url", news.url},
                      {"at", news.at},
                      {"before", news.before},
                      {"matters", json::Value::fixed(news.matters, 3)},
                      {"importance", json::Value::significant(news.importance, 6)},
                      {"look", where_to_look(news, tell)}}
      .text();
}

Result<News> parse_news(std::string_view text) {
  const json::Document document = TRY(json::parse(text));
  const json::Field root = document.root();
  News news;
  const json::Field url = TRY(root.at("url"));
  news.url = TRY(url.text());
  const json::Field at = TRY(root.at("at"));
  news.at = TRY(instant(at));
  const auto before = TRY(root.find("before"));
  if (before) news.before = TRY(instant(*before));
  news.matters = TRY(root.number_at("matters"));
  news.importance = TRY(root.number_at("importance"));
  return news;
}

std::string where_to_look(const News& news, const Telling& tell) {
  if (!tell.reader.empty()) {
    std::string reader = tell.reader;
    while (reader.ends_with('/')) reader.pop_back();
    return fmt::format("{}/{}/{}", reader, digits14(news.at), news.url);
  }
  const std::string from = news.before ? digits14(*news.before) : digits14(news.at);
  return fmt::format("asof diff {} {} {}", news.url, from, digits14(news.at));
}

std::string atom_feed(std::span<const News> news, const Telling& tell) {
  std::vector<News> newest(news.begin(), news.end());
  std::stable_sort(newest.begin(), newest.end(),
                   [](const News& a, const News& b) { return a.at > b.at; });
  std::string entries;
  for (const News& one : newest) {
    const std::string look = where_to_look(one, tell);
    const std::string link = look.starts_with("http") ? look : one.url;
    entries += fmt::format(
        "<entry><id>{}</id><title>{}</title><updated>{}</updated>"
        "<link rel=\"alternate\" href=\"{}\"/><summary>{}</summary></entry>\n",
        id_of(one), page::escaped(title_of(one)), iso8601_seconds(one.at), page::escaped(link),
        page::escaped("To compare both versions: " + look));
  }
  const Instant updated = newest.empty() ? Instant{0} : newest.front().at;
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
      "<id>urn:asof:watch</id><title>Changes that matter</title><updated>{}</updated>"
      "<author><name>asof</name></author>\n{}</feed>\n",
      iso8601_seconds(updated), entries);
}

std::string digest_page(std::span<const News> news, const Telling& tell, Instant now) {
  std::vector<News> of_day;
  for (const News& one : news)
    if (one.at.ms > now.ms - kOneDay && one.at <= now) of_day.push_back(one);
  std::stable_sort(of_day.begin(), of_day.end(),
                   [](const News& a, const News& b) { return a.matters > b.matters; });
  std::string rows;
  for (const News& one : of_day) {
    const std::string look = where_to_look(one, tell);
    const std::string cell = look.starts_with("http")
                                 ? fmt::format("<a href=\"{}\">compare</a>", page::escaped(look))
                                 : fmt::format("<code>{}</code>", page::escaped(look));
    rows += fmt::format(
        "<tr><td>{0}</td><td><a href=\"{1}\">{1}</a></td><td>{2}</td><td>{3}</td></tr>\n",
        iso8601_seconds(one.at), page::escaped(one.url), percent(one.matters), cell);
  }
  const std::string sentence = of_day.empty() ? "No change that matters was kept in this day."
                                              : fmt::format("{} that matter {} kept in this day.",
                                                            counted(of_day.size(), "change"),
                                                            of_day.size() == 1 ? "was" : "were");
  const std::string title = "Changes of the day before " + iso8601_seconds(now);
  return page::document(
      {.title = title,
       .body_html = fmt::format("<h1>{}</h1>\n<p>{}</p>\n", page::escaped(title), sentence) +
                    (of_day.empty()
                         ? ""
                         : page::table({"captured (UTC)", "page", "matters", "versions"}, rows))});
}

}  // namespace asof::watch
