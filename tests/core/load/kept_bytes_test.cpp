#include "load/cache/kept_bytes.hpp"

#include <sys/stat.h>

#include "../../test.hpp"
#include "load/cache/graph_cache.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
std::string text_of(const KeptBytes& kept) {
  return {reinterpret_cast<const char*>(kept.bytes.data()), kept.bytes.size()};
}

struct Store {
  Scratch scratch;
  fs::path directory = scratch.path() / "cache";
  std::vector<std::string> warnings;

  KeptBytesStore open(double max_bytes = 1e9) {
    return {directory, max_bytes, [this](std::string_view text) { warnings.emplace_back(text); }};
  }
  fs::path file(const Hash128& key) const { return directory / "kept" / (key.hex() + ".kept"); }
};

Hash128 key(std::vector<std::string_view> pieces) { return key_digest(pieces); }

TEST_CASE("what was kept is found under its key, and under no other") {
  Store it;
  const auto store = it.open();
  CHECK(store.find(key({"a"})).owner == nullptr);  // there is no directory yet
  CHECK(!fs::exists(it.directory));
  store.keep(key({"a", "bc"}), "a", bytes_of("first"));
  store.keep(key({"a", "b"}), "a", bytes_of(""));
  CHECK(text_of(it.open().find(key({"a", "bc"}))) == "first");
  CHECK(it.open().find(key({"a", "b"})).owner != nullptr);
  CHECK(store.find(key({"ab", "c"})).owner == nullptr);  // pieces are told apart
  CHECK(store.find(key({"abc"})).owner == nullptr);
  store.keep(key({"a", "bc"}), "a", bytes_of("second"));
  CHECK(text_of(store.find(key({"a", "bc"}))) == "second");
  CHECK(it.warnings.empty());
}

TEST_CASE("an entry that is larger than the cache may be is not read") {
  Store it;
  it.open().keep(key({"a"}), "a", bytes_of(std::string(1000, 'x')));
  REQUIRE(fs::exists(it.file(key({"a"}))));
  CHECK(it.open(500).find(key({"a"})).owner == nullptr);
  REQUIRE(it.warnings.size() == 1);
  CHECK(contains(it.warnings.front(), "1000 bytes"));
  CHECK(!fs::exists(it.file(key({"a"}))));
}

TEST_CASE("damaged bytes, and those of another key, are removed with a warning") {
  Store it;
  const auto store = it.open();
  const std::string content(1000, 'x');
  const auto damaged = [&](auto&& damage, const char* why) {
    it.warnings.clear();
    store.keep(key({"a"}), "a", bytes_of(content));
    damage(it.file(key({"a"})));
    CHECK(store.find(key({"a"})).owner == nullptr);
    REQUIRE(it.warnings.size() == 1);
    CHECK_MESSAGE(contains(it.warnings[0], why), it.warnings[0]);
    CHECK(contains(it.warnings[0], "made anew"));
    CHECK(!fs::exists(it.file(key({"a"}))));
    store.keep(key({"a"}), "a", bytes_of(content));
    CHECK(text_of(store.find(key({"a"}))) == content);
  };
  const auto overwrite = [](const fs::path& file, std::streamoff at) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(at).put('?');
  };
  for (const std::streamoff at : {128, 600, 1127})
    damaged([&](const fs::path& file) { overwrite(file, at); }, "its digest is another");
  damaged([&](const fs::path& file) { overwrite(file, 40); }, "digest is another");
  damaged([&](const fs::path& file) { overwrite(file, 20); }, "under another key");
  damaged([&](const fs::path& file) { fs::resize_file(file, 1127); }, "has 1127 bytes instead of 1128");
  damaged([&](const fs::path& file) { fs::resize_file(file, 2000); }, "has 2000 bytes instead of 1128");
  damaged([&](const fs::path& file) { fs::resize_file(file, 60); }, "start is damaged");
  damaged([&](const fs::path& file) { fs::resize_file(file, 0); }, "start is damaged");
  damaged(
      [&](const fs::path& file) {
        store.keep(key({"b"}), "b", bytes_of("other"));
        fs::rename(it.file(key({"b"})), file);
      },
      "under another key");
}

TEST_CASE("files that the cache did not make stay, and folders that others may write are not used") {
  Store it;
  const auto store = it.open();
  store.keep(key({"a"}), "a", bytes_of("mine"));
  it.scratch.write("cache/kept/" + key({"b"}).hex() + ".kept", "somebody's letters");
  store.keep(key({"b"}), "b", bytes_of("mine"));
  CHECK(store.find(key({"b"})).owner == nullptr);
  REQUIRE(it.warnings.size() == 2);
  for (const std::string& warning : it.warnings) CHECK(contains(warning, "was not made by the cache"));
  CHECK(clear_cache(it.directory).left.size() == 1);
  CHECK(store.find(key({"a"})).owner == nullptr);

  it.warnings.clear();
  ::chmod((it.directory / "kept").c_str(), 0777);
  store.keep(key({"a"}), "a", bytes_of("mine"));
  CHECK(store.find(key({"a"})).owner == nullptr);
  REQUIRE(it.warnings.size() == 2);
  CHECK(contains(it.warnings[0], "can be written by others"));
}

TEST_CASE("kept bytes are entries of the cache: listed, and removed where there are too many") {
  Store it;
  const std::string content(1000, 'x');  // 1128 bytes each
  it.open(500).keep(key({"large"}), "large", bytes_of(content));
  CHECK(!fs::exists(it.file(key({"large"}))));
  const auto store = it.open(3000);
  const auto age = [&](const char* name, int hours) {
    fs::last_write_time(it.file(key({name})), fs::file_time_type::clock::now() - std::chrono::hours(hours));
  };
  store.keep(key({"a"}), "the first", bytes_of(content));
  age("a", 3);
  store.keep(key({"b"}), "the second", bytes_of(content));
  age("b", 2);
  CHECK(cache_entries(it.directory).size() == 2);
  CHECK(store.find(key({"a"})).owner != nullptr);  // is used, and so younger than b
  store.keep(key({"c"}), "the third\nof all", bytes_of(content));
  std::vector<std::string> labels;
  for (const CacheEntry& entry : cache_entries(it.directory)) labels.push_back(entry.kept);
  CHECK(labels.size() == 2);
  CHECK(store.find(key({"b"})).owner == nullptr);
  CHECK(store.find(key({"a"})).owner != nullptr);
  CHECK(store.find(key({"c"})).owner != nullptr);
  CHECK(clear_cache(it.directory).bytes == 2 * 1128);
  CHECK(cache_entries(it.directory).empty());
  CHECK(it.warnings.empty());
}

}  // namespace
}  // namespace wayfront::host
