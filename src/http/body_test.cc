#include "http/body.h"

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "support/result.h"

namespace asof::http {
namespace {

using test::fails_with;
using test::is_ok;
using test::must;

std::string deflated(const std::string& text, int window_bits) {
  z_stream state{};
  deflateInit2(&state, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&state, static_cast<uLong>(text.size())) + 64, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(out.data());
  state.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&state, Z_FINISH), Z_STREAM_END);
  out.resize(state.total_out);
  deflateEnd(&state);
  return out;
}
std::string gzip(const std::string& text) { return deflated(text, 15 + 16); }

std::string brotli(const std::string& text) {
  std::size_t size = BrotliEncoderMaxCompressedSize(text.size()) + 64;
  std::string out(size, '\0');
  BrotliEncoderCompress(5, 22, BROTLI_MODE_GENERIC, text.size(),
                        reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                        reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string chunked(const std::string& text, std::size_t size) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += size) {
    std::string part = text.substr(at, size);
    char line[32];
    std::snprintf(line, sizeof line, "%zx\r\n", part.size());
    out += line + part + "\r\n";
  }
  return out + "0\r\n\r\n";
}

// Text that does not compress to nothing and is longer than every internal buffer.
std::string long_text(std::size_t size = 90'000) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < size) text += std::to_string(random()) + (random() % 5 ? " " : "\n");
  return text;
}

struct Outcome {
  std::string bytes;
  BodyNotes notes;
  bool limited = false;
};

Outcome decode_in_pieces(std::string_view body, const BodyClaims& claims, Layer layer,
                         std::size_t piece, const BodyLimits& limits = {}) {
  Outcome outcome;
  auto decoder = must(BodyDecoder::open(claims, layer, limits));
  auto sink = [&](std::string_view bytes) { outcome.bytes += bytes; };
  for (std::size_t at = 0; at < body.size() && !outcome.limited; at += piece) {
    outcome.limited = !decoder.push(body.substr(at, piece), sink);
  }
  if (!outcome.limited) outcome.limited = !decoder.finish(sink);
  outcome.notes = decoder.notes();
  return outcome;
}

std::string describe(const BodyNotes& notes) {
  std::string text;
  auto add = [&](bool is, const char* name) { text += is ? std::string(name) + " " : ""; };
  add(notes.length_differs, "length");
  add(notes.not_chunked, "not-chunked");
  add(notes.chunks_broken, "chunks-broken");
  add(notes.chunks_unterminated, "chunks-unterminated");
  add(notes.not_encoded, "not-encoded");
  add(notes.encoding_broken, "encoding-broken");
  add(notes.encoding_unterminated, "encoding-unterminated");
  add(!notes.unknown_coding.empty(), ("unknown:" + notes.unknown_coding).c_str());
  if (notes.trailing_bytes != 0) text += "trailing:" + std::to_string(notes.trailing_bytes) + " ";
  if (!text.empty()) text.pop_back();
  return text;
}

