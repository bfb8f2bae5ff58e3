// pipeline URLS FOLDER [LEVEL [CONNECTIONS]]: the least that has to be done to fetch pages into a
// WARC file, which is what `asof crawl` is measured against.
//
// Fetches the URLs of a list with libcurl, finds the links of each page, digests payload and block,
// compresses request and response and appends them to a file. Nothing is followed, nobody is asked
// for permission, no catalog is kept, nothing is proven. LEVEL: "fast", or 1 to 12 (6).
#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "archive/warc_writer.h"
#include "base/check.h"
#include "base/file.h"
#include "base/text.h"
#include "html/links.h"
#include "http/body.h"
#include "http/fields.h"
#include "http/message.h"

namespace asof {
namespace {

constexpr std::size_t kMostWaiting = 256;

struct Fetched {
  std::string url, request, head, body;
  Instant at;
};

// Takes what was fetched, and does the rest on as many threads as there are processors.
class Writers final {
 public:
  Writers(archive::WarcWriter& writer, const warc::Encoder::Options& encoding) : writer_(writer) {
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
      threads_.emplace_back([this, encoding] { run(encoding); });
  }

  void put(Fetched page) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return waiting_.size() < kMostWaiting; });
    waiting_.push_back(std::move(page));
    work_.notify_one();
  }

  void finish() {
    {
      std::lock_guard lock(mutex_);
      finished_ = true;
    }
    work_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  std::uint64_t links = 0, bytes = 0;

 private:
  void run(const warc::Encoder::Options& encoding) {
    warc::Encoder encoder(encoding);
    const warc::IdSource ids = warc::random_ids();
    for (;;) {
      std::unique_lock lock(mutex_);
      work_.wait(lock, [&] { return finished_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const Fetched page = std::move(waiting_.front());
      waiting_.pop_front();
      room_.notify_one();
      lock.unlock();
      write(page, encoder, ids);
    }
  }

  void write(const Fetched& page, warc::Encoder& encoder, const warc::IdSource& ids) {
    const std::string message = page.head + page.body;
    const auto response = http::parse_response(message);
    if (!response) return;
    const auto payload =
        http::decode_all(page.body, http::BodyClaims::of(response->fields), http::Layer::Payload);
    std::size_t found = 0;
    if (http::content_type(response->fields).essence == "text/html")
      found = html::extract(payload.bytes()).links.size();
    const auto payload_sha256 = digest_of(Algorithm::Sha256, payload.bytes());
    const auto block_sha256 = digest_of(Algorithm::Sha256, message);
    const warc::Draft request{.type = warc::Type::Request,
                              .id = ids(),
                              .date = page.at,
                              .target_uri = page.url,
                              .content_type = std::string(warc::kHttpRequest),
                              .block = page.request};
    const warc::Draft answer{.type = warc::Type::Response,
                             .id = ids(),
                             .date = page.at,
                             .target_uri = page.url,
                             .content_type = std::string(warc::kHttpResponse),
                             .block = message,
                             .block_sha256 = block_sha256,
                             .payload_digest = warc::labelled(Algorithm::Sha256, payload_sha256),
                             .concurrent_to = {request.id}};
    const archive::Encoded asked{encoder.encode(request), ""};
    const archive::Encoded answered{encoder.encode(answer), ""};
    std::lock_guard lock(file_);
    CHECK(writer_.append(asked).has_value() && writer_.append(answered).has_value());
    links += found;
    bytes += asked.bytes.size() + answered.bytes.size();
  }

  archive::WarcWriter& writer_;
  std::mutex file_;  // writer_, links, bytes
  std::mutex mutex_;
  std::condition_variable work_, room_;
  std::deque<Fetched> waiting_;
  bool finished_ = false;
  std::vector<std::thread> threads_;
};

// One connection's worth of requests, one after another.
struct Transfer {
  CURL* easy = curl_easy_init();
  Fetched page;

  explicit Transfer() {
    curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
    curl_easy_setopt(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 64L * 1024);
    curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(easy, CURLOPT_DEBUGDATA, this);
    curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, &on_debug);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &page.head);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &page.body);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &on_bytes);
  }
  Transfer(const Transfer&) = delete;
  ~Transfer() { curl_easy_cleanup(easy); }

  void begin(CURLM* multi, std::string url) {
    page = {.url = std::move(url), .at = SystemClock().now()};
    curl_easy_setopt(easy, CURLOPT_URL, page.url.c_str());
    curl_multi_add_handle(multi, easy);
  }

  static std::size_t on_bytes(char* bytes, std::size_t one, std::size_t size, std::string* text) {
    text->append(bytes, one * size);
    return one * size;
  }
  static int on_debug(CURL*, curl_infotype type, char* bytes, std::size_t size, Transfer* self) {
    if (type == CURLINFO_HEADER_OUT) self->page.request.assign(bytes, size);
    return 0;
  }
};

void fetch(const std::vector<std::string>& urls, std::size_t connections, Writers& writers) {
  CURLM* multi = curl_multi_init();
  std::vector<std::unique_ptr<Transfer>> transfers;
  std::size_t next = 0;
  for (; next < std::min(connections, urls.size()); ++next) {
    transfers.push_back(std::make_unique<Transfer>());
    transfers.back()->begin(multi, urls[next]);
  }
  for (std::size_t left = urls.size(); left > 0;) {
    int running = 0;
    curl_multi_perform(multi, &running);
    int more = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &more)) {
      Transfer* transfer = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      curl_multi_remove_handle(multi, transfer->easy);
      writers.put(std::move(transfer->page));
      --left;
      if (next < urls.size()) transfer->begin(multi, urls[next++]);
    }
    if (left > 0 && more == 0) curl_multi_poll(multi, nullptr, 0, 1000, nullptr);
  }
  transfers.clear();
  curl_multi_cleanup(multi);
}

Result<void> run(const std::string& list, const std::string& folder, int level,
                 std::size_t connections) {
  const std::string text = TRY(read_whole(list, std::uint64_t{1} << 30));
  std::vector<std::string> urls;
  for (const std::string_view line : split(text, '\n'))
    if (!line.empty()) urls.emplace_back(line);
  const auto began = std::chrono::steady_clock::now();
  const SystemClock clock;
  archive::WarcWriter writer(folder, clock, warc::random_ids(), {.encoding = {.level = level}});
  TRY(writer.open());
  Writers writers(writer, {.level = level});
  fetch(urls, connections, writers);
  writers.finish();
  TRY(writer.close());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  fmt::print("{} pages, {:.0f}/s, {} links, {} bytes\n", urls.size(),
             static_cast<double>(urls.size()) / took.count(), writers.links, writers.bytes);
  return {};
}

}  // namespace
}  // namespace asof

int main(int count, char** words) {
  if (count < 3) {
    std::fputs("pipeline URLS FOLDER [LEVEL [CONNECTIONS]]\n", stderr);
    return 2;
  }
  const std::string level = count > 3 ? words[3] : "6";
  const auto done = asof::run(words[1], words[2], level == "fast" ? 0 : std::atoi(level.c_str()),
                              count > 4 ? std::strtoul(words[4], nullptr, 10) : 8);
  if (!done) std::fprintf(stderr, "%s\n", done.error().what.c_str());
  return done ? 0 : 2;
}
