// Sparse matrices of SciPy. tests/numpy/graphs_test.py has those that SciPy itself writes and reads.
#include <zlib.h>

#include "load_and_save.hpp"
#include "numpy/npy.hpp"

namespace wayfront::host {
namespace npz_test {

/// The header may lie: `shape` is that of the header, whatever the values are.
template <class T>
std::string npy_file(const std::string& type, const std::vector<T>& values, std::vector<std::uint64_t> shape = {}) {
  if (shape.empty()) shape = {values.size()};
  return numpy::write_header('\'' + type + '\'', shape) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

struct ZipPart {
  std::string name;
  std::string content;
  bool deflated = false;
  std::optional<std::uint64_t> claimed_size{};  // in place of the right one
  std::optional<std::uint32_t> claimed_crc{};
};

std::string deflated(const std::string& content) {
  constexpr int raw = -15, memory = 8;
  z_stream stream{};
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw, memory, Z_DEFAULT_STRATEGY);
  std::string packed(::deflateBound(&stream, content.size()), '\0');
  std::string input = content;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

/// Without Zip64, as Python's zipfile writes small archives.
std::string zip_file(const std::vector<ZipPart>& parts) {
  std::string all, directory;
  const auto put = [](std::string& to, std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 0xff);
  };
  for (const ZipPart& part : parts) {
    const std::string packed = part.deflated ? deflated(part.content) : part.content;
    const std::size_t start = all.size();
    const auto described = [&](std::string& to) {
      put(to, 20, 2), put(to, 0, 2), put(to, part.deflated ? 8 : 0, 2), put(to, 0, 4);
      const auto* const bytes = reinterpret_cast<const Bytef*>(part.content.data());
      put(to, part.claimed_crc.value_or(static_cast<std::uint32_t>(::crc32_z(0, bytes, part.content.size()))), 4);
      put(to, packed.size(), 4), put(to, part.claimed_size.value_or(part.content.size()), 4);
      put(to, part.name.size(), 2), put(to, 0, 2);
    };
    put(all, 0x04034b50, 4);
    described(all);
    all += part.name + packed;
    put(directory, 0x02014b50, 4), put(directory, 20, 2);
    described(directory);
    put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 4), put(directory, start, 4);
    directory += part.name;
  }
  const std::size_t start = all.size();
  all += directory;
  put(all, 0x06054b50, 4), put(all, 0, 4), put(all, parts.size(), 2), put(all, parts.size(), 2);
  put(all, directory.size(), 4), put(all, start, 4), put(all, 0, 2);
  return all;
}

using Parts = std::vector<ZipPart>;

std::string text_array(const std::string& text) {
  return numpy::write_header("'|S" + std::to_string(text.size()) + "'", {}) + text;
}

/// 0 -> 1 (7), 0 -> 2 (-8), 2 -> 0 (9)
Parts matrix(const std::string& format = "csr", bool deflated = false) {
  Parts parts = {{"data.npy", npy_file<std::int32_t>("<i4", {7, -8, 9})},
                 {"shape.npy", npy_file<std::int64_t>("<i8", {3, 3})},
                 {"format.npy", text_array(format)}};
  if (format == "csr") {
    parts.push_back({"indices.npy", npy_file<std::int32_t>("<i4", {1, 2, 0})});
    parts.push_back({"indptr.npy", npy_file<std::int32_t>("<i4", {0, 2, 2, 3})});
  } else if (format == "csc") {  // the same arcs the other way round
    parts.push_back({"indices.npy", npy_file<std::int64_t>("<i8", {1, 2, 0})});
    parts.push_back({"indptr.npy", npy_file<std::int64_t>("<i8", {0, 2, 2, 3})});
  } else {
    parts.push_back({"row.npy", npy_file<std::int32_t>("<i4", {0, 0, 2})});
    parts.push_back({"col.npy", npy_file<std::int32_t>("<i4", {1, 2, 0})});
  }
  for (ZipPart& part : parts) part.deflated = deflated;
  return parts;
}

/// With another content of one member.
std::string with(const std::string& name, const std::string& content, const std::string& format = "csr") {
  Parts parts = matrix(format);
  for (ZipPart& part : parts)
    if (part.name == name + ".npy") part.content = content;
  return zip_file(parts);
}

std::string error(const std::string& content) { return error_of(content, {.loader = "npz"}); }

bool says(const std::string& message, std::string_view words) {
  const bool found = message.starts_with("npz: FILE: ") && contains(message, words);
  CHECK_MESSAGE(found, words << " is not in: " << message);
  return found;
}

const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 7}, {0, 2, -8}, {2, 0, 9}};

