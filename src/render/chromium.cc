#include "render/chromium.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>

#include <unistd.h>

#include "base/base64.h"
#include "base/text.h"
#include "render/browser_process.h"
#include "render/snapshot_internal.h"

namespace asof::render {

namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kStartPatience{30};
// Time that passes for the page, not for us: timers run at once, one after the other.
constexpr int kPageMilliseconds = 3'000;

constexpr const char* kShowEverything =
    "{ const sheet = new CSSStyleSheet();"
    "  sheet.replaceSync('* { content-visibility: visible !important }');"
    "  document.adoptedStyleSheets.push(sheet); }";

// The number of the request an answer belongs to; 0 for events.
int answered(std::string_view message) {
  constexpr std::string_view kStart = "{\"id\":";
  int id = 0;
  if (message.starts_with(kStart)) {
    message.remove_prefix(kStart.size());
    std::from_chars(message.data(), message.data() + message.size(), id);
  }
  return id;
}

// Without a scheme the network stack would never ask us for the page.
std::string address_of(std::string_view url) {
  const bool web = istarts_with(url, "http://") || istarts_with(url, "https://");
  return web ? std::string(url) : "https://page.invalid/";
}

struct Answer {
  int status = 200;
  std::string type;
  std::string body;
};

}  // namespace

class Chromium::Driver final {
 public:
  explicit Driver(ChromiumOptions options) : options_(std::move(options)) {}

  Result<void> ensure_running() {
    if (browser_) return {};
    auto started = TRY(BrowserProcess::start(options_.program, options_.width, options_.height));
    browser_.emplace(std::move(started));
    ++starts_;
    // A browser takes its time to start, however little a page is given.
    const auto version = call("Browser.getVersion", Json::object(),
                              std::chrono::steady_clock::now() + kStartPatience);
    if (!version) {
      stop();
      return Error{Errc::Io, options_.program.string() + " does not answer"};
    }
    return {};
  }

  Result<layout::Page> lay_out(const layout::Source& source, const layout::Resources& resources) {
    TRY(ensure_running());
    source_ = &source;
    resources_ = &resources;
    auto page = lay_out_in_tab();
    // A browser that failed once is not trusted with the next page.
    if (!page) stop();
    return page;
  }

  std::chrono::microseconds cpu_time() const {
    return ended_cpu_time_ + (browser_ ? browser_->cpu_time() : std::chrono::microseconds{0});
  }
  int starts() const { return starts_; }

 private:
  Deadline soon() const { return std::chrono::steady_clock::now() + 2 * options_.patience; }

  void stop() {
    if (!browser_) return;
    ended_cpu_time_ += browser_->cpu_time();
    browser_.reset();
    session_.clear();
  }

  // Sends a command and returns the whole answer, serving the page's requests meanwhile.
  Result<std::string> call(const char* method, Json parameters, Deadline deadline) {
    const int id = TRY(post(method, std::move(parameters), deadline));
    while (true) {
      std::string message = TRY(browser_->receive(deadline));
      const int of = answered(message);
      if (of == id) {
        if (message.find("\"error\":{\"code\"") < 40) {
          return Error{Errc::Io, std::string(method) + ": " + message.substr(0, 200)};
        }
        return message;
      }
      if (of == 0) TRY(take_event(message, deadline));
    }
  }

  // Sends a command whose answer nobody waits for.
  Result<int> post(const char* method, Json parameters, Deadline deadline) {
    const int id = ++last_id_;
    Json command = {{"id", id}, {"method", method}, {"params", std::move(parameters)}};
    if (!session_.empty()) command["sessionId"] = session_;
    TRY(browser_->send(command.dump(-1, ' ', false, Json::error_handler_t::replace), deadline));
    return id;
  }

  static std::string field(const std::string& message, const char* name) {
    const Json parsed = Json::parse(message, nullptr, false);
    if (!parsed.is_object() || !parsed.contains("result")) return {};
    return parsed["result"].value(name, "");
  }

