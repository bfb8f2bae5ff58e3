#include "delta/json.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace asof::delta {
namespace {

using block::Content;
using block::ContentKind;
using Value = nlohmann::json;

constexpr std::array kKinds = {ContentKind::Text, ContentKind::Link, ContentKind::Image};
constexpr std::array kStructural = {Structural::Insert, Structural::Delete, Structural::Move,
                                    Structural::Split, Structural::Merge};
constexpr std::array kEdits = {Edit::Insert, Edit::Delete, Edit::Update};

// -- writing

json::Object written(const Content& content) {
  json::Object object{{"kind", block::name_of(content.kind)}, {"text", content.text}};
  if (!content.address.empty()) object.add("address", content.address);
  return object;
}

json::Object written(const Part& part, Structural kind) {
  json::Object object{
      {"name", part.block.name}, {"parent", part.block.parent}, {"position", part.position}};
  if (kind == Structural::Split) object.add("first", part.first).add("count", part.count);
  if (kind == Structural::Insert) {
    object.add("contents", json::array_of(part.block.contents,
                                          [](const Content& content) { return written(content); }));
  }
  return object;
}

json::Object written(const Operation& operation) {
  const auto parts =
      json::array_of(operation.to, [&](const Part& part) { return written(part, operation.kind); });
  return json::Object{
      {"op", name_of(operation.kind)}, {"from", json::array_of(operation.from)}, {"to", parts}};
}

json::Object written(const ContentEdit& edit) {
  json::Object object{{"op", name_of(edit.edit)}, {"block", edit.block}};
  if (edit.edit != Edit::Insert)
    object.add("old", edit.old_index).add("before", written(edit.before));
  if (edit.edit != Edit::Delete)
    object.add("new", edit.new_index).add("after", written(edit.after));
  return object;
}

// -- reading: the first mistake is kept, empty values stand in its place

class Reader final {
 public:
  const Value& at(const Value& object, const char* key) {
    static const Value kNothing;
    if (object.is_object()) {
      const auto found = object.find(key);
      if (found != object.end()) return *found;
    }
    wrong(key, "is missing");
    return kNothing;
  }
  std::string text(const Value& object, const char* key) {
    const Value& value = at(object, key);
    if (!value.is_string()) return wrong(key, "is not a text"), std::string();
    return value.get<std::string>();
  }
  std::uint32_t whole(const Value& object, const char* key) {
    const Value& value = at(object, key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > UINT32_MAX) {
      return wrong(key, "is not a whole number"), 0;
    }
    return value.get<std::uint32_t>();
  }
  template <class Options>
  auto one_of(const Value& object, const char* key, const Options& options) {
    const std::string name = text(object, key);
    for (auto option : options) {
      if (name_of(option) == name) return option;
    }
    wrong(key, "is unknown: " + name);
    return options.front();
  }
  template <class Read>
  void list(const Value& object, const char* key, Read read) {
    const Value& items = at(object, key);
    if (!items.is_array()) return wrong(key, "is not a list");
    for (const Value& item : items) read(item);
  }

  Content content(const Value& value) {
    Content content;
    content.kind = one_of(value, "kind", kKinds);
    content.text = text(value, "text");
    if (value.is_object() && value.contains("address")) content.address = text(value, "address");
    return content;
  }
  Part part(const Value& value, Structural kind) {
    Part part;
    part.block.name = text(value, "name");
    part.block.parent = text(value, "parent");
    part.position = whole(value, "position");
    if (kind == Structural::Split) {
      part.first = whole(value, "first");
      part.count = whole(value, "count");
    }
    if (kind == Structural::Insert) {
      list(value, "contents",
           [&](const Value& item) { part.block.contents.push_back(content(item)); });
    }
    return part;
  }
  Operation operation(const Value& value) {
    Operation operation;
    operation.kind = one_of(value, "op", kStructural);
    list(value, "from", [&](const Value& item) {
      if (!item.is_string()) return wrong("from", "is not a list of names");
      operation.from.push_back(item.get<std::string>());
    });
    list(value, "to",
         [&](const Value& item) { operation.to.push_back(part(item, operation.kind)); });
    return operation;
  }
  ContentEdit edit(const Value& value) {
    ContentEdit edit;
    edit.edit = one_of(value, "op", kEdits);
    edit.block = text(value, "block");
    if (edit.edit != Edit::Insert) {
      edit.old_index = whole(value, "old");
      edit.before = content(at(value, "before"));
    }
    if (edit.edit != Edit::Delete) {
      edit.new_index = whole(value, "new");
      edit.after = content(at(value, "after"));
    }
    return edit;
  }

  void wrong(std::string_view key, std::string_view what) {
    if (mistake_.empty()) mistake_ = fmt::format("delta: \"{}\" {}", key, what);
  }
  const std::string& mistake() const { return mistake_; }

 private:
  // name_of(ContentKind) lives in block, the others here.
  static std::string_view name_of(ContentKind kind) { return block::name_of(kind); }
  static std::string_view name_of(Structural kind) { return delta::name_of(kind); }
  static std::string_view name_of(Edit edit) { return delta::name_of(edit); }

  std::string mistake_;
};

}  // namespace

std::string to_json(const Delta& delta) {
  json::Object object{{"delta", kDeltaVersion}};
  if (delta.title) {
    object.add("title",
               json::Object{{"before", delta.title->before}, {"after", delta.title->after}});
  }
  const auto write = [](const auto& part) { return written(part); };
  const auto pair = [](const Shown& block) {
    return json::Array().add(block.name).add(block.parent);
  };
  object.add("operations", json::array_of(delta.operations, write))
      .add("edits", json::array_of(delta.edits, write))
      .add("frame", json::array_of(delta.frame, pair));
  return object.text();
}

Result<Delta> from_json(std::string_view json) {
  const Value all = Value::parse(json, nullptr, false);
  if (all.is_discarded()) return Error{Errc::Invalid, "delta: not JSON"};
  const bool is_answer = all.is_object() && all.contains("delta") && all["delta"].is_object();
  const Value& value = is_answer ? all["delta"] : all;
  Reader reader;
  if (reader.whole(value, "delta") != kDeltaVersion) {
    reader.wrong("delta", "is another version than this program reads");
  }
  Delta delta;
  if (value.is_object() && value.contains("title")) {
    const Value& title = reader.at(value, "title");
    delta.title = Retitled{reader.text(title, "before"), reader.text(title, "after")};
  }
  reader.list(value, "operations",
              [&](const Value& item) { delta.operations.push_back(reader.operation(item)); });
  reader.list(value, "edits", [&](const Value& item) { delta.edits.push_back(reader.edit(item)); });
  reader.list(value, "frame", [&](const Value& item) {
    if (!item.is_array() || item.size() != 2 || !item[0].is_string() || !item[1].is_string()) {
      return reader.wrong("frame", "is not a list of pairs");
    }
    delta.frame.push_back({item[0].get<std::string>(), item[1].get<std::string>(), {}});
  });
  if (!reader.mistake().empty()) return Error{Errc::Invalid, reader.mistake()};
  return delta;
}

}  // namespace asof::delta