TEST_CASE("CSR, CSC and COO, stored and deflated") {
  for (const bool deflated : {false, true}) {
    CAPTURE(deflated);
    const LoadedGraph loaded = load_text(zip_file(matrix("csr", deflated)));
    CHECK(loaded.loader == "npz");
    CHECK(loaded.directed);
    CHECK(loaded.weighted);
    CHECK(loaded.ids.first() == 0);
    CHECK(same<std::int32_t>(arcs_of<std::int32_t>(loaded), arcs));
    CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text(zip_file(matrix("coo", deflated)))), arcs));
    CHECK(same<std::int32_t>(arcs_of<std::int32_t>(load_text(zip_file(matrix("csc", deflated)))),
                             {{0, 2, 9}, {1, 0, 7}, {2, 0, -8}}));
  }
}

TEST_CASE("entries of all types, in both byte orders") {
  const auto read = [](const std::string& data, WeightKind kind = WeightKind::int32) {
    return load_text(with("data", data), {.weights = kind});
  };
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(read(npy_file<std::int8_t>("|i1", {7, -8, 9}))), arcs));
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(read(npy_file<float>("<f4", {7, -8, 9}))), arcs));
  CHECK(same<std::int32_t>(
      arcs_of<std::int32_t>(read(npy_file<std::int32_t>(">i4", {0x07000000, -0x07000001, 0x09000000}))), arcs));
  CHECK(same<double>(arcs_of<double>(read(npy_file<double>("<f8", {7.5, -8, 9}), WeightKind::float64)),
                     {{0, 1, 7.5}, {0, 2, -8}, {2, 0, 9}}));
  const LoadedGraph pattern = read(npy_file<char>("|b1", {1, 1, 1}));
  CHECK_FALSE(pattern.weighted);
  CHECK(same<std::int32_t>(arcs_of<std::int32_t>(pattern), {{0, 1, 1}, {0, 2, 1}, {2, 0, 1}}));
}

TEST_CASE("weights that the type does not hold") {
  CHECK(says(error(with("data", npy_file<double>("<f8", {7, 0.5, 9}))), "data: entry 1: weight 0.5"));
  CHECK(says(error(with("data", npy_file<double>("<f8", {7, 1, NAN}))), "data: entry 2: weight nan is not a finite"));
  CHECK(says(error(with("data", npy_file<std::int64_t>("<i8", {7, 1, 1LL << 40}))), "--weights int64"));
  CHECK(says(error(with("data", npy_file<std::uint64_t>("<u8", {7, 1, ~0ULL}))), "does not fit int32 or int64"));
}

