#include "keep/rows.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "url/surt.h"
#include "url/url.h"
#include "warc/draft.h"
#include "warc/text_fields.h"

namespace asof::keep {
namespace {

using capture::Capture;
using capture::Exchange;

catalog::Kind kind_of(capture::Kind kind) {
  switch (kind) {
    case capture::Kind::Revisit:
      return catalog::Kind::Revisit;
    case capture::Kind::Resource:
      return catalog::Kind::Resource;
    case capture::Kind::Conversion:
      return catalog::Kind::Conversion;
    case capture::Kind::Metadata:
      return catalog::Kind::Metadata;
    default:
      return catalog::Kind::Response;
  }
}

catalog::Locator locator(catalog::FileId file, const capture::RecordName& record) {
  return {file, record.offset, record.inner};
}

catalog::Metadata notes_row(const Capture& capture, catalog::FileId file,
                            catalog::LinkPacker& packer) {
  const capture::Notes& notes = *capture.notes;
  catalog::Metadata row{.urlkey = capture.key,
                        .at = *capture.at,
                        .where = locator(file, capture.notes_record),
                        .url = capture.url,
                        .via = notes.via,
                        .hops = notes.hops,
                        .seed = notes.seed,
                        .source_tag = notes.source_tag,
                        .links = packer.pack(notes.outlinks),
                        .purpose = notes.purpose,
                        .about = notes.about,
                        .received = notes.received};
  if (notes.turn) row.turn = capture::to_text(*notes.turn);
  if (notes.none) {
    row.status = notes.none->status;
    row.reason = to_utf8(notes.none->reason);
  }
  if (notes.fetch_ms) row.fetch_ms = static_cast<std::int64_t>(*notes.fetch_ms);
  for (const std::string& id : capture.concurrent_to)
    row.concurrent_to += (row.concurrent_to.empty() ? "" : " ") + id;
  return row;
}

// Where a redirect leads, absolute.
std::string target_of(const capture::Answer& answer, const std::string& url) {
  if (answer.location.empty()) return {};
  const auto base = url::parse(url);
  if (!base) return {};
  const auto target = url::parse(answer.location, &*base);
  return target ? target->href(false) : std::string();
}

catalog::Capture answer_row(const Capture& capture, const Exchange& exchange, catalog::FileId file,
                            catalog::LinkPacker& packer) {
  const capture::Answer& answer = exchange.answer;
  catalog::Capture row;
  row.urlkey = capture.key;
  row.at = *capture.at;
  row.where = locator(file, exchange.record);
  row.url = to_utf8(capture.url);
  row.kind = kind_of(exchange.kind);
  row.status = answer.status;
  row.mime = answer.mime;
  row.size = answer.size;
  row.length = exchange.record.length;
  row.digest = exchange.payload_digest;
  if (row.digest.empty() && !answer.sha1.empty())
    row.digest = warc::labelled(Algorithm::Sha1, answer.sha1);
  row.sha256 = answer.sha256;
  row.etag = answer.etag;
  row.last_modified = answer.last_modified;
  row.location = target_of(answer, capture.url);
  row.record_id = exchange.record.id;
  row.truncated = exchange.truncated;
  row.ip = exchange.ip;
  row.page_id = exchange.page_id;
  row.resource_type = exchange.resource_type;
  row.nofollow = answer.nofollow;
  // Where a redirect leads has a column of its own.
  for (std::size_t i = 0; i < answer.links.size(); ++i) {
    const capture::Links::Item link = answer.links[i];
    if (link.kind != capture::LinkKind::Redirect)
      packer.add(link.kind, link.context, link.url, link.nofollow);
  }
  row.links = packer.finish();
  if (exchange.kind == capture::Kind::Revisit) {
    row.refers_to = exchange.revisit.refers_to;
    row.refers_to_url = exchange.revisit.url;
    if (!row.refers_to_url.empty()) row.refers_to_key = url::surt_key(row.refers_to_url);
    row.refers_to_at = exchange.revisit.at;
    row.profile = catalog::short_profile(exchange.revisit.profile);
  }
  return row;
}

catalog::Document page_row(const catalog::Capture& row, const capture::Page& page,
                           catalog::LinkPacker& packer) {
  return {.urlkey = row.urlkey,
          .url = row.url,
          .sha256 = row.sha256,
          .title = page.title,
          .charset = page.charset,
          .canonical = page.canonical,
          .link_count = page.links.size(),
          .links = packer.pack(page.links),
          .nofollow = page.nofollow,
          .cut = page.cut};
}

// A record without a date is kept, and found by its URL; it has no place in time.
catalog::Undated undated_row(const Capture& capture, const Exchange& exchange,
                             catalog::FileId file) {
  const capture::Answer& answer = exchange.answer;
  catalog::Undated row{.urlkey = capture.key,
                       .where = locator(file, exchange.record),
                       .url = to_utf8(capture.url),
                       .kind = kind_of(exchange.kind),
                       .status = answer.status,
                       .mime = answer.mime,
                       .size = answer.size,
                       .digest = exchange.payload_digest,
                       .record_id = exchange.record.id,
                       .date = to_utf8(std::string_view(capture.date_field).substr(0, 80))};
  if (row.digest.empty() && !answer.sha1.empty())
    row.digest = warc::labelled(Algorithm::Sha1, answer.sha1);
  return row;
}

std::string as_json(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::string json = "{";
  for (const auto& [name, value] : fields)
    json += (json.size() > 1 ? "," : "") + json_quote(name) + ":" + json_quote(value);
  return json + "}";
}

}  // namespace

void add_rows(const Capture& capture, catalog::FileId file, catalog::Batch& batch,
              catalog::LinkPacker& packer) {
  if (capture.notes && capture.at) batch.metadata.push_back(notes_row(capture, file, packer));
  if (capture.notes && !capture.at)
    batch.damage.push_back(
        {file, capture.notes_record.offset, ingest::without_date(capture) + "; it was left out"});
  for (const Exchange& exchange : capture.exchanges) {
    if (exchange.kind == capture::Kind::None) continue;
    const catalog::Flawed flawed{locator(file, exchange.record), exchange.cut(), capture.width};
    if (flawed.is_cut() || (flawed.width > 0 && capture.at)) batch.flawed.push_back(flawed);
    if (!capture.at) {
      batch.undated.push_back(undated_row(capture, exchange, file));
      continue;
    }
    catalog::Capture row = answer_row(capture, exchange, file, packer);
    if (exchange.answer.page && !row.sha256.empty())
      batch.documents.push_back(page_row(row, *exchange.answer.page, packer));
    batch.captures.push_back(std::move(row));
  }
}

void locate_rows(const Capture& capture, catalog::FileId file, catalog::Batch& rows) {
  if (capture.notes) rows.metadata.front().where = locator(file, capture.notes_record);
  auto row = rows.captures.begin();
  for (const Exchange& exchange : capture.exchanges) {
    if (exchange.kind == capture::Kind::None) continue;
    for (catalog::Flawed& flawed : rows.flawed)
      if (flawed.where == row->where) flawed.where = locator(file, exchange.record);
    row->where = locator(file, exchange.record);
    row->length = exchange.record.length;
    ++row;
  }
}

void add_rows(const ingest::Stretch& stretch, catalog::FileId file, catalog::Batch& batch) {
  catalog::LinkPacker packer;
  for (const ingest::Item& item : stretch.items) {
    const bool whole = item.flaw == warc::Flaw::None;
    if (item.record.type() == warc::Type::Warcinfo && item.first && whole)
      batch.about =
          item.record.is_arc()
              ? as_json({{"format", "ARC " + item.block.substr(0, item.block.find('\n'))}})
              : describe_file(item.block);
    if (item.record.type() == warc::Type::Request) continue;
    if (const auto capture = ingest::capture_of(item)) add_rows(*capture, file, batch, packer);
  }
  for (const warc::Damage& damage : stretch.damage)
    batch.damage.push_back({file, damage.where.offset, damage.what});
}

void append_rows(catalog::Batch& to, catalog::Batch&& from) {
  auto move_all = [](auto& into, auto& rows) {
    into.insert(into.end(), std::make_move_iterator(rows.begin()),
                std::make_move_iterator(rows.end()));
  };
  move_all(to.captures, from.captures);
  move_all(to.documents, from.documents);
  move_all(to.metadata, from.metadata);
  move_all(to.damage, from.damage);
  move_all(to.flawed, from.flawed);
  move_all(to.undated, from.undated);
  if (!to.about) to.about = std::move(from.about);
}

std::string describe_file(std::string_view warcinfo) {
  const warc::TextFields fields(warcinfo);
  std::vector<std::pair<std::string, std::string>> kept;
  for (const auto& field : fields) {
    const auto known = [&](const auto& other) { return iequals(other.first, field.first); };
    if (std::none_of(kept.begin(), kept.end(), known)) kept.emplace_back(field.first, field.second);
  }
  return as_json(kept);
}

}  // namespace asof::keep