// Every way of cutting the body must give the same.
void expect_decodes(const std::string& rule, const std::string& body, const BodyClaims& claims,
                    Layer layer, const std::string& expected, const std::string& notes) {
  SCOPED_TRACE(rule);
  DecodedBody whole = decode_all(body, claims, layer);
  EXPECT_EQ(whole.bytes(), expected);
  EXPECT_EQ(describe(whole.notes), notes);
  EXPECT_EQ(whole.notes.output_bytes, expected.size());
  for (std::size_t piece : {1, 2, 3, 7, 4096, 5000}) {
    if (piece < 3 && body.size() > 300'000) continue;
    Outcome outcome = decode_in_pieces(body, claims, layer, piece);
    EXPECT_EQ(outcome.bytes, expected) << "in pieces of " << piece;
    EXPECT_EQ(describe(outcome.notes), notes) << "in pieces of " << piece;
  }
}

struct ChunkCase {
  const char* rule;
  const char* body;
  const char* expected;
  const char* notes;
};

constexpr ChunkCase kChunkCases[] = {
    {"one chunk", "5\r\nhello\r\n0\r\n\r\n", "hello", ""},
    {"several chunks", "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n", "hello", ""},
    {"upper-case size, leading zeros", "000A\r\n0123456789\r\n0\r\n\r\n", "0123456789", ""},
    {"extensions", "5;a=b;c\r\nhello\r\n0;x\r\n\r\n", "hello", ""},
    {"trailers", "5\r\nhello\r\n0\r\nA: b\r\nC: d\r\n\r\n", "hello", ""},
    {"LF only", "5\nhello\n0\n\n", "hello", ""},
    {"blanks around the size", " 5  \r\nhello\r\n 0 \r\n\r\n", "hello", ""},
    {"empty", "0\r\n\r\n", "", ""},
    {"empty without its end", "0\r\n", "", ""},
    {"empty with trailers", "0\r\nA: b\r\n\r\n", "", ""},
    {"last chunk without line end", "5\r\nhello\r\n0", "hello", ""},
    {"last chunk missing", "5\r\nhello\r\n", "hello", "chunks-unterminated"},
    {"cut after the chunk", "5\r\nhello", "hello", "chunks-unterminated"},
    {"cut inside the chunk", "5\r\nhel", "hel", "chunks-unterminated"},
    {"cut inside a later size", "5\r\nhello\r\n1", "hello", "chunks-unterminated"},
    {"bytes after the end", "5\r\nhello\r\n0\r\n\r\nxyz", "hello", "trailing:3"},
    {"no bytes", "", "", ""},
    {"not chunked", "<html>hello</html>", "<html>hello</html>", "not-chunked"},
    {"not chunked, hexadecimal start", "add more\r\nlines", "add more\r\nlines", "not-chunked"},
    {"not chunked, a hexadecimal line", "bad\nfood\nhere", "bad\nfood\nhere", "not-chunked"},
    {"not chunked, wrong after the chunk", "2\r\nhello\r\n", "2\r\nhello\r\n", "not-chunked"},
    {"not chunked, a number", "0", "0", "not-chunked"},
    {"not chunked, zero and text", "0\nand more\n", "0\nand more\n", "not-chunked"},
    {"a later chunk is none", "2\r\nhe\r\nllo\r\n", "hello\r\n", "chunks-broken"},
    {"a later chunk has no end", "2\r\nhe\r\n2\r\nllo\r\n", "hello\r\n", "chunks-broken"},
    {"a later size is no number", "2\r\nhe\r\nzz", "hezz", "chunks-broken"},
    {"a size too large", "2\r\nhe\r\nfffffffffffffffff\r\nx", "hefffffffffffffffff\r\nx",
     "chunks-broken"},
};

TEST(Body, UndoesChunkingAsItComes) {
  for (const auto& [rule, body, expected, notes] : kChunkCases) {
    expect_decodes(rule, body,
                   {.transfer_codings = {"chunked"}, .content_codings = {}, .length = {}},
                   Layer::Payload, expected, notes);
  }
}

TEST(Body, UndoesLongChunks) {
  std::string text = long_text();
  BodyClaims claims{{"chunked"}, {}, {}};
  for (std::size_t size : {100, 4096, 70'000, 200'000}) {
    expect_decodes("chunks of " + std::to_string(size), chunked(text, size), claims, Layer::Payload,
                   text, "");
  }
  std::string line(5000, '0');
  expect_decodes("a size line too long", line + "1\r\nx\r\n0\r\n\r\n", claims, Layer::Payload,
                 line + "1\r\nx\r\n0\r\n\r\n", "not-chunked");
}

TEST(Body, UndoesContentCodings) {
  for (const std::string& text : {std::string("hello"), std::string(), long_text()}) {
    expect_decodes("gzip", gzip(text), {{}, {"gzip"}, {}}, Layer::Content, text, "");
    expect_decodes("zlib", deflated(text, 15), {{}, {"deflate"}, {}}, Layer::Content, text, "");
    expect_decodes("raw", deflated(text, -15), {{}, {"deflate"}, {}}, Layer::Content, text, "");
    expect_decodes("br", brotli(text), {{}, {"br"}, {}}, Layer::Content, text, "");
    expect_decodes("zstd", zstd(text), {{}, {"zstd"}, {}}, Layer::Content, text, "");
    expect_decodes("stacked", brotli(gzip(text)), {{}, {"gzip", "br"}, {}}, Layer::Content, text,
                   "");
    expect_decodes("gzip in transfer", chunked(gzip(text), 50), {{"gzip", "chunked"}, {}, {}},
                   Layer::Payload, text, "");
    expect_decodes("chunked gzip content", chunked(gzip(text), 50), {{"chunked"}, {"gzip"}, {}},
                   Layer::Content, text, "");
    expect_decodes("two members", gzip(text) + gzip("more"), {{}, {"gzip"}, {}}, Layer::Content,
                   text + "more", "");
    expect_decodes("two frames", zstd(text) + zstd("more"), {{}, {"zstd"}, {}}, Layer::Content,
                   text + "more", "");
  }
}

TEST(Body, PayloadKeepsTheContentCoding) {
  std::string packed = gzip("hello");
  expect_decodes("payload", chunked(packed, 7), {{"chunked"}, {"gzip"}, {}}, Layer::Payload, packed,
                 "");
}

TEST(Body, PassesWhatIsNotEncoded) {
  for (const std::string& text : {std::string("hello"), std::string("[]"), std::string("{\"a\":1}"),
                                  std::string("<html></html>"), long_text()}) {
    for (const char* coding : {"gzip", "deflate", "br", "zstd"}) {
      expect_decodes(coding + (" " + text.substr(0, 10)), text, {{}, {coding}, {}}, Layer::Content,
                     text, "not-encoded");
    }
  }
  expect_decodes("said twice, done once", gzip("hello"), {{}, {"gzip", "gzip"}, {}}, Layer::Content,
                 "hello", "not-encoded");
  expect_decodes("de-chunked and unpacked", "hello", {{"chunked"}, {"gzip"}, {}}, Layer::Content,
                 "hello", "not-chunked not-encoded");
  expect_decodes("said chunked twice", chunked("hello", 3), {{"chunked", "chunked"}, {}, {}},
                 Layer::Payload, "hello", "");
}

TEST(Body, KeepsUnknownCodings) {
  expect_decodes("unknown", "hello", {{}, {"utf-8"}, {}}, Layer::Content, "hello", "unknown:utf-8");
  std::string packed = gzip("hello");
  expect_decodes("unknown outside a known one", packed, {{}, {"gzip", "sdch"}, {}}, Layer::Content,
                 packed, "unknown:sdch");
  expect_decodes("unknown inside a known one", packed, {{}, {"sdch", "gzip"}, {}}, Layer::Content,
                 "hello", "unknown:sdch");
}

TEST(Body, GivesWhatATruncatedStreamHolds) {
  std::string text = long_text(600'000);  // several blocks of zstd
  struct Case {
    const char* coding;
    std::string packed;
  };
  for (const auto& [coding, packed] :
       {Case{"gzip", gzip(text)}, Case{"deflate", deflated(text, 15)}, Case{"br", brotli(text)},
        Case{"zstd", zstd(text)}}) {
    SCOPED_TRACE(coding);
    std::string cut = packed.substr(0, packed.size() * 3 / 4);
    DecodedBody decoded = decode_all(cut, {{}, {coding}, {}}, Layer::Content);
    EXPECT_EQ(describe(decoded.notes), "encoding-unterminated");
    EXPECT_GT(decoded.bytes().size(), text.size() / 2);
    EXPECT_TRUE(text.starts_with(decoded.bytes()));
    EXPECT_EQ(decode_in_pieces(cut, {{}, {coding}, {}}, Layer::Content, 11).bytes, decoded.bytes());
  }
}

TEST(Body, ReportsDamageAndTrailingBytes) {
  std::string text = long_text();
  std::string packed = gzip(text);
  expect_decodes("trailing bytes", packed + "xyz", {{}, {"gzip"}, {}}, Layer::Content, text,
                 "trailing:3");
  expect_decodes("one trailing byte", packed + "x", {{}, {"gzip"}, {}}, Layer::Content, text,
                 "trailing:1");
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  DecodedBody decoded = decode_all(packed, {{}, {"gzip"}, {}}, Layer::Content);
  EXPECT_EQ(describe(decoded.notes), "encoding-broken");
  EXPECT_TRUE(text.starts_with(decoded.bytes().substr(0, text.size() / 4)));
}

TEST(Body, StopsBombsWithWhatWasDecoded) {
  std::string zeros(3'000'000, '\0');
  BodyLimits small{.output = 1'000'000, .ratio_from = 10'000'000, .ratio = 400, .codings = 4};
  BodyLimits dense{.output = 10'000'000, .ratio_from = 100'000, .ratio = 50, .codings = 4};
  for (const char* coding : {"gzip", "br", "zstd", "deflate"}) {
    SCOPED_TRACE(coding);
    std::string name = coding;
    std::string bomb = name == "gzip"   ? gzip(zeros)
                       : name == "br"   ? brotli(zeros)
                       : name == "zstd" ? zstd(zeros)
                                        : deflated(zeros, 15);
    DecodedBody by_size = decode_all(bomb, {{}, {coding}, {}}, Layer::Content, small);
    EXPECT_TRUE(by_size.limited);
    EXPECT_EQ(by_size.bytes().size(), 1'000'000u);
    DecodedBody by_ratio = decode_all(bomb, {{}, {coding}, {}}, Layer::Content, dense);
    EXPECT_TRUE(by_ratio.limited);
    EXPECT_GE(by_ratio.bytes().size(), 100'000u);
    EXPECT_LT(by_ratio.bytes().size(), 1'000'000u);
    EXPECT_FALSE(decode_all(bomb, {{}, {coding}, {}}, Layer::Content).limited);
  }
  auto decoder = must(BodyDecoder::open({{}, {"gzip"}, {}}, Layer::Content, small));
  std::string seen;
  auto pushed = decoder.push(gzip(zeros), [&](std::string_view bytes) { seen += bytes; });
  EXPECT_TRUE(fails_with(pushed, Errc::Limit, "1000000"));
  EXPECT_EQ(seen.size(), 1'000'000u);
}

TEST(Body, LimitsTheNumberOfCodings) {
  BodyClaims claims{{}, {"gzip", "gzip", "gzip", "gzip", "gzip"}, {}};
  EXPECT_TRUE(fails_with(BodyDecoder::open(claims, Layer::Content), Errc::Limit, "5 codings"));
  EXPECT_TRUE(is_ok(BodyDecoder::open(claims, Layer::Payload)));
  EXPECT_TRUE(decode_all("x", claims, Layer::Content).limited);
}

TEST(Body, ReportsAWrongLength) {
  expect_decodes("right", "hello", {{}, {}, 5}, Layer::Content, "hello", "");
  expect_decodes("too long", "hello", {{}, {}, 9}, Layer::Content, "hello", "length");
  expect_decodes("too short", "hello", {{}, {}, 2}, Layer::Content, "hello", "length");
  expect_decodes("chunked has none", "5\r\nhello\r\n0\r\n\r\n", {{"chunked"}, {}, 2},
                 Layer::Content, "hello", "");
}

TEST(Body, CopiesNothingThatIsNotEncoded) {
  std::string body = "hello";
  EXPECT_EQ(decode_all(body, {}, Layer::Content).bytes().data(), body.data());
  EXPECT_EQ(decode_all(body, {{"chunked"}, {}, {}}, Layer::Content).bytes().data(), body.data());
  std::string one = "5\r\nhello\r\n0\r\n\r\n";
  EXPECT_EQ(decode_all(one, {{"chunked"}, {}, {}}, Layer::Payload).bytes().data(), one.data() + 3);
  auto decoder = must(BodyDecoder::open({}, Layer::Payload));
  const char* seen = nullptr;
  EXPECT_TRUE(is_ok(decoder.push(body, [&](std::string_view bytes) { seen = bytes.data(); })));
  EXPECT_EQ(seen, body.data());
}

TEST(Body, TakesItsClaimsFromTheHead) {
  auto response = must(
      parse_response("HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\nTransfer-Encoding: Chunked\r\n"
                     "Content-Length: 7\r\n\r\n"));
  BodyClaims claims = BodyClaims::of(response.fields);
  EXPECT_EQ(claims.transfer_codings, (std::vector<std::string>{"chunked"}));
  EXPECT_EQ(claims.content_codings, (std::vector<std::string>{"gzip"}));
  EXPECT_EQ(claims.length, 7u);
}

}  // namespace
}  // namespace asof::http
