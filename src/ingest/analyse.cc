#include "ingest/analyse.h"

#include "base/digest.h"
#include "base/text.h"
#include "http/date.h"
#include "http/fields.h"
#include "ingest/facts.h"
#include "ingest/page.h"
#include "url/surt.h"
#include "url/url.h"
#include "warc/digest_field.h"
#include "warc/draft.h"

namespace asof::ingest {
namespace {

catalog::Kind kind_of(warc::Type type) {
  switch (type) {
    case warc::Type::Revisit:
      return catalog::Kind::Revisit;
    case warc::Type::Resource:
      return catalog::Kind::Resource;
    case warc::Type::Conversion:
      return catalog::Kind::Conversion;
    case warc::Type::Metadata:
      return catalog::Kind::Metadata;
    default:
      return catalog::Kind::Response;
  }
}

// Name and value of each "name: value" line; parts of the body.
std::vector<std::pair<std::string_view, std::string_view>> fields_of(std::string_view body) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  for (std::string_view line : split(body, '\n')) {
    std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || line[0] == '#') continue;
    fields.emplace_back(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
  return fields;
}

// The fields of a warcinfo record as a JSON object; of repeated ones the first.
std::string about(const Item& item) {
  std::string json = "{";
  std::vector<std::string_view> seen;
  auto add = [&](std::string_view name, std::string_view value) {
    for (const auto other : seen)
      if (iequals(other, name)) return;
    seen.push_back(name);
    if (json.size() > 1) json += ",";
    json += json_quote(name) + ":" + json_quote(value);
  };
  if (item.record.is_arc()) {
    add("format", "ARC " + std::string(item.block.substr(0, item.block.find('\n'))));
  } else {
    for (const auto& [name, value] : fields_of(item.block)) add(name, value);
  }
  return json + "}";
}

void add_metadata(const Item& item, catalog::FileId file, catalog::Batch& batch) {
  catalog::Metadata row;
  row.url = item.record.target_uri();
  row.urlkey = url::surt_key(row.url);
  row.at = item.record.date().value_or(Instant{});
  row.where = {file, item.position.offset, item.position.inner};
  for (const auto& [name, value] : fields_of(item.block)) {
    if (iequals(name, "via")) row.via = value;
    if (iequals(name, "hopsFromSeed") || iequals(name, "pathFromSeed")) row.hops = value;
    if (iequals(name, "seed")) row.seed = true;
    if (iequals(name, "sourceTag")) row.source_tag = value;
    if (iequals(name, "purpose")) row.purpose = value;
    if (iequals(name, "fetchTimeMs"))
      if (auto ms = parse_uint(value)) row.fetch_ms = static_cast<std::int64_t>(*ms);
  }
  for (const warc::Field& field : item.record.fields()) {
    if (!iequals(field.name, "WARC-Concurrent-To")) continue;
    if (!row.concurrent_to.empty()) row.concurrent_to += ' ';
    std::string_view id = field.value;
    if (id.starts_with('<') && id.ends_with('>')) id = id.substr(1, id.size() - 2);
    row.concurrent_to += id;
  }
  batch.metadata.push_back(std::move(row));
}

// A record without any date must still be reachable.
Instant settle_date(const Item& item, const Facts& facts, catalog::FileId file,
                    catalog::Batch& batch) {
  const Instant at = date_of(item.record, facts).value_or(Instant{});
  if (!item.record.date())
    batch.damage.push_back({file, item.position.offset,
                            without_date(item.record) + iso8601_seconds(at) + " was taken"});
  return at;
}

void take_http(const Facts& facts, catalog::Capture& row) {
  if (!facts.response) return;
  const http::Fields& fields = facts.response->fields;
  row.etag = http::etag(fields);
  row.last_modified = http::last_modified(fields);
  if (row.status >= 300 && row.status < 400)
    if (auto location = http::location(fields))
      if (auto base = url::parse(facts.url))
        if (auto target = url::parse(*location, &*base)) row.location = target->href(false);
}

void take_revisit(const Item& item, catalog::Capture& row) {
  if (row.kind != catalog::Kind::Revisit) return;
  row.refers_to = item.record.id("WARC-Refers-To");
  std::string_view url = item.record.find("WARC-Refers-To-Target-URI");
  if (url.starts_with('<') && url.ends_with('>')) url = url.substr(1, url.size() - 2);
  row.refers_to_url = url;
  if (!url.empty()) row.refers_to_key = url::surt_key(url);
  row.refers_to_at = parse_iso8601(item.record.find("WARC-Refers-To-Date"));
  row.profile = catalog::short_profile(item.record.find("WARC-Profile"));
}

// Payload identity: SHA-256 of the body without its transfer coding.
void take_payload(const Item& item, std::string_view payload, catalog::Capture& row) {
  bool bodiless = row.kind == catalog::Kind::Revisit;
  if (item.cut) {
    row.size = item.payload_size;
    if (!bodiless) row.sha256 = item.payload_sha256;
  } else {
    row.size = payload.size();
    if (!bodiless) row.sha256 = digest_of(Algorithm::Sha256, payload);
  }
  row.digest = warc::payload_digest(item.record);
  if (row.digest.empty() && !bodiless)
    row.digest = warc::labelled(Algorithm::Sha1,
                                item.cut ? item.payload_sha1 : digest_of(Algorithm::Sha1, payload));
}

// What somebody who had the payload in hand found out about it.
void take_known(const Item& item, const Known& known, catalog::Capture& row,
                catalog::Batch& batch) {
  row.digest = item.record.find("WARC-Payload-Digest");
  row.size = known.size;
  if (row.kind == catalog::Kind::Revisit) return;
  row.sha256 = known.sha256;
  if (!known.document || (row.status != 0 && row.status != 200)) return;
  catalog::Document document = std::move(*known.document);
  document.urlkey = row.urlkey;
  document.url = row.url;
  document.sha256 = row.sha256;
  batch.documents.push_back(std::move(document));
}

void add_capture(const Item& item, catalog::FileId file, catalog::Batch& batch, const Known* known,
                 catalog::LinkPacker& packer) {
  // Where the record before was about it, its key is known.
  const bool same =
      !batch.metadata.empty() && batch.metadata.back().url == item.record.target_uri();
  Facts facts = facts_of(item.record, item.block, item.request,
                         same ? std::string_view(batch.metadata.back().urlkey) : "");
  catalog::Capture row;
  row.urlkey = facts.key;
  row.at = settle_date(item, facts, file, batch);
  row.where = {file, item.position.offset, item.position.inner};
  row.url = to_utf8(facts.url);
  row.kind = kind_of(item.record.type());
  row.status = facts.status;
  row.mime = facts.mime;
  row.length = item.length;
  row.record_id = item.record.id();
  row.truncated = item.record.find("WARC-Truncated");
  row.ip = item.record.find("WARC-IP-Address");
  row.page_id = item.record.find("WARC-Page-ID");
  row.resource_type = item.record.find("WARC-Resource-Type");
  take_http(facts, row);
  take_revisit(item, row);

  if (known != nullptr) {
    take_known(item, *known, row, batch);
    batch.captures.push_back(std::move(row));
    return;
  }
  std::string_view body = item.block;
  http::BodyClaims claims;
  if (facts.response) {
    body.remove_prefix(std::min(facts.response->size, body.size()));
    claims = http::BodyClaims::of(facts.response->fields);
  }
  auto payload = http::decode_all(body, claims, http::Layer::Payload);
  take_payload(item, payload.bytes(), row);
  if (!row.sha256.empty() && (row.status == 0 || row.status == 200))
    if (auto page = read_page({row.url, row.mime, facts.charset}, payload.bytes(), claims)) {
      page->row.links = packed(page->links, 0, packer);
      page->row.urlkey = row.urlkey;
      page->row.url = row.url;
      page->row.sha256 = row.sha256;
      batch.documents.push_back(std::move(page->row));
    }
  batch.captures.push_back(std::move(row));
}

void add_rows(const Item& item, catalog::FileId file, catalog::Batch& batch, const Known* known,
              catalog::LinkPacker& packer) {
  if (item.record.type() == warc::Type::Warcinfo) {
    if (item.first) batch.about = about(item);
  } else if (is_indexed(item.record)) {
    add_capture(item, file, batch, known, packer);
  } else if (item.record.type() == warc::Type::Metadata && !item.record.target_uri().empty()) {
    add_metadata(item, file, batch);
  }
}

}  // namespace

std::optional<Instant> date_of(const warc::Record& record, const Facts& facts) {
  if (auto date = record.date()) return date;
  if (!facts.response) return std::nullopt;
  const auto field = facts.response->fields.find("Date");
  return field ? http::parse_date(*field) : std::nullopt;
}

std::string without_date(const warc::Record& record) {
  return "the record has no usable date (\"" + to_utf8(record.find("WARC-Date").substr(0, 40)) +
         "\"); ";
}

void analyse(const Item& item, catalog::FileId file, catalog::Batch& batch, const Known* known) {
  catalog::LinkPacker packer;
  add_rows(item, file, batch, known, packer);
}

void analyse(const Stretch& stretch, catalog::FileId file, catalog::Batch& batch) {
  catalog::LinkPacker packer;
  for (const Item& item : stretch.items) add_rows(item, file, batch, nullptr, packer);
  for (const warc::Damage& damage : stretch.damage)
    batch.damage.push_back({file, damage.where.offset, damage.what});
}

}  // namespace asof::ingest
