#include "warc/draft.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>

#include "base/check.h"
#include "base/text.h"
#include "codec/member_stream.h"

namespace asof::warc {
namespace {

std::string uuid_from(std::uint64_t high, std::uint64_t low) {
  high = (high & 0xffffffffffff0fffu) | 0x0000000000004000u;  // version 4
  low = (low & 0x3fffffffffffffffu) | 0x8000000000000000u;    // RFC 4122 variant
  std::string id = "urn:uuid:00000000-0000-0000-0000-000000000000";
  std::size_t digit = 32;
  for (std::size_t at = id.size(); digit > 0; --at) {
    if (id[at - 1] == '-') continue;
    std::uint64_t& rest = digit > 16 ? low : high;
    id[at - 1] = "0123456789abcdef"[rest & 15];
    rest >>= 4;
    --digit;
  }
  return id;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; }

// Appends a value on one line: it must not be able to start a field of its own.
void append_line(std::string& head, std::string_view value) {
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  const std::size_t begin = head.size();
  head += value;
  for (std::size_t i = begin; i < head.size(); ++i)
    if (is_blank(head[i])) head[i] = ' ';
}

void add(std::string& head, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  head += name;
  head += ": ";
  append_line(head, value);
  head += "\r\n";
}

void add_id(std::string& head, std::string_view name, std::string_view id) {
  if (id.empty()) return;
  head += name;
  head += ": <";
  append_line(head, id);
  head += ">\r\n";
}

constexpr std::size_t kUsualHead = 1024;
constexpr std::string_view kEnd = "\r\n\r\n";

// What WARC 1.1 section 6 demands of each type.
void check(const Draft& draft) {
  bool info = draft.type == Type::Warcinfo;
  bool needs_uri = !info && draft.type != Type::Metadata;
  CHECK(draft.type != Type::Unknown);
  CHECK(!draft.id.empty());
  CHECK(!needs_uri || !draft.target_uri.empty());
  CHECK(!info || (draft.target_uri.empty() && draft.concurrent_to.empty()));
  CHECK(draft.filename.empty() || info);
  CHECK(draft.block_sha256.empty() || draft.block_sha256.size() == size_of(Algorithm::Sha256));
  bool revisit = draft.type == Type::Revisit;
  CHECK(revisit == !draft.profile.empty());
  const bool has_payload = draft.profile == kIdenticalPayload || draft.profile == kNotStored;
  CHECK(!has_payload || !draft.payload_digest.empty());
}

}  // namespace

IdSource random_ids() {
  // As many at a time as the system gives in one piece: asking costs more than the rest of an id.
  struct Pool {
    std::array<std::uint64_t, 32> words{};
    std::size_t next = 32;
  };
  return [pool = std::make_shared<Pool>()] {
    if (pool->next == pool->words.size()) {
      CHECK(::getentropy(pool->words.data(), sizeof pool->words) == 0);
      pool->next = 0;
    }
    const std::uint64_t high = pool->words[pool->next++];
    return uuid_from(high, pool->words[pool->next++]);
  };
}

IdSource seeded_ids(std::uint64_t seed) {
  auto engine = std::make_shared<std::mt19937_64>(seed);
  return [engine] {
    std::uint64_t high = (*engine)();
    return uuid_from(high, (*engine)());
  };
}

std::string labelled(Algorithm algorithm, std::string_view digest_bytes) {
  std::string value = algorithm == Algorithm::Sha1 ? base32(digest_bytes) : hex(digest_bytes);
  return std::string(name_of(algorithm)) + ":" + value;
}

Encoder::Encoder(Options options) : options_(std::move(options)) {
  if (options_.compression == Compression::Gzip) deflater_.emplace(options_.level);
  if (options_.compression == Compression::Zstd)
    compressor_.emplace(options_.level, std::exchange(options_.dictionary, {}));
}

std::string Encoder::block_digest_of(const Draft& draft) const {
  const bool known = options_.block_digest == Algorithm::Sha256 && !draft.block_sha256.empty();
  return labelled(options_.block_digest,
                  known ? draft.block_sha256 : digest_of(options_.block_digest, draft.block));
}

std::string Encoder::head_of(const Draft& draft) const {
  check(draft);
  std::string head;
  head.reserve(kUsualHead);
  head += "WARC/1.1\r\n";
  add(head, "WARC-Type", name_of(draft.type));
  add_id(head, "WARC-Record-ID", draft.id);
  add(head, "WARC-Date", iso8601(draft.date));
  add(head, "WARC-Target-URI", draft.target_uri);
  add(head, "WARC-Filename", draft.filename);
  add_id(head, "WARC-Warcinfo-ID", draft.warcinfo_id);
  for (const std::string& id : draft.concurrent_to) add_id(head, "WARC-Concurrent-To", id);
  add(head, "WARC-IP-Address", draft.ip_address);
  add(head, "WARC-Profile", draft.profile);
  add_id(head, "WARC-Refers-To", draft.refers_to);
  add(head, "WARC-Refers-To-Target-URI", draft.refers_to_uri);
  if (draft.refers_to_date) add(head, "WARC-Refers-To-Date", iso8601(*draft.refers_to_date));
  add(head, "WARC-Truncated", draft.truncated);
  add(head, "WARC-Page-ID", draft.page_id);
  add(head, "WARC-Resource-Type", draft.resource_type);
  for (const auto& [name, value] : draft.extra) add(head, name, value);
  add(head, "WARC-Block-Digest", block_digest_of(draft));
  add(head, "WARC-Payload-Digest", draft.payload_digest);
  add(head, "Content-Type", draft.content_type);
  add(head, "Content-Length", std::to_string(draft.block.size()));
  head += "\r\n";
  return head;
}

std::string Encoder::encode(const Draft& draft, std::string* head) {
  std::string text = head_of(draft);
  whole_ = text;
  whole_ += draft.block;
  whole_ += kEnd;
  if (head != nullptr) *head = std::move(text);
  if (deflater_) return deflater_->deflate(whole_);
  if (compressor_) return compressor_->compress(whole_);
  return whole_;
}

Result<std::string> Encoder::encode(const Draft& draft, const Write& write) {
  std::string head = head_of(draft);
  const std::string_view parts[] = {head, draft.block, kEnd};
  if (compressor_) {
    TRY(compressor_->compress(parts, write));
  } else if (deflater_) {
    codec::MemberStream member(write, std::clamp(options_.level, 1, 9));
    for (const std::string_view part : parts) TRY(member.put(part));
    TRY(member.finish());
  } else {
    for (const std::string_view part : parts) TRY(write(part));
  }
  return head;
}

std::string warc_fields(const std::vector<std::pair<std::string, std::string>>& fields) {
  std::string body;
  for (const auto& [name, value] : fields) add(body, name, value);
  return body;
}

}  // namespace asof::warc
