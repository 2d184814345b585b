// Structs with field tables as JSON, and back. Infinity and NaN are null. Reading returns exactly what was written, to the
// last bit; a missing field and a value of another type are errors with their place, as JsonReader has them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "base/json/json_reader.hpp"

namespace wayfront::host {

/// NaN and infinity as null.
inline nlohmann::json json_number(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

template <class T>
concept Tabled = !std::same_as<std::remove_const_t<decltype(fields<T>)>, std::nullptr_t>;
template <class T>
concept Named = std::is_enum_v<T> && !std::same_as<std::remove_const_t<decltype(enum_names<T>)>, std::nullptr_t>;

enum class Sparse : std::uint8_t { left_out, written };

template <class Struct, class Table>
void add_fields(nlohmann::json& object, const Struct& from, const Table& table, Sparse sparse = Sparse::left_out);

/// The value of a field. Types without a table have a to_json() of their own.
template <class T>
nlohmann::json json_of(const T& value) {
  if constexpr (Tabled<T>) {
    nlohmann::json object = nlohmann::json::object();
    add_fields(object, value, fields<T>);
    return object;
  } else if constexpr (Named<T>) {
    return name_of(value);
  } else if constexpr (std::floating_point<T>) {
    return json_number(value);
  } else if constexpr (requires { value.has_value(); }) {
    return value ? json_of(*value) : nlohmann::json();
  } else if constexpr (requires(T list) { list.emplace_back(); } && !std::same_as<T, nlohmann::json>) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& one : value) list.push_back(json_of(one));
    return list;
  } else {
    return value;
  }
}

template <class T>
bool is_default(const T& value, const T& begin) {
  if constexpr (requires { value.has_value(); })
    return !value.has_value();
  else if constexpr (requires { value.empty(); })
    return value.empty();
  else if constexpr (requires { value == begin; })
    return value == begin;
  else
    return false;
}

template <class Struct, auto... Path>
bool is_left_out(const Struct& from, const Field<Path...>& field) {
  static const Struct begin{};
  return field.presence == Presence::sparse && is_default(field.of(from), field.of(begin));
}

template <class Struct, class... Fields>
bool is_left_out(const Struct& from, const Group<Fields...>& group) {
  static const Struct begin{};
  const auto& first = std::get<0>(group.fields);
  return group.presence == Presence::sparse && is_default(first.of(from), first.of(begin));
}

template <class Struct, class Function>
bool is_left_out(const Struct&, const Derived<Function>&) {
  return false;
}

/// The value of a field of any kind.
template <class Struct, class AnyField>
nlohmann::json field_json(const Struct& from, const AnyField& field) {
  if constexpr (requires { field.fields; }) {
    nlohmann::json inner = nlohmann::json::object();
    add_fields(inner, from, field.fields);
    return inner;
  } else {
    return json_of(field.of(from));
  }
}

template <class Struct, class Table>
void add_fields(nlohmann::json& object, const Struct& from, const Table& table, Sparse sparse) {
  each_field(table, [&](const auto& field) {
    if (sparse == Sparse::written || !is_left_out(from, field)) object[field.name] = field_json(from, field);
  });
}

template <class Struct, class Table>
void read_fields(const JsonReader& at, Struct& into, const Table& table);

/// Types without a table have a read_value() of their own.
template <class T>
void read_field(const JsonReader& at, T& value, Null null = Null::refused) {
  if constexpr (Tabled<T>) {
    read_fields(at, value, fields<T>);
  } else if constexpr (Named<T>) {
    const std::string text = at.text();
    const std::optional<T> found = named<T>(text);
    if (!found) at.fail(fmt::format("'{}' is unknown to this version of wayfront", text));
    value = *found;
  } else if constexpr (std::same_as<T, bool>) {
    value = at.boolean();
  } else if constexpr (std::same_as<T, std::string>) {
    value = at.text();
  } else if constexpr (std::same_as<T, nlohmann::json>) {
    value = at.object();
  } else if constexpr (std::same_as<T, double>) {
    using Limits = std::numeric_limits<double>;
    value = null == Null::refused ? at.seconds()
                                  : at.real(null == Null::infinite ? Limits::infinity() : Limits::quiet_NaN());
  } else if constexpr (std::same_as<T, std::uint64_t>) {
    value = at.whole();
  } else if constexpr (std::unsigned_integral<T>) {
    static_assert(sizeof(T) == sizeof(unsigned));
    value = at.small();
  } else if constexpr (std::same_as<T, int>) {
    value = static_cast<int>(at.small());
  } else if constexpr (requires { value.has_value(); }) {
    read_field(at, value.emplace(), null);
  } else if constexpr (requires { value.emplace_back(); }) {
    value.reserve(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) read_field(at.at(i), value.emplace_back());
  } else {
    read_value(at, value);
  }
}

/// Unknown keys are ignored.
template <class Struct, class Table>
void read_fields(const JsonReader& at, Struct& into, const Table& table) {
  each_field(table, [&](const auto& field) {
    if constexpr (requires { field.presence; }) {
      if (field.presence != Presence::required && !at.has(field.name)) return;
      if constexpr (requires { field.fields; })
        read_fields(at.at(field.name), into, field.fields);
      else
        read_field(at.at(field.name), field.of(into), field.null);
    }
  });
}

}  // namespace wayfront::host
