// Runs the tokenizer cases of html5lib-tests, the suite browsers use. The cases are not part of
// this tree: ASOF_HTML5LIB names a directory with its tokenizer/*.test files.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "html/token_recorder_internal.h"
#include "html/tokenizer.h"

namespace asof::html {
namespace {

using nlohmann::json;

// Undoes the second escaping of a case marked doubleEscaped. Nothing for lone surrogates, which
// UTF-8 cannot hold.
std::optional<std::string> unescape(const std::string& text) {
  try {
    std::string quoted = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '"') quoted += '\\';
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte < 0x20) {
        quoted += "\\u00" + hex(std::string_view(&text[i], 1));
      } else {
        quoted += text[i];
      }
    }
    return json::parse(quoted + "\"").get<std::string>();
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::optional<json> unescape_all(const json& value) {
  if (value.is_string()) {
    const auto text = unescape(value.get<std::string>());
    return text ? std::optional<json>(*text) : std::nullopt;
  }
  json out = value;
  if (value.is_array()) {
    for (auto& element : out) {
      const auto inner = unescape_all(element);
      if (!inner) return std::nullopt;
      element = *inner;
    }
  } else if (value.is_object()) {
    for (auto& [key, element] : out.items()) {
      const auto inner = unescape_all(element);
      if (!inner) return std::nullopt;
      element = *inner;
    }
  }
  return out;
}

json to_json(const RecordedToken& token) {
  using Kind = RecordedToken::Kind;
  switch (token.kind) {
    case Kind::Text:
      return json::array({"Character", token.text});
    case Kind::Comment:
      return json::array({"Comment", token.text});
    case Kind::EndTag:
      return json::array({"EndTag", token.text});
    case Kind::StartTag: {
      json attributes = json::object();
      for (const auto& [name, value] : token.attributes) attributes[name] = value;
      json out = json::array({"StartTag", token.text, attributes});
      if (token.self_closing) out.push_back(true);
      return out;
    }
    case Kind::Doctype: {
      const auto optional = [](bool has, const std::string& text) {
        return has ? json(text) : json(nullptr);
      };
      return json::array({"DOCTYPE", optional(token.has_name, token.text),
                          optional(token.has_public_id, token.attributes[0].second),
                          optional(token.has_system_id, token.attributes[1].second),
                          !token.force_quirks});
    }
  }
  return nullptr;
}

TextKind initial_state(const std::string& name) {
  if (name == "RCDATA state") return TextKind::Rcdata;
  if (name == "RAWTEXT state") return TextKind::Rawtext;
  if (name == "Script data state") return TextKind::Script;
  if (name == "PLAINTEXT state") return TextKind::Plaintext;
  if (name == "CDATA section state") return TextKind::Cdata;
  EXPECT_EQ(name, "Data state");
  return TextKind::Data;
}

json tokens_of(const std::string& input, const TokenizerOptions& options, bool by_byte) {
  TokenRecorder recorder;
  Tokenizer<TokenRecorder> tokenizer(recorder, options);
  if (by_byte) {
    for (char c : input) tokenizer.feed({&c, 1});
    tokenizer.finish();
  } else {
    tokenizer.finish(input);
  }
  json out = json::array();
  for (const auto& token : recorder.tokens) out.push_back(to_json(token));
  return out;
}

struct Tally {
  int run = 0;
  int skipped = 0;
};

void run_case(const json& original, Tally& tally) {
  json test = original;
  if (test.value("doubleEscaped", false)) {
    const auto input = unescape_all(test["input"]);
    const auto output = unescape_all(test["output"]);
    if (!input || !output) {
      ++tally.skipped;
      return;
    }
    test["input"] = *input;
    test["output"] = *output;
  }
  const auto input = test["input"].get<std::string>();
  const auto element = test.value("lastStartTag", std::string());
  for (const json& state : test.value("initialStates", json::array({"Data state"}))) {
    const TokenizerOptions options{.follow_elements = false,
                                   .initial = initial_state(state.get<std::string>()),
                                   .initial_element = element};
    SCOPED_TRACE(test["description"].dump() + " in " + state.dump());
    EXPECT_EQ(tokens_of(input, options, false), test["output"]) << json(input);
    EXPECT_EQ(tokens_of(input, options, true), test["output"]) << "byte by byte: " << json(input);
    ++tally.run;
  }
}

TEST(Html5lib, EveryTokenizerCaseAgrees) {
  const char* directory = std::getenv("ASOF_HTML5LIB");
  if (directory == nullptr) GTEST_SKIP() << "ASOF_HTML5LIB names no directory of *.test files";
  Tally tally;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() != ".test") continue;
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream in(entry.path(), std::ios::binary);
    const json file = json::parse(in);
    // xmlViolationTests describe a tokenizer that repairs text for XML; this one does not.
    if (!file.contains("tests")) continue;
    for (const json& test : file["tests"]) run_case(test, tally);
  }
  EXPECT_GT(tally.run, 1000);
  std::printf("html5lib: %d cases run, %d with lone surrogates skipped\n", tally.run,
              tally.skipped);
}

}  // namespace
}  // namespace asof::html
