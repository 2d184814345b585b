#include <nlohmann/json.hpp>

#include "../pipe.hpp"
#include "base/digest.hpp"
#include "graph/graph_inspection.hpp"
#include "little_graph.hpp"
#include "load/graph_json.hpp"

namespace wayfront::host {
namespace graph_file_test {

namespace fs = std::filesystem;

TEST_CASE("a graph comes back as it was, with all that was known about it") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x.wfg";
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    LoadedGraph numbered = little(), named = little(), nobody = loaded_graph<float>(0, {}, offsets);
    numbered.ids = VertexIds::of_numbers({7, 5, 1ULL << 63, 0, 9});
    named.ids = VertexIds::of_names("aabbb,c dde", {1, 2, 6, 10, 11});
    nobody.ids = VertexIds::of_names("", {});
    const LoadedGraph graphs[] = {numbered,
                                  named,
                                  nobody,
                                  loaded_graph<std::int32_t>(5, {{0, 1, 7}, {0, 1, -2}, {3, 3, 0}, {4, 0, 9}}, offsets),
                                  loaded_graph<float>(3, {{2, 0, 0.5F}, {2, 2, -1e30F}, {0, 1, 0.0F}}, offsets),
                                  loaded_graph<float>(0, {}, offsets),
                                  loaded_graph<std::int32_t>(1, {}, offsets),
                                  loaded_graph<std::int32_t>(100'000, {{99'999, 0, 3}}, offsets)};
    for (const LoadedGraph& in : graphs) {
      write_graph_file(path, in);
      for (const Trust trust : {Trust::header, Trust::content}) {
        const LoadedGraph out = map(path, trust);
        CHECK(graph_digest(*out.graph) == in.digest);
        CHECK(out.graph->csr().index() == in.graph->csr().index());
        CHECK(out.graph->info().min_weight == in.graph->info().min_weight);
        CHECK(out.graph->info().max_weight == in.graph->info().max_weight);
        CHECK(out.graph->info().mean_weight == in.graph->info().mean_weight);
        for_each_fact(in,
                      [&](const std::string& key, const auto& value, bool) { CHECK(graph_json(out)[key] == value); });
        CHECK(out.ids.kind() == in.ids.kind());
        for (Vertex v = 0; v < std::min(out.graph->info().vertices, 10U); ++v) CHECK(out.ids[v] == in.ids[v]);
        CHECK(out.directed == in.directed);
        CHECK(out.weighted == in.weighted);
        CHECK(out.digest == in.digest);
        CHECK(out.seconds == in.seconds);
      }
    }
  }
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);  // no temporary file is left
}

/// A file with the little graph, which is mapped.
struct Stored {
  Scratch scratch;
  fs::path path = scratch.write("x.wfg", little_bytes());
  LoadedGraph loaded = map(path);
};

TEST_CASE("arrays lie at multiples of 64 bytes of the mapping") {
  visit(Stored().loaded.graph->csr(), [](const auto& view) {
    CHECK(reinterpret_cast<std::uintptr_t>(view.offsets) % section_alignment == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(view.targets) % section_alignment == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(view.weights) % section_alignment == 0);
  });
}

TEST_CASE("a shared graph is read from its descriptor alone, and nobody can change it") {
  const LoadedGraph in = little();
  const FileHandle file(share_graph(in));
  REQUIRE(file.get() >= 0);
  CHECK(::write(file.get(), "x", 1) == -1);
  CHECK(::ftruncate(file.get(), 10) == -1);
  const LoadedGraph mapped = map_graph(file.get(), Trust::header, "shared", context());
  CHECK(graph_digest(*mapped.graph) == in.digest);
  const FileHandle again(::open(("/proc/self/fd/" + std::to_string(file.get())).c_str(), O_RDWR | O_CLOEXEC));
  CHECK(::write(again.get(), "x", 1) == -1);
  CHECK(::ftruncate(again.get(), 10) == -1);
}

TEST_CASE("a graph that was mapped from a file is shared as a copy, in which nothing changes with the file") {
  Stored it;
  LoadedGraph& loaded = it.loaded;
  const FileHandle file(share_graph_in_place(loaded, context()));
  fs::resize_file(it.path, 0);
  CHECK(graph_digest(*loaded.graph) == loaded.digest);
  CHECK(graph_digest(*map_graph(file.get(), Trust::header, "shared", context()).graph) == loaded.digest);
  require_unchanged(loaded);  // it is not the file's any more
}

