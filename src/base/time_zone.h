// TimeZone: how far the clocks of a place are ahead of UTC, at any time.
//
// Debian 12's C++ library has no time zones and the C library's are the process's, not a value. So
// the files of the system's tz database are read here (RFC 9636, versions 1 to 4).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/axis.h"
#include "base/result.h"

namespace asof {

class TimeZone final {
 public:
  TimeZone() = default;  // UTC

  // "UTC", a fixed offset ("+05:30", "-08:00"), or a name of the tz database ("Europe/Paris"),
  // looked up in `folder`. Errc::Invalid where the text is none of these, Errc::NotFound where the
  // database has no such name, Errc::Corrupt where its file is damaged.
  static Result<TimeZone> find(std::string_view name,
                               const std::string& folder = "/usr/share/zoneinfo");
  // The bytes of a file of the database.
  static Result<TimeZone> parse(std::string_view bytes, std::string name);
  static TimeZone fixed(Duration offset, std::string name);

  // Seconds that local clocks are ahead of UTC; at a change, those of the time after it.
  double offset_at(Time at) const;
  // The first change of the offset after `at`; kNever where there is none. Known until 2100.
  Time next_change(Time at) const;
  const std::string& name() const { return name_; }

 private:
  struct Change {
    Time at = 0;
    double offset = 0;  // from then on
  };

  std::string name_ = "UTC";
  double first_ = 0;  // before any change
  std::vector<Change> changes_;
};

}  // namespace asof
