#include "cdx/post.h"

#include <algorithm>

#include "base/text.h"
#include "cdx/post_internal.h"

namespace asof::cdx {
namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += k <= left ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return out;
}

// Text as a browser's TextDecoder gives it.
std::string decoded_text(std::string_view body) {
  if (body.starts_with("\xEF\xBB\xBF")) body.remove_prefix(3);
  return to_utf8(body);
}

// The first `limit` UTF-16 units; a character of two units that does not fit is left out whole.
std::string_view cut(std::string_view text, std::size_t limit) {
  std::size_t units = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0) == 0x80) continue;
    units += byte >= 0xF0 ? 2 : 1;
    if (units > limit) return text.substr(0, i);
  }
  return text;
}

std::string base64_query(std::string_view body) { return "__wb_post_data=" + base64(body); }

std::string body_query(std::string_view content_type, std::string_view body,
                       const PostLimits& limits) {
  std::string essence = lower(trim(content_type.substr(0, content_type.find(';'))));
  std::string_view looked = body.substr(0, limits.body);
  if (essence == "application/x-www-form-urlencoded") return decoded_text(looked);
  if (essence == "application/json") return json_query(decoded_text(looked)).value_or("");
  if (essence == "multipart/form-data") return multipart_query(looked, content_type);
  if (essence == "text/plain") {
    if (auto query = json_query(decoded_text(looked))) return *query;
  }
  return base64_query(looked.substr(0, limits.query));
}

}  // namespace

PostKey post_key(std::string_view url, std::string_view method, std::string_view content_type,
                 std::string_view body, const PostLimits& limits) {
  PostKey key{std::string(url), {}};
  if (method == "GET" || method.empty()) return key;
  std::string query = body_query(content_type, body, limits);
  key.request_body = cut(query, limits.query);
  std::size_t mark = url.find('?');
  key.url += mark != std::string_view::npos && mark > 0 ? '&' : '?';
  key.url += "__wb_method=";
  key.url += method;
  key.url += '&';
  key.url += decode_uri(key.request_body).value_or("");
  return key;
}

}  // namespace asof::cdx