TEST_CASE("a file that changes before its graph is copied is told of") {
  for (const bool cut : {true, false}) {
    Stored it;
    const fs::path copy = it.scratch.path() / "copy.wfg";
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // file times may be as coarse as a clock's tick
    if (cut)
      fs::resize_file(it.path, 0);
    else
      std::ofstream(it.path, std::ios::app) << 'x';
    for (const auto& use : std::initializer_list<std::function<void(LoadedGraph)>>{
             [&](const LoadedGraph& loaded) { ::close(share_graph(loaded)); },
             [&](LoadedGraph loaded) { protect_graph(loaded, context()); },
             [&](const LoadedGraph& loaded) { write_graph_file(copy, loaded); }})
      CHECK(refusal_by(ExitCode::input, [&] { use(it.loaded); }).starts_with("x.wfg: changed while it was read"));
    CHECK_FALSE(fs::exists(copy));
  }
}

TEST_CASE("a protected graph no longer depends on its file, and cannot be written to") {
  Stored it;
  LoadedGraph& loaded = it.loaded;
  protect_graph(loaded, context());
  fs::resize_file(it.path, 0);
  CHECK(graph_digest(*loaded.graph) == loaded.digest);
  visit(loaded.graph->csr(), [](const auto& view) {
    CHECK_FALSE(is_writable(view.offsets));
    CHECK_FALSE(is_writable(view.targets));
    CHECK_FALSE(is_writable(view.weights));
  });
}

TEST_CASE("writable arrays change in memory alone") {
  const Stored it;
  const LoadedGraph out = map_graph(open_read(it.path).get(), Trust::content, "x", context(), true);
  visit(out.graph->csr(), []<class W, class O>(const CsrView<W, O>& view) { const_cast<W*>(view.weights)[0] = 4; });
  CHECK(graph_digest(*out.graph) != out.digest);
  CHECK(graph_digest(*map(it.path).graph) == out.digest);
}

TEST_CASE("what cannot be written says why and leaves nothing behind") {
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(write_graph_file(scratch.path() / "no" / "x.wfg", little()),
                       doctest::Contains("no does not exist; create it first"), UserError);
  fs::create_directory(scratch.path() / "d");
  CHECK_THROWS_WITH_AS(write_graph_file(scratch.path() / "d", little()),
                       doctest::Contains("d: is a directory; name a file in it"), UserError);
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
  CHECK_THROWS_WITH_AS(write_graph(::open("/dev/full", O_WRONLY), little(), "full"),
                       "full: cannot be written: No space left on device", UserError);
}

/// The message that refuses the bytes, without the part that all have; "" where they are taken.
std::string refusal(std::string_view bytes, Trust trust = Trust::content) {
  const Scratch scratch;
  try {
    map(scratch.write("x.wfg", bytes), trust);
  } catch (const UserError& error) {
    CHECK(error.code() == ExitCode::input);
    constexpr std::string_view start = "x.wfg: not a valid binary graph file: ";
    const std::string text = error.what();
    CHECK(text.starts_with(start));
    return text.substr(std::min(start.size(), text.size()));
  }
  return {};
}

template <class T>
void put(std::string& bytes, std::size_t section, std::size_t entry, T value) {
  std::memcpy(bytes.data() + header_in(bytes).sections[section].offset + entry * sizeof(T), &value, sizeof(T));
}

TEST_CASE("a file that is cut anywhere is refused") {
  const std::string bytes = little_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    for (const Trust trust : {Trust::header, Trust::content}) {
      const std::string message = refusal(bytes.substr(0, size), trust);
      CHECK_MESSAGE((contains(message, "fewer than a header") || contains(message, "truncated")),
                    size << ": " << message);
    }
  }
  CHECK(contains(refusal(bytes + '\0', Trust::header), "followed by something else"));
}

