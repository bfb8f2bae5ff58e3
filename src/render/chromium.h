// Chromium: pages laid out by an installed browser, for those that need scripts, flex or grid.
//
// One browser serves many pages, one after the other, each in a context of its own. It is driven
// over its DevTools protocol through a pipe. Nothing it asks for reaches the network: every request
// is answered from the Resources or refused, names do not resolve, the proxy does not exist, and
// where the system allows it the browser lives in a network namespace without interfaces.
// Not thread-safe.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/result.h"
#include "layout/layout.h"

namespace asof::render {

struct ChromiumOptions {
  std::filesystem::path program;  // empty: what find() finds
  int width = 1024;
  int height = 768;
  // A page that is not still by then is taken as it stands; a browser that does not answer twice
  // as long is killed.
  std::chrono::milliseconds patience{5'000};
};

class Chromium final {
 public:
  // chromium, chromium-browser, google-chrome or its like in PATH.
  static std::optional<std::filesystem::path> find();

  // Fails where there is no browser or it does not start.
  static Result<Chromium> start(const ChromiumOptions& options = {});
  Chromium(Chromium&&) noexcept;
  Chromium& operator=(Chromium&&) noexcept;
  ~Chromium();

  // Fails where the browser died or hung; the next call starts another.
  Result<layout::Page> lay_out(const layout::Source& source, const layout::Resources& resources);

  // CPU time of the browser and all its processes so far, and how often it was started.
  std::chrono::microseconds cpu_time() const;
  int starts() const;

 private:
  class Driver;
  explicit Chromium(std::unique_ptr<Driver> driver);
  std::unique_ptr<Driver> driver_;
};

}  // namespace asof::render
