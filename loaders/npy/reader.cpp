#include "reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "arrays/values.hpp"
#include "bytes/whole_file.hpp"
#include "ids/rank_ends.hpp"
#include "wayfront/status.hpp"

namespace wayfront::npy {

template <WeightType W>
void Reader<W>::fail(const std::string& what) const {
  throw BadInput("npy: " + file_ + ": " + what);
}

template <WeightType W>
void Reader<W>::read() {
  const bytes::WholeFile content(*request_.input, context_);
  read_header(content.text());
  sink_.begin({.arcs = unknown_arcs});
  const std::span<Arc<W>> arcs = sink_.template arcs<W>(rows_);
  GraphHeader header{.arcs = rows_, .directed = options_.directed, .weighted = columns_ == 3};
  read_ends(arcs, header);
  if (header.weighted) read_weights(arcs);
  sink_.finish(header);
  if (!ids_.empty()) sink_.ids(ids_);
  sink_.note(Note::reading, "an array of " + std::to_string(rows_) + " rows: source, target" +
                                (header.weighted ? ", weight" : "") + ", of type " + header_.fields.front().text);
}

template <WeightType W>
void Reader<W>::read_header(std::string_view content) {
  const numpy::Fail refuse = [this](const std::string& what) { fail("it " + what); };
  header_ = numpy::read_header(content, refuse);
  if (header_.fields.size() != 1 || !header_.fields.front().name.empty())
    fail(
        "it has entries of several fields; an array of arcs has plain numbers: save numpy.column_stack((source, "
        "target, weight))");
  const numpy::Field& field = header_.fields.front();
  if (!field.type || !arrays::is_readable(*field.type)) fail("it " + arrays::only_readable_types(field));
  type_ = *field.type;
  numpy::require_bytes(header_, content.size() - header_.begin, refuse);
  const bool two = header_.shape.size() == 2;
  if (two && header_.shape[0] == header_.shape[1] && header_.shape[0] > 3)
    fail("it has the shape " + header_.shape_text +
         ", like a dense matrix; save scipy.sparse.csr_array(array) with scipy.sparse.save_npz");
  if (!two || (header_.shape[1] != 2 && header_.shape[1] != 3))
    fail("it has the shape " + header_.shape_text +
         "; an array of arcs has two columns, source and target, or three, with the weight");
  rows_ = header_.shape[0];
  columns_ = header_.shape[1];
  row_stride_ = header_.by_columns ? type_.size : columns_ * type_.size;
  column_stride_ = header_.by_columns ? rows_ * type_.size : type_.size;
  data_ = content.data() + header_.begin;
}

template <WeightType W>
const char* Reader<W>::at(std::uint64_t row, std::uint64_t column) const {
  return data_ + row * row_stride_ + column * column_stride_;
}

/// Calls take(row, column, id) for both ends of each arc.
template <WeightType W>
template <class F>
void Reader<W>::each_end(F&& take) const {
  arrays::with_type(type_, [&]<class T>() {
    constexpr int digits = std::numeric_limits<T>::digits;  // from 2^this on, floats are rounded
    for (std::uint64_t row = 0; row < rows_; ++row)
      for (std::uint64_t column = 0; column < 2; ++column) {
        const T value = arrays::value_at<T>(at(row, column), type_.swapped);
        bool right = true;
        if constexpr (std::is_signed_v<T>) right = value >= T{0};
        if constexpr (std::is_floating_point_v<T>)
          right = right && value < std::ldexp(T{1}, digits) && value == std::trunc(value);
        if (!right)
          fail("row " + std::to_string(row) + " has " + std::to_string(value) + " as " +
               (column == 0 ? "source" : "target") + ", which is not an id: a whole number of at least 0" +
               (std::is_floating_point_v<T> ? " and below 2^" + std::to_string(digits) : ""));
        take(row, column, static_cast<std::uint64_t>(value));
      }
  });
}

template <WeightType W>
void Reader<W>::read_ends(std::span<Arc<W>> arcs, GraphHeader& header) {
  std::uint64_t min = std::numeric_limits<std::uint64_t>::max(), max = 0;
  each_end([&](std::uint64_t, std::uint64_t, std::uint64_t id) {
    min = std::min(min, id);
    max = std::max(max, id);
  });
  const auto number = [&](auto&& vertex_of) {
    each_end([&](std::uint64_t row, std::uint64_t column, std::uint64_t id) {
      (column == 0 ? arcs[row].source : arcs[row].target) = vertex_of(id);
    });
  };
  ids::Numbering numbering;
  if (rows_ != 0 && ids::are_dense(min, max, rows_)) {
    number([](std::uint64_t id) { return static_cast<Vertex>(id); });
    numbering = ids::rank_ends<W>(arcs, static_cast<Vertex>(min), static_cast<Vertex>(max), context_);
  } else {
    ids::NumberMap map;
    number([&](std::uint64_t id) { return map.of(id); });
    numbering = ids::rank_mapped_ends<W>(std::span<const std::span<Arc<W>>>(&arcs, 1), map.numbers(), context_);
  }
  header.vertices = numbering.vertices;
  header.first_id = numbering.first_id;
  ids_ = std::move(numbering.ids);
}

template <WeightType W>
void Reader<W>::read_weights(std::span<Arc<W>> arcs) const {
  arrays::read_weights<W>(
      type_, at(0, 2), row_stride_, arcs.size(), request_.exact,
      [&](std::size_t row, W weight) { arcs[row].weight = weight; }, [this](std::size_t row) { return row_text(row); });
}

template class Reader<std::int32_t>;
template class Reader<float>;
template class Reader<std::int64_t>;
template class Reader<double>;

}  // namespace wayfront::npy