  // One tab for all pages: a new one costs several times what a page does.
  Result<void> open_tab(Deadline deadline) {
    const std::string opened = TRY(call("Target.createTarget", {{"url", "about:blank"}}, deadline));
    const std::string attached =
        TRY(call("Target.attachToTarget",
                 {{"targetId", field(opened, "targetId")}, {"flatten", true}}, deadline));
    session_ = field(attached, "sessionId");
    TRY(post("Page.enable", Json::object(), deadline));
    TRY(post("Fetch.enable", {{"patterns", {{{"urlPattern", "*"}}}}}, deadline));
    // What is far below the window must be laid out too.
    TRY(post("Page.addScriptToEvaluateOnNewDocument", {{"source", kShowEverything}}, deadline));
    TRY(post("Network.setCacheDisabled", {{"cacheDisabled", true}}, deadline));
    TRY(post("Emulation.setDeviceMetricsOverride",
             {{"width", options_.width},
              {"height", options_.height},
              {"deviceScaleFactor", 1},
              {"mobile", false}},
             deadline));
    return {};
  }

  Result<layout::Page> lay_out_in_tab() {
    const Deadline deadline = soon();
    const Deadline patience = std::chrono::steady_clock::now() + options_.patience;
    if (session_.empty()) TRY(open_tab(deadline));
    const std::string address = address_of(source_->url);
    is_still_ = false;
    has_document_ = false;
    TRY(call("Page.navigate", {{"url", address}}, deadline));
    // Page time stands still while the page waits for what it asked for, and so is the same
    // whatever the machine is doing.
    TRY(post("Emulation.setVirtualTimePolicy",
             {{"policy", "pauseIfNetworkFetchesPending"},
              {"budget", kPageMilliseconds},
              {"maxVirtualTimeTaskStarvationCount", 100'000}},
             deadline));
    bool is_late = false;
    while (!is_still_ && !is_late) {
      auto message = browser_->receive(patience);
      if (!message && message.error().code != Errc::Limit) return std::move(message).error();
      is_late = !message;
      if (message && answered(*message) == 0) TRY(take_event(*message, deadline));
    }
    if (is_late) TRY(post("Page.stopLoading", Json::object(), deadline));
    const std::string snapshot =
        TRY(call("DOMSnapshot.captureSnapshot", {{"computedStyles", kSnapshotStyles}}, deadline));
    // What the page stored must not show in the next one.
    TRY(post("Storage.clearDataForOrigin", {{"origin", address}, {"storageTypes", "all"}},
             deadline));
    TRY(post("Network.clearBrowserCookies", Json::object(), deadline));
    layout::Page page = TRY(read_snapshot(snapshot));
    if (is_late) page.reasons.push_back("the page was not still in time: taken as it stood");
    return page;
  }

  Result<void> take_event(const std::string& message, Deadline deadline) {
    const Json event = Json::parse(message, nullptr, false);
    if (!event.is_object() || !event.contains("method")) return {};
    const std::string method = event.value("method", "");
    if (method == "Fetch.requestPaused") return answer_request(event["params"], deadline);
    if (method == "Emulation.virtualTimeBudgetExpired") is_still_ = true;
    if (method == "Inspector.targetCrashed") return Error{Errc::Io, "the page crashed the browser"};
    if (method == "Page.javascriptDialogOpening") {
      TRY(post("Page.handleJavaScriptDialog", {{"accept", false}}, deadline));
    }
    return {};
  }

  Result<void> answer_request(const Json& parameters, Deadline deadline) {
    const std::string id = parameters.value("requestId", "");
    const std::string type = parameters.value("resourceType", "");
    std::string url;
    if (parameters.contains("request")) url = parameters["request"].value("url", "");
    const auto answer = answer_of(url.substr(0, url.find('#')), type);
    if (!answer) {
      TRY(post("Fetch.failRequest", {{"requestId", id}, {"errorReason", "BlockedByClient"}},
               deadline));
      return {};
    }
    Json headers = Json::array();
    if (!answer->type.empty()) {
      headers.push_back({{"name", "Content-Type"}, {"value", answer->type}});
    }
    // Sheets and fonts from other hosts were let in when they were archived.
    headers.push_back({{"name", "Access-Control-Allow-Origin"}, {"value", "*"}});
    TRY(post("Fetch.fulfillRequest",
             {{"requestId", id},
              {"responseCode", answer->status},
              {"responseHeaders", std::move(headers)},
              {"body", base64(answer->body)}},
             deadline));
    return {};
  }

  std::optional<Answer> answer_of(const std::string& url, const std::string& type) {
    if (type == "Document") {
      // Only the page itself; where scripts or frames lead is not part of it.
      if (has_document_) return Answer{.status = 204};
      has_document_ = true;
      return Answer{.type = "text/html; charset=utf-8", .body = std::string(source_->html)};
    }
    if (!*resources_) return std::nullopt;
    if (type == "Stylesheet") {
      auto content = (*resources_)(url, layout::ResourceKind::StyleSheet);
      if (content) return Answer{.type = "text/css; charset=utf-8", .body = std::move(*content)};
    } else if (type == "Script") {
      auto content = (*resources_)(url, layout::ResourceKind::Script);
      if (content) {
        return Answer{.type = "text/javascript; charset=utf-8", .body = std::move(*content)};
      }
    } else if (type == "Image") {
      auto content = (*resources_)(url, layout::ResourceKind::Image);
      // Images are told apart by their bytes, but for drawings.
      if (content) {
        const bool drawing = content->substr(0, 1024).find("<svg") != std::string::npos;
        return Answer{.type = drawing ? "image/svg+xml" : "", .body = std::move(*content)};
      }
    }
    return std::nullopt;
  }

  ChromiumOptions options_;
  std::optional<BrowserProcess> browser_;
  int starts_ = 0;
  int last_id_ = 0;
  std::chrono::microseconds ended_cpu_time_{0};

  // The page being laid out.
  const layout::Source* source_ = nullptr;
  const layout::Resources* resources_ = nullptr;
  std::string session_;
  bool is_still_ = false;
  bool has_document_ = false;
};

std::optional<std::filesystem::path> Chromium::find() {
  const char* path = std::getenv("PATH");
  for (const char* name :
       {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}) {
    for (const std::string_view directory : split(path == nullptr ? "" : path, ':')) {
      if (directory.empty()) continue;
      const auto candidate = std::filesystem::path(directory) / name;
      if (access(candidate.c_str(), X_OK) == 0) return candidate;
    }
  }
  return std::nullopt;
}

Result<Chromium> Chromium::start(const ChromiumOptions& options) {
  ChromiumOptions chosen = options;
  if (chosen.program.empty()) {
    const auto found = find();
    if (!found) return Error{Errc::NotFound, "there is no Chromium in PATH"};
    chosen.program = *found;
  }
  auto driver = std::make_unique<Driver>(std::move(chosen));
  TRY(driver->ensure_running());
  return Chromium(std::move(driver));
}

Chromium::Chromium(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}
Chromium::Chromium(Chromium&&) noexcept = default;
Chromium& Chromium::operator=(Chromium&&) noexcept = default;
Chromium::~Chromium() = default;

Result<layout::Page> Chromium::lay_out(const layout::Source& source,
                                       const layout::Resources& resources) {
  try {
    return driver_->lay_out(source, resources);
  } catch (const Json::exception& error) {
    return Error{Errc::Corrupt, std::string("talking to the browser: ") + error.what()};
  }
}

std::chrono::microseconds Chromium::cpu_time() const { return driver_->cpu_time(); }
int Chromium::starts() const { return driver_->starts(); }

}  // namespace asof::render
