// The lines of a robots.txt file: what each says, with the mistakes people make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asof::robots {

enum class Field : std::uint8_t { Other, UserAgent, Allow, Disallow, CrawlDelay, Sitemap };

struct Line {
  Field field = Field::Other;
  std::string_view value;  // without white space at its ends and comment
  std::string_view shown;  // the line without them
};

// The file as UTF-8: a byte order mark and UTF-16 undone.
std::string to_text(std::string_view file);

// The next line of `text`, which is advanced past it and its end: LF, CR or CR LF.
Line take_line(std::string_view& text);

// The product token a User-agent line names (§2.2.1): its leading letters, '-' and '_', so that
// "asof/1.0" names asof. "*" for everybody; empty where there is none.
std::string_view product_token(std::string_view value);

// Seconds: "10", "0.5", ",5", "3 s". Nothing for what is no number, is negative or endless.
std::optional<double> parse_delay(std::string_view value);

}  // namespace asof::robots
