#include <string>
#include <string_view>

#include "loading.hpp"

namespace wayfront::host {
namespace {

struct MatrixMarket : Loading {
  MatrixMarket() : Loading(WAYFRONT_MATRIX_MARKET) {}
  std::string of(std::string_view values, std::string_view rest) const {
    return arcs("%%MatrixMarket matrix coordinate " + std::string(values) + "\n" + std::string(rest));
  }
  std::string error_of(std::string_view values, std::string_view rest) const {
    return error("%%MatrixMarket matrix coordinate " + std::string(values) + "\n" + std::string(rest));
  }
};

TEST_CASE("general, symmetric and skew-symmetric matrices") {
  const MatrixMarket it;
  CHECK(it.of("integer general", "3 3 4\n1 2 5\n3 3 -7\n1 2 6\n2 1 0\n") == "1>2:5 1>2:6 2>1:0 3>3:-7");
  CHECK(it.of("integer symmetric", "3 3 3\n2 1 5\n3 3 7\n3 2 -1\n") == "1>2:5 2>1:5 2>3:-1 3>3:7 3>2:-1");
  CHECK(it.of("integer symmetric", "3 3 2\n1 2 5\n1 3 7\n") == "1>2:5 1>3:7 2>1:5 3>1:7");
  CHECK(it.of("integer skew-symmetric", "3 3 2\n2 1 5\n3 2 -4\n") == "1>2:-5 2>1:5 2>3:4 3>2:-4");
  CHECK_FALSE(it.text("%%MatrixMarket matrix coordinate integer symmetric\n1 1 0\n").directed);
  CHECK(it.text("%%MatrixMarket matrix coordinate integer skew-symmetric\n1 1 0\n").directed);
}

TEST_CASE("a pattern has no weights") {
  const MatrixMarket it;
  CHECK(it.of("pattern general", "2 2 2\n1 2\n2 2\n") == "1>2:1 2>2:1");
  CHECK_FALSE(it.text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n").weighted);
}

TEST_CASE("words in any case, comments and blank lines anywhere behind the first line, CRLF, no last line end") {
  const MatrixMarket it;
  CHECK(it.arcs(
            "%%matrixmarket MATRIX Coordinate Integer GENERAL\r\n% a\r\n\r\n 2\t2  2 \r\n%b\r\n1 2 3\r\n\r\n2  1 +4") ==
        "1>2:3 2>1:4");
}

TEST_CASE("real values: floats, and whole ones as integers") {
  MatrixMarket it;
  CHECK(it.of("real general", "2 2 3\n1 2 3.000e+00\n2 1 -1e3\n2 2 7\n") == "1>2:3 2>1:-1000 2>2:7");
  CHECK(it.error_of("double general", "2 2 1\n1 2 2.5\n") ==
        "matrix-market: FILE:3: weight 2.5 is not an integer; weights = \"float64\" reads it, on the command line "
        "--weights float64");
  CHECK(it.error_of("real general", "2 2 1\n1 2 3e9\n").find("FILE:3: weight 3e9 does not fit int32") !=
        std::string::npos);
  CHECK(it.error_of("integer general", "2 2 1\n1 2 3.0\n") ==
        "matrix-market: FILE:3: value 3.0 is not an integer, but the first line says integer; if it should say real, "
        "write real there");
  it.weights = WeightKind::float32;
  CHECK(it.of("real skew-symmetric", "2 2 1\n2 1 -.25\n") == "1>2:0.25 2>1:-0.25");
  CHECK(it.error_of("real general", "2 2 1\n1 2 inf\n") ==
        "matrix-market: FILE:3: weight 'inf' is not a finite number; leave out arcs that nobody can take");
}

TEST_CASE("matrices that are no graphs") {
  const MatrixMarket it;
  CHECK(it.error("%%MatrixMarket matrix array real general\n2 2\n1\n") ==
        "matrix-market: FILE:1: an array is a dense matrix, which has no list of arcs; write it in the coordinate "
        "format");
  CHECK(it.error_of("complex general", "1 1 0\n") ==
        "matrix-market: FILE:1: complex entries cannot be weights; supported are real, integer and pattern matrices");
  CHECK(it.error_of("real hermitian", "1 1 0\n").find("FILE:1: hermitian matrices have complex entries") !=
        std::string::npos);
  CHECK(it.error_of("pattern skew-symmetric", "1 1 0\n") ==
        "matrix-market: FILE:1: a pattern has no signs, so it cannot be skew-symmetric");
  CHECK(it.error_of("real general", "3 4 0\n") ==
        "matrix-market: FILE:2: 3 rows and 4 columns; only a square matrix is a graph");
}

TEST_CASE("headers that are wrong") {
  const MatrixMarket it;
  CHECK(it.error("1 1 1\n") ==
        "matrix-market: FILE:1: the first line must be: %%MatrixMarket matrix coordinate VALUES SYMMETRY");
  const auto refuses = [](const std::string& error, const std::string& word, std::string_view what,
                          std::string_view known) {
    CHECK(error.starts_with("matrix-market: FILE:1: '" + word + "' is not"));
    CHECK_MESSAGE(error.find(what) != std::string::npos, error);
    CHECK_MESSAGE(error.ends_with(known), error);
  };
  refuses(it.error("%%MatrixMarket vector\n"), "vector", " object;", "known are matrix");
  refuses(it.error("%%MatrixMarket matrix sparse\n"), "sparse", " format;", "known are coordinate");
  CHECK(it.error("%%MatrixMarket matrix coordinate real\n") ==
        "matrix-market: FILE:1: the first line ends before its symmetry; it reads: %%MatrixMarket matrix coordinate "
        "VALUES SYMMETRY");
  refuses(it.error_of("quaternion general", ""), "quaternion", " kind of values;",
          "known are real, double, integer and pattern");
  refuses(it.error_of("real diagonal", ""), "diagonal", " symmetry;",
          "known are general, symmetric and skew-symmetric");
  CHECK(it.error_of("real general 3", "") == "matrix-market: FILE:1: '3' after the end of the first line");
  CHECK(it.error_of("real general", "% only\n") ==
        "matrix-market: FILE: no size line \"ROWS COLUMNS ENTRIES\"; it is truncated");
  CHECK(it.error_of("real general", "3\n1 1\n") ==
        "matrix-market: FILE:2: the size line \"ROWS COLUMNS ENTRIES\" has no number of columns");
  CHECK(it.error_of("real general", "3 3 -1\n") == "matrix-market: FILE:2: '-1' is not a number of entries");
  CHECK(
      it.error_of("real general", "5000000000 5000000000 1\n1 1 1\n") ==
      "matrix-market: FILE:2: 5000000000 vertices, but ids have 32 bits: at most 4294967294; more would need 8 bytes for each target, in files and while they are loaded");
  CHECK(it.error_of("real general", "3 3 99999999999\n1 1 1\n").find("entries, but the file's") != std::string::npos);
}

TEST_CASE("entries that are wrong") {
  const MatrixMarket it;
  const auto error = [&](std::string_view entry) {
    return it.error_of("integer general", "% c\n3 3 2\n1 1 1\n" + std::string(entry) + "\n");
  };
  const std::string place = "matrix-market: FILE:5: ";
  CHECK(error("4 1 5") == place + "arc from vertex 4, but the header says 3 vertices");
  CHECK(error("1 4 5") == place + "arc to vertex 4, but the header says 3 vertices");
  CHECK(error("0 1 5") == place + "arc from vertex 0: ids start at 1");
  CHECK(error("1 zero 5") == place + "arc to vertex 'zero': ids are numbers from 1");
  CHECK(error("-1 1 5") == place + "arc from vertex '-1': ids are numbers from 1");
  CHECK(error("1 2") == place + "the entry has no value; the line must be: ROW COLUMN VALUE");
  CHECK(error("1") == place + "an arc needs two vertices");
  CHECK(error("1 2 3 4") == place + "'4' after the end of the entry");
  CHECK(error("1 2 2147483647").starts_with(place + "weight 2147483647 does not fit int32"));
  CHECK(error("1 2 3\n2 2 2") == "matrix-market: FILE:6: entry 3, but the size line (line 3) says 2");
  CHECK(error("") ==
        "matrix-market: FILE: the size line (line 3) says 2 entries, but the file has 1; it is truncated, or the size "
        "line is wrong");
  CHECK(it.error_of("pattern general", "2 2 1\n1 2 3\n") == "matrix-market: FILE:3: '3' after the end of the entry");
}

TEST_CASE("entries that contradict the symmetry") {
  const MatrixMarket it;
  CHECK(it.error_of("integer symmetric", "3 3 3\n2 1 5\n3 3 1\n1 3 7\n") ==
        "matrix-market: FILE:5: entry (1, 3) above the diagonal, but others are below it: a symmetric file lists each "
        "pair once");
  CHECK(it.error_of("integer skew-symmetric", "3 3 2\n1 3 7\n3 2 1\n").find("FILE:4: entry (3, 2) below") !=
        std::string::npos);
  CHECK(it.error_of("integer skew-symmetric", "3 3 2\n2 1 5\n2 2 0\n") ==
        "matrix-market: FILE:4: entry (2, 2) on the diagonal, which must be empty in a skew-symmetric matrix");
}

TEST_CASE("the banner is recognised") {
  const MatrixMarket it;
  CHECK(it.sniff("%%MatrixMarket matrix").confidence == 100);
  CHECK(it.sniff("%%MATRIXMARKET matrix").confidence == 100);
  for (const std::string_view other : {"% MatrixMarket", "1 2 3\n", "", "p sp 3 3\n", "%%Matrix"})
    CHECK(it.sniff(other).confidence == 0);
}

}  // namespace
}  // namespace wayfront::host
