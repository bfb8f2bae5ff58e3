#include "fetch/post.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <memory>

namespace asof::fetch {
namespace {

std::size_t drop(char*, std::size_t size, std::size_t count, void*) { return size * count; }

}  // namespace

Result<void> post_json(const std::string& url, const std::string& json, double seconds) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle(curl_easy_init(),
                                                                   &curl_easy_cleanup);
  const std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> fields(
      curl_slist_append(nullptr, "Content-Type: application/json"), &curl_slist_free_all);
  if (!handle || !fields) return Error{Errc::Io, "libcurl has no memory"};
  CURL* curl = handle.get();
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fields.get());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, json.data());
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(json.size()));
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "asof");
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(seconds * 1000));
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  const CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK)
    return Error{Errc::Io, fmt::format("{} was not reached: {}", url, curl_easy_strerror(code))};
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  if (status < 200 || status > 299)
    return Error{Errc::Io, fmt::format("{} answered {}", url, status)};
  return {};
}

}  // namespace asof::fetch
