// Option rows: an option's name, type, default, range and sentence, declared once. Parsing, error messages, `describe`,
// the report and the conformance suite all read the same row; the host's own pipeline tables are made of rows, too.
//
//   struct Options { std::int64_t block_size; bool mask; };
//   static constexpr OptionRow rows[] = {
//       integer<&Options::block_size>("block_size", 128, {32, 1024}, "Threads per block."),
//       boolean<&Options::mask>("mask", true, "Relax only arcs of active vertices.")};
//
// Two rows may have one name and different types: the value's type in the file picks the row (`delta = 100`, or
// `delta = "dynamic"`). Both are stored, the one not named in the file with its default.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace wayfront {

enum class OptionType : std::uint8_t {
  boolean,
  integer,
  real,    // an integer in the file is accepted
  choice,  // one of the row's words
  text,
  integers,  // list
  reals,     // list
  texts,     // list
  table,     // a table with rows of its own
  any,       // host only: kept as it stands in the file, checked later
  path,      // a text; one that begins with ./ or ../ is relative to the pipeline file that it stands in
  paths,     // list
};

struct Choice {
  const char* name = nullptr;
  std::int64_t value = 0;
};

/// One value, resolved: from the file or the row's default. Everything it points to lives for the call it is passed to.
struct OptionValue {
  bool is_set = false;  // whether the file named it
  bool boolean = false;
  std::int64_t integer = 0;  // also a choice's value
  double real = 0;
  const char* text = nullptr;          // also a choice's word; never null once resolved
  const OptionValue* items = nullptr;  // of a list, or the values of a table's rows in their order
  std::size_t item_count = 0;
};

struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
};
struct RealRange {
  double min = std::numeric_limits<double>::lowest();
  double max = std::numeric_limits<double>::max();
};

struct OptionRow {
  static constexpr std::size_t max_choices = 16;

  const char* name = nullptr;
  OptionType type = OptionType::any;
  const char* help = nullptr;
  bool required = false;
  OptionValue default_value{};                // the default
  IntegerRange integers{};                    // of an integer, or of each item
  RealRange reals{};                          // of a real, or of each item
  std::array<Choice, max_choices> choices{};  // of a choice
  std::size_t choice_count = 0;
  const OptionRow* rows = nullptr;  // of a table
  std::size_t row_count = 0;
  /// Writes a resolved value into the options struct that the row was made for; null where there is nothing to store.
  void (*store)(void* options, const OptionValue& value) = nullptr;
  const char* trials = nullptr;  // see tried(); null: none named

  /// The same row with the values that `wayfront tune` tries, the most promising first, as TOML: "16, 64". With
  /// "mean_weight *" before them they are multiples of the graph's mean weight. Of a plugin that names some, no other
  /// options are tried.
  constexpr OptionRow tried(const char* values) const {
    OptionRow row = *this;
    row.trials = values;
    return row;
  }
};

namespace detail {

template <auto Member>
struct MemberOf;

/// The store functions of one member of an options struct; only those that a row uses are ever made.
template <class C, class T, T C::*Member>
struct MemberOf<Member> {
  using Type = T;
  static T& in(void* options) { return static_cast<C*>(options)->*Member; }

  static void boolean(void* options, const OptionValue& value) { in(options) = static_cast<T>(value.boolean); }
  static void integer(void* options, const OptionValue& value) { in(options) = static_cast<T>(value.integer); }
  static void real(void* options, const OptionValue& value) { in(options) = static_cast<T>(value.real); }
  static void text(void* options, const OptionValue& value) { in(options) = value.text; }
  static void present(void* options, const OptionValue& value) { in(options) = value.is_set; }

  static void integers(void* options, const OptionValue& value) { list(options, value, &OptionValue::integer); }
  static void reals(void* options, const OptionValue& value) { list(options, value, &OptionValue::real); }
  static void texts(void* options, const OptionValue& value) { list(options, value, &OptionValue::text); }

 private:
  template <class V>
  static void list(void* options, const OptionValue& value, V OptionValue::*item) {
    in(options).clear();
    for (std::size_t i = 0; i < value.item_count; ++i)
      in(options).push_back(static_cast<typename T::value_type>(value.items[i].*item));
  }
};

/// The beginning of every row.
constexpr OptionRow named(const char* name, OptionType type, const char* help, decltype(OptionRow::store) store) {
  return {.name = name, .type = type, .help = help, .store = store};
}

}  // namespace detail

