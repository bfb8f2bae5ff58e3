// What `asof lab measure` prints.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "lab/measure_file.h"

namespace asof::lab {
namespace {

using Ordered = nlohmann::ordered_json;

Ordered or_null(std::optional<double> value) { return value ? Ordered(*value) : Ordered(); }

std::string or_dash(std::optional<double> value) {
  return value ? fmt::format("{:.6g}", *value) : "-";
}

// Calls visit(name, page) for every page of the file.
template <class Visit>
void each_page(const MeasureFile& file, const Measured& measured, Visit visit) {
  for (std::size_t s = 0; s < file.sites.size(); ++s)
    for (std::size_t p = 0; p < file.sites[s].size(); ++p)
      visit(file.page_names[s][p], measured.sites[s].pages[p]);
}

// Names are known to differ, so nothing is looked for.
void append(Ordered& object, const std::string& name, double value) {
  object.get_ref<Ordered::object_t&>().push_back({name, value});
}

Ordered completeness_json(const MeasureFile& file, const Measured& measured) {
  Ordered pages = Ordered::object();
  each_page(file, measured, [&](const std::string& name, const MeasuredPage& page) {
    if (page.completeness) append(pages, name, *page.completeness);
  });
  Ordered sites = Ordered::object();
  for (std::size_t s = 0; s < file.sites.size(); ++s)
    if (measured.sites[s].completeness)
      append(sites, file.site_names[s], *measured.sites[s].completeness);
  return {{"pages", std::move(pages)},
          {"sites", std::move(sites)},
          {"archive", or_null(measured.completeness)},
          {"global", or_null(measured.global_completeness)},
          {"unweighted", or_null(measured.unweighted_completeness)}};
}

Ordered coherence_json(const MeasureFile& file, const Measured& measured) {
  Ordered queries = Ordered::array();
  Ordered sites = Ordered::object();
  for (std::size_t s = 0; s < file.sites.size(); ++s) {
    const MeasuredSite& site = measured.sites[s];
    for (std::size_t q = 0; q < file.queries.size(); ++q)
      queries.push_back({{"site", file.site_names[s]},
                         {"at", file.queries[q]},
                         {"weight", site.queries[q].weight},
                         {"count", site.queries[q].count}});
    if (site.coherence) append(sites, file.site_names[s], *site.coherence);
  }
  return {{"queries", std::move(queries)},
          {"sites", std::move(sites)},
          {"archive", or_null(measured.coherence)}};
}

}  // namespace

std::string measured_json(const MeasureFile& file, const Measured& measured) {
  Ordered blurs = Ordered::object();
  Ordered uncaptured = Ordered::array();
  each_page(file, measured, [&](const std::string& name, const MeasuredPage& page) {
    if (page.blur)
      append(blurs, name, *page.blur);
    else
      uncaptured.push_back(name);
  });
  const Ordered document = {{"blur", {{"total", measured.blur}, {"pages", std::move(blurs)}}},
                            {"completeness", completeness_json(file, measured)},
                            {"coherence", coherence_json(file, measured)},
                            {"sharp_pages", measured.sharp_pages},
                            {"uncaptured", std::move(uncaptured)}};
  return document.dump();
}

std::string measured_table(const MeasureFile& file, const Measured& measured) {
  std::size_t count = 0;
  std::size_t uncaptured = 0;
  std::size_t width = 4;
  each_page(file, measured, [&](const std::string& name, const MeasuredPage& page) {
    ++count;
    uncaptured += page.blur ? 0 : 1;
    width = std::max(width, name.size() + 2);
  });
  std::string text =
      fmt::format("observed from {} to {}: {}, {} never captured\n\n", file.observation.from,
                  file.observation.to, counted(count, "page"), uncaptured);
  text += fmt::format("blur          {:.6g}\n", measured.blur);
  text += fmt::format("sharp pages   {} as of {}\n", measured.sharp_pages, file.as_of);
  text += fmt::format("completeness  {} per page, {} global, {} unweighted\n",
                      or_dash(measured.completeness), or_dash(measured.global_completeness),
                      or_dash(measured.unweighted_completeness));
  text += fmt::format("coherence     {}\n\n", or_dash(measured.coherence));

  text += fmt::format("{:<{}}  {:>10}  {:>12}  {:>9}  sharp\n", "page", width, "blur",
                      "completeness", "coherence");
  for (std::size_t s = 0; s < file.sites.size(); ++s) {
    const MeasuredSite& site = measured.sites[s];
    text += fmt::format("{:<{}}  {:>10}  {:>12}  {:>9}\n", file.site_names[s], width, "",
                        or_dash(site.completeness), or_dash(site.coherence));
    for (std::size_t p = 0; p < site.pages.size(); ++p)
      text += fmt::format("  {:<{}}  {:>10}  {:>12}  {:>9}  {}\n", file.page_names[s][p], width - 2,
                          or_dash(site.pages[p].blur), or_dash(site.pages[p].completeness), "",
                          site.pages[p].sharp ? "yes" : "no");
  }
  return text;
}

}  // namespace asof::lab