TEST_CASE("lies about shapes and types") {
  CHECK(says(error(with("data", npy_file<std::int32_t>("<i4", {7, -8, 9}, {4}))), "data is truncated"));
  CHECK(says(error(with("data", npy_file<std::int32_t>("<i4", {7, -8, 9}, {2}))), "data has more bytes"));
  CHECK(says(error(with("data", npy_file<std::int32_t>("<i4", {7, -8}))), "indices has 3 entries, but data has 2"));
  CHECK(says(error(with("data", npy_file<std::int32_t>("<i4", {7, -8, 9}, {3, 1}))), "data has 2 dimensions"));
  CHECK(says(error(with("data", npy_file<std::int32_t>("<i4", {}, {1ULL << 62, 8}))),
             "data has a shape that is too large"));
  CHECK(says(error(with("data", npy_file<double>("<c16", {7, -8, 9}))), "data has entries of type '<c16'"));
  CHECK(says(error(with("data", npy_file<double>("|O", {7, -8, 9}))), "data has Python objects"));
  CHECK(says(error(with("data", "\x80\x04K\x01.")), "data is not a NumPy file"));
  CHECK(says(error(with("data", "")), "data is not a NumPy file"));
  CHECK(says(error(with("indices", npy_file<float>("<f4", {1, 2, 0}))), "indices has entries of type '<f4', not int"));
  CHECK(says(error(with("indices", npy_file<std::int32_t>("<i4", {1, 3, 0}))), "indices has 3 at entry 1"));
  CHECK(says(error(with("indices", npy_file<std::int32_t>("<i4", {1, -1, 0}))), "indices has -1 at entry 1"));
  CHECK(says(error(with("indices", npy_file<std::uint64_t>("<u8", {1, ~0ULL, 0}))), "indices has 9223372036854775807"));
  CHECK(says(error(with("indptr", npy_file<std::int32_t>("<i4", {0, 2, 3}))), "indptr has 3 entries"));
  CHECK(says(error(with("indptr", npy_file<std::int32_t>("<i4", {1, 2, 2, 3}))), "indptr begins with 1"));
  CHECK(says(error(with("indptr", npy_file<std::int32_t>("<i4", {0, 2, 1, 3}))), "indptr has 1 at entry 2"));
  CHECK(says(error(with("indptr", npy_file<std::int32_t>("<i4", {0, 2, 2, 4}))), "indptr has 4 at entry 3"));
  CHECK(says(error(with("indptr", npy_file<std::int32_t>("<i4", {0, 2, 2, 2}))), "indptr ends with 2"));
  CHECK(says(error(with("shape", npy_file<std::int64_t>("<i8", {3, 4}))), "3 rows and 4 columns"));
  CHECK(says(error(with("shape", npy_file<std::int64_t>("<i8", {-3, -3}))), "-3 rows"));
  CHECK(says(error(with("shape", npy_file<std::int64_t>("<i8", {1LL << 40, 1LL << 40}))), "at most 4294967294"));
  CHECK(says(error(with("shape", npy_file<std::int64_t>("<i8", {3}))), "shape is not two integers"));
  CHECK(says(error(with("format", text_array("bsr"))), "call tocsr()"));
  CHECK(says(error(with("format", text_array(std::string(4000, 'x')))), "format is not a short text"));
}

TEST_CASE("archives that are something else, damaged or truncated") {
  const std::string good = zip_file(matrix());
  for (std::size_t size = 30; size + 1 < good.size(); size += 7) {
    CAPTURE(size);
    const std::string message = error(good.substr(0, size));
    CHECK(message.starts_with("npz: FILE: "));
  }
  CHECK(says(error(zip_file({{"edges.npy", npy_file<double>("<f8", {1, 2})}})), "it is no sparse matrix of SciPy"));
  CHECK(says(error(zip_file({})), "has nothing"));
  Parts twice = matrix();
  twice.push_back(twice.front());
  CHECK(says(error(zip_file(twice)), "it has data.npy twice"));
  Parts missing = matrix();
  missing.pop_back();
  CHECK(says(error(zip_file(missing)), "it has no array 'indptr'"));
  Parts wrong = matrix();
  wrong.front().claimed_crc = 5;
  CHECK(says(error(zip_file(wrong)), "data.npy has another checksum"));
  CHECK(sniff("npz", good).confidence == 90);
  CHECK(sniff("npz", zip_file({{"readme.txt", "text"}})).confidence == 0);
  CHECK(sniff("npz", "PK\x03\x04").confidence == 0);
}

TEST_CASE("archives that grow: what the directory says of a member is not believed") {
  const std::string zeros = npy_file<std::int32_t>("<i4", std::vector<std::int32_t>(1 << 20), {1 << 20});
  Parts bomb = matrix("csr", true);
  bomb[0].content = zeros;
  CHECK(says(error(zip_file(bomb)), "indices has 3 entries, but data has 1048576"));  // before it is decompressed
  bomb[0].claimed_size = 1ULL << 31;
  CHECK(says(error(zip_file(bomb)), "bytes, which cannot be the 2147483648 that the directory says"));
  bomb = matrix("csr", true);
  bomb[0].content += "behind";
  bomb[0].claimed_size = bomb[0].content.size() - 6;
  CHECK(says(error(zip_file(bomb)), "data.npy is longer than the directory says"));
  bomb = matrix("csr", true);
  bomb[0].content = npy_file<std::int32_t>("<i4", {7, -8}, {3});
  bomb[0].claimed_size = bomb[0].content.size() + 4;
  CHECK(says(error(zip_file(bomb)), "data.npy is shorter than the directory says"));
}

