#include "crawl/change_importance.h"

#include "change/change.h"
#include "crawl/message.h"
#include "crawl/reply.h"
#include "http/fields.h"
#include "http/message.h"
#include "retrieve/content.h"

namespace asof::crawl {
namespace {

// As retrieve gives it once it is archived.
change::Version version_of(const fetch::Exchange& exchange, const capture::Answer& answer,
                           std::string_view message) {
  change::Version version{.url = exchange.url,
                          .at = exchange.sent,
                          .status = answer.status,
                          .mime = answer.mime,
                          .etag = answer.etag,
                          .last_modified = answer.last_modified,
                          .sha256 = answer.sha256,
                          .cut = !exchange.truncated.empty()};
  for (std::size_t i = 0; i < answer.links.size(); ++i)
    if (const auto link = answer.links[i]; link.kind == capture::LinkKind::Redirect)
      version.location = link.url;
  version.body = [message, mime = answer.mime]() -> Result<std::string> {
    retrieve::Content content{.mime = mime,
                              .bytes = content_of_message(message, retrieve::kLongestContent)};
    if (const auto response = http::parse_response(message))
      content.charset = http::content_type(response->fields).charset;
    const bool text = retrieve::is_html(content) || retrieve::is_text(content);
    return text ? retrieve::to_utf8(content) : std::move(content.bytes);
  };
  return version;
}

}  // namespace

void ChangeImportance::expect(std::uint64_t token, Instant before, std::string content) {
  std::lock_guard lock(mutex_);
  before_[token] = {before, std::move(content)};
}

bool ChangeImportance::expects(std::uint64_t token) const {
  std::lock_guard lock(mutex_);
  return before_.contains(token);
}

std::optional<ChangeImportance::Before> ChangeImportance::take(std::uint64_t token) {
  std::lock_guard lock(mutex_);
  auto node = before_.extract(token);
  if (node.empty()) return std::nullopt;
  return std::move(node.mapped());
}

Result<std::optional<capture::Weighed>> ChangeImportance::of(fetch::Exchange& exchange,
                                                             const capture::Answer& answer) {
  const auto before = take(exchange.token);
  if (!before || exchange.failure != fetch::Failure::None) return std::optional<capture::Weighed>();
  const std::string content = content_of(answer);
  if (content.empty() || content == before->content) return std::optional<capture::Weighed>();
  const auto weighed = TRY(compare(*before, exchange, answer));
  return std::optional(weighed);
}

Result<capture::Weighed> ChangeImportance::compare(const Before& before, fetch::Exchange& exchange,
                                                   const capture::Answer& answer) {
  TRY(recorder_.flush());
  std::unique_ptr<derive::LiveComparison> comparison;
  {
    std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      comparison = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!comparison) {
    auto opened =
        TRY(derive::LiveComparison::open(directory_, directory_.catalog_path(), settings_));
    comparison = std::make_unique<derive::LiveComparison>(std::move(opened));
  }
  const auto message = TRY(exchange.response.bytes());
  const auto weighed = TRY(comparison->weigh(before.at, version_of(exchange, answer, message)));
  std::lock_guard lock(mutex_);
  idle_.push_back(std::move(comparison));
  return weighed;
}

}  // namespace asof::crawl
