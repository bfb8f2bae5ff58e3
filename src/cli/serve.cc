// asof serve: an archive for readers and programs, until somebody says stop.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/opened.h"
#include "cli/shared_internal.h"
#include "navigate/policy.h"
#include "replay/replay.h"
#include "server/access_log.h"
#include "server/server.h"
#include "url/url.h"

namespace asof::cli {
namespace {

constexpr std::chrono::seconds kIdle{60};
constexpr std::chrono::seconds kDrain{10};
constexpr std::size_t kMostConnections = 4096;
constexpr std::uint64_t kLongestPost = std::uint64_t{1} << 20;

Result<void> check_names(const replay::Settings& settings) {
  for (const char c : settings.collection)
    if (!is_alnum(c) && c != '-' && c != '_')
      return Error{Errc::Invalid, "--collection takes letters, digits, - and _, not \"" +
                                      settings.collection + "\""};
  if (settings.collection.empty() || settings.collection == "read" ||
      settings.collection == "api" || settings.collection == "static" ||
      settings.collection == "around")
    return Error{Errc::Invalid,
                 "--collection \"" + settings.collection + "\" is a name that asof uses itself"};
  if (navigate::find_policy(settings.policy) == nullptr)
    return Error{Errc::Invalid,
                 "--policy is likelihood, nearest, recent, first-after or pattern, "
                 "not \"" +
                     settings.policy + "\""};
  return {};
}

// Addresses as clients see them. Behind a proxy they are not those that we listen on.
Result<void> name_origins(replay::Settings& settings, const Arguments& arguments,
                          const std::string& own, const std::string& content) {
  settings.own_origin = own;
  settings.content_origin = content;
  if (!arguments.get("--public").empty()) {
    const auto url = url::parse(arguments.get("--public"));
    if (!url || !url->web())
      return Error{Errc::Invalid,
                   "--public is the address that readers use, as "
                   "https://archive.example, not \"" +
                       arguments.get("--public") + "\""};
    settings.is_public = true;
    settings.own_origin = url->origin();
    settings.content_scheme = url->scheme;
  }
  const auto listened = url::parse(content);
  if (listened && listened->port) settings.content_port = fmt::format(":{}", *listened->port);
  const std::string& domain = arguments.get("--replay-domain");
  if (domain.empty()) return {};
  const auto url = url::parse(settings.content_scheme + "://" + domain);
  if (!url || !url->host || url->path != "/" || url->origin() == settings.own_origin)
    return Error{Errc::Invalid,
                 "--replay-domain is a domain of its own for archived pages, as "
                 "replay.example, not \"" +
                     domain + "\""};
  settings.domain = *url->host;
  settings.content_port = url->port ? fmt::format(":{}", *url->port) : "";
  settings.content_origin =
      settings.content_scheme + "://" + settings.domain + settings.content_port;
  return {};
}

void say(const replay::Settings& settings, const Arguments& arguments) {
  if (arguments.has("--json")) {
    fmt::print("{}\n", json::Object{{"url", settings.own_origin},
                                    {"replay", settings.content_origin},
                                    {"collection", settings.collection}}
                           .text());
  } else {
    fmt::print("{}/\n", settings.own_origin);
    complain(fmt::format("serving {}; open the address above in a browser; Ctrl-C stops",
                         settings.archive));
  }
  std::fflush(stdout);
}

bool is_loopback(const std::string& address) {
  return address.starts_with("http://127.") || address.starts_with("http://[::1]:");
}

// Nobody should open an archive to others by accident.
void warn(const replay::Serving& serving, const Arguments& arguments) {
  if (is_loopback(serving.own) && is_loopback(serving.content)) return;
  complain("this is open to other machines: whoever reaches " + serving.own +
           " can read all of the archive that the access rules do not withhold");
  if (arguments.get("--public").empty() || arguments.get("--replay-domain").empty())
    complain(
        "readers on other machines need --public and --replay-domain; docs/replay.md says how");
}

// Until somebody says stop. SIGHUP goes on in a new log, for those who rename the old one.
void wait_for_end(const sigset_t& signals, server::AccessLog* log) {
  int signal = SIGHUP;
  while (signal == SIGHUP) {
    sigwait(&signals, &signal);
    if (signal != SIGHUP || log == nullptr) continue;
    const auto reopened = log->reopen();
    if (!reopened) complain(reopened.error().what);
  }
}

Result<replay::Settings> settings_of(const Arguments& arguments, const std::string& access_path) {
  replay::Settings settings{.archive = arguments.get("--archive"),
                            .collection = arguments.get("--collection"),
                            .policy = arguments.get("--policy")};
  const std::string& style = arguments.get("--timegate");
  if (style != "302" && style != "200")
    return Error{Errc::Invalid, "--timegate is 302 or 200, not \"" + style + "\""};
  settings.redirects = style == "302";
  settings.timemap_page = TRY(number_of(arguments, "--timemap-page"));
  if (settings.timemap_page == 0)
    return Error{Errc::Invalid, "--timemap-page is a number from 1 on"};
  const std::string& rules = arguments.get("--access");
  if (!rules.empty() && !exists(rules)) return Error{Errc::NotFound, "no such file: " + rules};
  settings.access = TRY(replay::AccessRules::load(rules.empty() ? access_path : rules));
  TRY(check_names(settings));
  return settings;
}

}  // namespace

Result<int> run_serve(const Arguments& arguments) {
  if (!arguments.operands().empty())
    return Error{Errc::Invalid, "serve takes no operands; name an archive: --archive DIR"};
  const unsigned threads = TRY(threads_of(arguments));
  static const SystemClock clock;
  replay::Shared shared;
  {
    // Brings what was acknowledged before a kill into view, and says what is wrong, once.
    const Opened opened = TRY(open_to_read(arguments.get("--archive")));
    shared.settings = TRY(settings_of(arguments, opened.directory.access_path()));
  }
  shared.settings.clock = &clock;
  std::unique_ptr<server::AccessLog> log;
  if (!arguments.get("--access-log").empty())
    log = TRY(server::AccessLog::open(arguments.get("--access-log"), clock));
  // Blocked before there are threads, so that only sigwait() below gets them.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  server::ServerOptions options{.threads = threads,
                                .idle = kIdle,
                                .most_connections = kMostConnections,
                                .longest_body = kLongestPost};
  if (log) options.on_served = [&](const server::Served& served) { log->write(served); };
  server::Server server(options);
  const auto serving = TRY(
      replay::listen(server, shared, arguments.get("--listen"), arguments.get("--replay-listen")));
  TRY(name_origins(shared.settings, arguments, serving.own, serving.content));
  server.start();
  warn(serving, arguments);
  say(shared.settings, arguments);
  wait_for_end(ends, log.get());
  server.drain(kDrain);
  return 0;
}

}  // namespace asof::cli
