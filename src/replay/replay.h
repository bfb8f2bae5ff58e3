// Replay: answers every request to `asof serve`. One per thread.
//
// Two origins. The own origin has the archive's pages and answers for programs; the content origin
// has what was archived, and nothing else. On it, a capture is addressed in two ways:
//
//   host mode   http://t20220601000000s-flink-apache-org.localhost:8081/path   for readers
//   path mode   http://127.0.0.1:8081/archive/20220601000000/https://flink.apache.org/path
//
// Both show the same captures through the same rewriter (src/rewrite). docs/replay.md has the list
// of addresses.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "capture/links.h"
#include "guide/guide.h"
#include "replay/choice.h"
#include "replay/memento_reply.h"
#include "replay/settings.h"
#include "replay/view.h"
#include "rewrite/host_mapper.h"
#include "rewrite/label.h"
#include "rewrite/path_address.h"
#include "server/server.h"

namespace asof::replay {

// What all threads share.
struct Shared {
  Settings settings;
  rewrite::LabelTable labels;
  std::unique_ptr<guide::Learner> learner;  // made with the first Replay
};

class Replay final {
 public:
  static Result<std::unique_ptr<Replay>> open(Shared& shared);

  server::Reply own(const server::Request& request);
  server::Reply content(const server::Request& request);

 private:
  using Answered = Result<server::Reply>;

  explicit Replay(Shared& shared) : shared_(shared), settings_(shared.settings) {}

  // -- both origins: what is addressed below /<collection>/
  Answered collection(const server::Request& request, std::string_view target, bool own);
  Answered timemap(std::string_view rest);
  Answered timegate(const server::Request& request, const std::string& url);
  Answered memento(const server::Request& request, const rewrite::PathAddress& address);
  Answered calendar(const rewrite::PathAddress& address);
  // -- host mode
  server::Reply host(const server::Request& request, const rewrite::Label& label);
  Answered host_content(const server::Request& request, const rewrite::Label& label);
  std::string cors_of(const server::Request& request);
  // A page of host mode that a request comes from.
  struct Referrer {
    rewrite::Label label;
    std::string url;  // as it was archived
  };
  std::optional<Referrer> referrer_of(const server::Request& request);
  Result<std::optional<Source>> source_of(const std::optional<Referrer>& referrer);
  Answered host_page(const server::Request& request, const rewrite::Label& label,
                     const std::string& url, const std::optional<Referrer>& referrer);
  Answered host_memento(const server::Request& request, const rewrite::Label& label,
                        const std::string& url, const Choice& choice, rewrite::Targets targets);
  Answered posted(const server::Request& request, const rewrite::Label& label,
                  const std::string& url);
  rewrite::HostMapperOptions mapper_options(const rewrite::Label& label) const;
  // -- the archive's own pages
  Answered home();
  Result<std::vector<catalog::Site>> shown_sites();
  Answered asked(std::string_view query);
  Answered reading(std::string_view target, bool around);
  // -- answers for programs, and for the reading page
  Answered api(std::string_view target);
  Answered api_versions(const std::string& url);
  Answered api_explain(const Wanted& wanted);
  Answered api_links(const std::string& url, Instant at);
  Answered api_parts(const std::string& url, Instant at);
  Answered api_snapshot(std::string_view host, Instant at, std::string_view window);
  Answered api_prove(const std::string& url, std::string_view at, std::string phrase);
  // A page at an instant and where it leads; nothing where there is no such page.
  struct Outgoing {
    catalog::Capture page;
    std::vector<std::string> urls;
  };
  Result<std::optional<Outgoing>> outgoing(const std::string& url, Instant at,
                                           capture::LinkKind kind);
  // The address in host mode of a URL's capture at `shown`, in a walk at `at`.
  Result<std::string> frame_of(const std::string& url, Instant at, Instant shown,
                               std::string_view policy);

  // Nothing where there is no capture that may be shown.
  Result<std::optional<Choice>> choose(const Wanted& wanted);
  // Why nothing is shown for a URL: 451 with the rule's reason, or 404.
  Answered nothing_for(std::string_view url, Instant at);
  // Links of an answer that is no memento.
  std::string link_of(std::string_view url) const;

  Shared& shared_;
  const Settings& settings_;
  std::unique_ptr<View> view_;
  std::optional<guide::Guide> guide_;
};

// The two addresses that an archive is served at, as the server listens on them.
struct Serving {
  std::string own;
  std::string content;
};
// Opens both ports of a server; each of its threads gets a Replay. `shared` must outlive the
// server, and its settings be complete before it starts.
Result<Serving> listen(server::Server& server, Shared& shared, const std::string& own,
                       const std::string& content);

}  // namespace asof::replay