TEST_CASE("a change of any byte is noticed") {
  const std::string bytes = little_bytes();
  const GraphFileHeader header = header_in(bytes);
  std::vector<bool> covered(bytes.size());
  std::fill_n(covered.begin(), sizeof(header), true);
  for (std::uint32_t i = 0; i < header.section_count; ++i)
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(header.sections[i].offset), header.sections[i].bytes,
                true);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (!covered[i]) continue;  // the zeros between sections
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    CHECK_MESSAGE(refusal(changed) != "", "byte " << i);
    if (i < sizeof(header)) CHECK_MESSAGE(refusal(changed, Trust::header) != "", "byte " << i);
  }
}

TEST_CASE("what is no graph file, of another version or byte order, says so") {
  const std::string bytes = little_bytes();
  CHECK(refusal(std::string(10'000, 'x')) == "it does not start like a binary graph file");
  CHECK(refusal(forged(bytes, [](auto& it) { it.version = 1; })).starts_with("it is of version 1 of the format"));
  CHECK(refusal(forged(bytes, [](auto& it) {
          it.byte_order = 0x04030201;
        })).starts_with("it was written on a machine with the other byte order"));
  CHECK(refusal(forged(bytes, [](auto& it) { it.byte_order = 1; })) == "its byte order is 0x1");
  CHECK(is_graph_file(bytes));
  CHECK(!is_graph_file(bytes.substr(1)));
}

TEST_CASE("forged headers lead nowhere") {
  const std::string bytes = little_bytes();
  const auto says = [&](const std::function<void(GraphFileHeader&)>& change, std::string_view text) {
    for (const Trust trust : {Trust::header, Trust::content}) {
      const std::string message = refusal(forged(bytes, change), trust);
      CHECK_MESSAGE(contains(message, text), message << " has no: " << text);
    }
  };
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  says(
      [](auto& it) { it.vertices = 5'000'000'000; },
      "it claims 5000000000 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target");
  says([](auto& it) { it.vertices = 0xffff'fffe; }, "section 0 has 24 bytes instead of 17179869180");
  says([](auto& it) { it.vertices = 6; }, "section 0 has 24 bytes instead of 28");
  says([](auto& it) { it.vertices = 0; }, "4 arcs but no vertices");
  says([](auto& it) { it.edges = huge; }, "more than its offsets can count");
  says([](auto& it) { it.edges = huge, it.offsets = 1; }, "more than its offsets can count");
  says([](auto& it) { it.edges = 3; }, "section 1 has 16 bytes instead of 12");
  says([](auto& it) { it.offsets = 1; }, "section 0 has 24 bytes instead of 48");
  says([](auto& it) { it.offsets = 2; }, "its offset kind is 2");
  says([](auto& it) { it.weights = 4; }, "its weight kind is 4");
  says([](auto& it) { it.weights = 2; }, "section 2 has 16 bytes instead of 32");
  says([](auto& it) { it.directed = 2; }, "'directed' is 2");
  says([](auto& it) { it.weighted = 3; }, "'weighted' is 3");
  says([](auto& it) { it.min_weight = 100; }, "said to be 100 .. 9");
  says([](auto& it) { it.max_weight = std::numeric_limits<double>::quiet_NaN(); }, "said to be -2 .. nan");
  says([](auto& it) { it.mean_weight = 9.5; }, "said to be -2 .. 9, mean 9.5");
  says([](auto& it) { it.mean_weight = std::numeric_limits<double>::quiet_NaN(); }, "mean nan");
  says([](auto& it) { it.file_bytes = huge; }, "truncated");
  says([](auto& it) { it.file_bytes = 0; }, "followed by something else");
  says([](auto& it) { it.section_count = 3; }, "it has 3 sections");
  says([](auto& it) { it.section_count = 9; }, "it has 9 sections");
  says([](auto& it) { it.section_count = 5; }, "section 4 is of the unknown kind 0");
  for (std::size_t i = 0; i < 4; ++i) {
    says([=](auto& it) { it.sections[i].kind = 77; }, "unknown kind 77");
    says([=](auto& it) { it.sections[i].reserved = 1; }, "unknown kind");
    says([=](auto& it) { it.sections[i].offset += 64; }, "starts at byte");
    says([=](auto& it) { it.sections[i].offset = huge - 63; }, "starts at byte");
    says([=](auto& it) { it.sections[i].bytes = huge; }, "does not fit into it");
  }
  says([](auto& it) { it.sections[0].checksum = 1; }, "arrays do not have");
  says([](auto& it) { it.sections[3].bytes -= 1; }, "1 bytes after its last section");
  says([](auto& it) { it.sections[3].checksum ^= 1; }, "its metadata are damaged");
  // What the header alone cannot tell is found by looking at the content.
  CHECK(contains(refusal(forged(bytes, [](auto& it) { it.digest.low ^= 1; })), "damaged: the digest"));
  CHECK(contains(refusal(forged(bytes, [](auto& it) { it.min_weight = -3; })), "not -3 .. 9, mean"));
  CHECK(contains(refusal(forged(bytes, [](auto& it) { it.mean_weight = 4; })), "not -2 .. 9, mean 4"));
}

TEST_CASE("arrays that are no graph are found, whatever their digest") {
  const std::string bytes = little_bytes();
  const auto says = [&](std::size_t section, std::size_t entry, std::uint32_t value, std::string_view text) {
    std::string changed = bytes;
    put(changed, section, entry, value);
    CHECK(refusal(changed).starts_with(text));
  };
  says(0, 0, 1, "offset 0 is 1, not 0");
  says(0, 1, 0xffff'ffff, "offset 2 is 2, after 4294967295");
  says(0, 5, 5, "the last offset is 5, but there are 4 arcs");
  says(1, 3, 5, "arc 3 goes to vertex 5 of 5");
  says(1, 0, 0xffff'ffff, "arc 0 goes to vertex 4294967295 of 5");
  says(2, 1, 0x8000'0000, "arc 1 has the weight -2147483648");
  says(2, 2, 0x7fff'ffff, "arc 2 has the weight 2147483647");
}

TEST_CASE("vertex ids that do not fit are refused") {
  const Scratch scratch;
  LoadedGraph in = little();
  in.ids = VertexIds::of_names("abcde", {1, 2, 3, 4, 5});
  write_graph_file(scratch.path() / "y.wfg", in);
  const std::string bytes = content_of(scratch.path() / "y.wfg");
  REQUIRE(header_in(bytes).section_count == 6);
  CHECK(refusal(bytes) == "");
  const auto with_end = [&](std::size_t entry, std::uint64_t end) {
    std::string changed = bytes;
    put(changed, 4, entry, end);
    CHECK(refusal(changed) == "its vertex ids are damaged: the checksum does not match");
    const Section ids = header_in(changed).sections[4];
    return refusal(forged(changed, [&](GraphFileHeader& header) {
      header.sections[4].checksum = hash64(changed.data() + ids.offset, ids.bytes);
    }));
  };
  CHECK(with_end(2, 2) == "its vertex names are damaged: one is empty");
  CHECK(with_end(4, 6) == "its vertex names are damaged: the ends do not match the text");
  CHECK(with_end(4, std::numeric_limits<std::uint64_t>::max()) ==
        "its vertex names are damaged: the ends do not match the text");
  std::string changed = bytes;
  changed.back() = 'x';
  CHECK(refusal(changed) == "its vertex ids are damaged: the checksum does not match");
  CHECK(refusal(forged(bytes, [](auto& it) { it.sections[4].bytes -= 8; })) == "section 4 has 32 bytes instead of 40");
}

TEST_CASE("metadata that are no JSON, or not ours, are refused") {
  const std::string bytes = little_bytes();
  const Section metadata = header_in(bytes).sections[3];
  const auto with = [&](std::string_view text) {
    std::string changed = bytes.substr(0, metadata.offset);
    changed += text;
    return forged(changed, [&](GraphFileHeader& header) {
      header.file_bytes = changed.size();
      header.sections[3].bytes = text.size();
      header.sections[3].checksum = hash64(text.data(), text.size());
    });
  };
  for (const std::string_view text : {"", "{", "{}", "[1]", "null", R"({"name": 3})", "\xff\xfe"})
    CHECK(refusal(with(text)).starts_with("its metadata cannot be read: "));
  CHECK(refusal(with(std::string(100'000, '['))).starts_with("its metadata cannot be read: "));
}

}  // namespace graph_file_test
}  // namespace wayfront::host
