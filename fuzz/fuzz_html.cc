// modules: base html
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "html/links.h"
#include "html/text.h"
#include "html/token_recorder_internal.h"
#include "html/tokenizer.h"

using namespace asof::html;

// However a document is cut into chunks, the tokens are the same; and no limit is exceeded. The
// first byte chooses the size of the chunks and of the limit on tokens.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::size_t chunk = 1 + data[0] % 16;
  const TokenizerOptions options{
      .token_limit = data[0] & 16 ? std::size_t{48} : std::size_t{1} << 20,
      .scripting = (data[0] & 32) != 0};

  TokenRecorder whole;
  tokenize(text, whole, options);
  TokenRecorder split;
  Tokenizer<TokenRecorder> tokenizer(split, options);
  for (std::size_t at = 0; at < text.size(); at += chunk) tokenizer.feed(text.substr(at, chunk));
  tokenizer.finish();
  if (whole.tokens != split.tokens) std::abort();

  const auto page = extract(text, {.text = true, .most_links = 100, .text_limit = 1000});
  if (page.links.size() > 100 || page.text.size() > 1000) std::abort();
  for (const auto& link : page.links) {
    if (link.reference.empty() || link.begin > link.end || link.end > text.size()) std::abort();
  }
  // Passing over tags must not change what is found.
  const auto skimmed = extract(text, {.most_links = 100});
  if (skimmed.title != page.title || skimmed.base_href != page.base_href ||
      skimmed.canonical != page.canonical || skimmed.charset_meta != page.charset_meta ||
      skimmed.description != page.description || skimmed.lang != page.lang ||
      !std::ranges::equal(skimmed.links, page.links, [](const Link& a, const Link& b) {
        return a.reference == b.reference && a.kind == b.kind && a.begin == b.begin &&
               a.end == b.end && a.element == b.element && a.attribute == b.attribute;
      })) {
    std::abort();
  }
  shingles(page.text, 100);
  script_references(text);
  return 0;
}