TEST_CASE("a written matrix: rows in SciPy's format") {
  const Scratch scratch;
  save(graph_of<std::int32_t>(3, arcs), scratch.path() / "x.npz", "npz");
  const std::string content = content_of(scratch.path() / "x.npz");
  for (const char* member : {"indices.npy", "indptr.npy", "format.npy", "shape.npy", "data.npy"})
    CHECK(contains(content, member));
  CHECK(load(scratch.path() / "x.npz").digest == load_text(zip_file(matrix())).digest);
  save(graph_of<std::int32_t>(3, arcs), scratch.path() / "y.npz", "npz", "", {.weighted = false});
  CHECK_FALSE(load(scratch.path() / "y.npz").weighted);
  save(graph_of<std::int32_t>(3, arcs), scratch.path() / "z.npz.gz", "npz");
  CHECK(load(scratch.path() / "z.npz.gz").digest == load_text(zip_file(matrix())).digest);
  says(error(zip_file(matrix()) + zip_file(matrix())), "two archives in one file");
  says(error(zip_file(matrix()) + "more"), "has bytes behind its end");
}

std::string archive(const std::vector<ZipPart>& more) {
  std::vector<ZipPart> parts = {{"data.npy", npy_file<std::int32_t>("<i4", {7})},
                                {"shape.npy", npy_file<std::int64_t>("<i8", {2, 2})},
                                {"format.npy", numpy::write_header("'|S3'", {}) + "csr"},
                                {"indices.npy", npy_file<std::int32_t>("<i4", {1})},
                                {"indptr.npy", npy_file<std::int32_t>("<i4", {0, 1, 1})}};
  parts.insert(parts.end(), more.begin(), more.end());
  return zip_file(parts);
}

TEST_CASE("arrays of an .npz archive") {
  const auto read = [](const std::vector<ZipPart>& more) {
    return places_text(load_text(archive(more), {.loader = "npz"}));
  };
  const ZipPart x = {"x.npy", npy_file<double>("<f8", {1.5, -2})}, y = {"y.npy", npy_file<std::int16_t>("<i2", {3, 4})};
  const ZipPart lon = {"lon.npy", npy_file<float>("<f4", {8, 9}), true},
                lat = {"lat.npy", npy_file<float>("<f4", {50, 51}), true};
  CHECK(read({}) == "none");
  CHECK(read({x}) == "none");
  CHECK(read({x, y}) == "plane 0:1.5,3 1:-2,4");
  CHECK(read({x, y, lat, lon}) == "geographic 0:8,50 1:9,51");
  const ZipPart nowhere = {"x.npy", npy_file<double>("<f8", {NAN, -2})},
                nor = {"y.npy", npy_file<double>("<f8", {NAN, 5})};
  CHECK(read({nowhere, nor}) == "plane 0:- 1:-2,5");
  const auto refused = [](const std::vector<ZipPart>& more, std::string_view words) {
    CHECK(says(error(archive(more)), words));
  };
  refused({x, {"y.npy", npy_file<double>("<f8", {1, 2, 3})}}, "y has 3 entries, but the matrix has 2 rows");
  refused({x, {"y.npy", npy_file<double>("<f8", {1, 2}, {1, 2})}}, "y has 2 dimensions");
  refused({x, nor}, "vertex 0 has the coordinates 1.5 and nan");
  refused({{"lon.npy", npy_file<double>("<f8", {1, 200})}, {"lat.npy", npy_file<double>("<f8", {1, 2})}},
          "vertex 1 lies at longitude 200");
  refused({x, {"y.npy", npy_file<char>("|b1", {1, 0})}}, "y has entries of type");
}

}  // namespace npz_test
}  // namespace wayfront::host
