#include "derive/derive.h"

#include "archive/recover.h"
#include "derive/compare_internal.h"
#include "keep/import.h"

namespace asof::derive {
namespace {

// False where it was interrupted.
Result<bool> settle(catalog::Writer& catalog, const Options& options) {
  if (TRY(catalog.reader().settled())) return true;
  const catalog::SettleResult settled = TRY(catalog.settle([&](const catalog::Step& step) {
    if (options.on_progress) options.on_progress({Step::Settle, step.done, step.done + step.left});
    return !options.interrupted || !options.interrupted();
  }));
  return settled.finished;
}

}  // namespace

Result<Derived> derive(archive::Directory& directory, const Options& options) {
  if (options.interrupted && options.interrupted()) return Derived{.finished = false};
  auto catalog = TRY(catalog::Writer::open(directory.catalog_path()));
  if (options.catch_up) {
    TRY(archive::recover(directory));
    TRY(keep::catch_up(directory, catalog, {}));
  }
  return derive(directory, catalog, options);
}

Result<Derived> derive(archive::Directory& directory, catalog::Writer& catalog,
                       const Options& options) {
  const bool settled = TRY(settle(catalog, options));
  if (!settled) return Derived{.finished = false};
  std::vector<Certified> certificates;
  if (options.certify) certificates = TRY(certify_ended(directory, catalog));
  Settings settings;
  if (options.settings) {
    settings = *options.settings;
  } else {
    settings = TRY(read_settings(directory));
  }
  Derived derived = TRY(compare_versions(directory, catalog, settings, options));
  derived.certificates = std::move(certificates);
  return derived;
}

}  // namespace asof::derive