template <auto Member>
constexpr OptionRow boolean(const char* name, bool default_value, const char* help) {
  OptionRow row = detail::named(name, OptionType::boolean, help, detail::MemberOf<Member>::boolean);
  row.default_value.boolean = default_value;
  return row;
}

template <auto Member>
constexpr OptionRow integer(const char* name, std::int64_t default_value, IntegerRange range, const char* help) {
  if (range.min > range.max) throw "the range of an integer option is empty";
  OptionRow row = detail::named(name, OptionType::integer, help, detail::MemberOf<Member>::integer);
  row.default_value.integer = default_value;
  row.integers = range;
  return row;
}

template <auto Member>
constexpr OptionRow real(const char* name, double default_value, RealRange range, const char* help) {
  if (!(range.min <= range.max)) throw "the range of a real option is empty";
  OptionRow row = detail::named(name, OptionType::real, help, detail::MemberOf<Member>::real);
  row.default_value.real = default_value;
  row.reals = range;
  return row;
}

template <auto Member>
constexpr OptionRow text(const char* name, const char* default_value, const char* help) {
  OptionRow row = detail::named(name, OptionType::text, help, detail::MemberOf<Member>::text);
  row.default_value.text = default_value;
  return row;
}

/// A word of a choice and what it stands for; E is an enumeration or an integer.
template <class E>
struct NamedValue {
  const char* name;
  E value;
};

template <auto Member, std::size_t N, class E = typename detail::MemberOf<Member>::Type>
constexpr OptionRow choice(const char* name, E default_value, const NamedValue<E> (&words)[N], const char* help) {
  static_assert(N <= OptionRow::max_choices, "raise OptionRow::max_choices");
  OptionRow row = detail::named(name, OptionType::choice, help, detail::MemberOf<Member>::integer);
  row.choice_count = N;
  for (std::size_t i = 0; i < N; ++i) {
    row.choices[i] = {words[i].name, static_cast<std::int64_t>(words[i].value)};
    if (words[i].value == default_value) row.default_value.text = words[i].name;
  }
  if (row.default_value.text == nullptr) throw "the default of a choice is none of its words";
  row.default_value.integer = static_cast<std::int64_t>(default_value);
  return row;
}

/// Lists are empty by default; the member is a std::vector.
template <auto Member>
constexpr OptionRow integers(const char* name, IntegerRange range, const char* help) {
  OptionRow row = detail::named(name, OptionType::integers, help, detail::MemberOf<Member>::integers);
  row.integers = range;
  return row;
}

template <auto Member>
constexpr OptionRow reals(const char* name, RealRange range, const char* help) {
  OptionRow row = detail::named(name, OptionType::reals, help, detail::MemberOf<Member>::reals);
  row.reals = range;
  return row;
}

template <auto Member>
constexpr OptionRow texts(const char* name, const char* help) {
  return detail::named(name, OptionType::texts, help, detail::MemberOf<Member>::texts);
}

/// A text that may name a file or a program: one that begins with ./ or ../ reaches the plugin as an absolute path. Any
/// other is left as it is, so that a word without a slash can be looked up in PATH.
template <auto Member>
constexpr OptionRow path(const char* name, const char* default_value, const char* help) {
  OptionRow row = text<Member>(name, default_value, help);
  row.type = OptionType::path;
  return row;
}

/// A list of such texts, as for the words of a command.
template <auto Member>
constexpr OptionRow paths(const char* name, const char* help) {
  OptionRow row = texts<Member>(name, help);
  row.type = OptionType::paths;
  return row;
}

/// Stores `count` resolved values, those of sub-tables included, into the options struct that the rows were made for.
inline void store_values(const OptionRow* rows, std::size_t count, const OptionValue* values, void* options) {
  for (std::size_t i = 0; i < count; ++i) {
    if (rows[i].store != nullptr) rows[i].store(options, values[i]);
    if (rows[i].type == OptionType::table) store_values(rows[i].rows, rows[i].row_count, values[i].items, options);
  }
}

}  // namespace wayfront
