// Field tables: what the members of a struct are called, in which unit they are, and what they mean, said once. From its table
// a struct is written as JSON and read back (json/field_json.hpp), and printed. A table is `fields<Struct>`, a tuple.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

namespace wayfront::host {

enum class Unit : std::uint8_t { text, count, seconds, bytes, ratio, share, other };

enum class Presence : std::uint8_t {
  required,  // always written; what lacks it is refused
  later,     // always written; files of earlier versions lack it
  sparse,    // left out where it is what the struct begins with, and then read as that
};

/// What null says where a number is read. Numbers that are not finite are written as null.
enum class Null : std::uint8_t {
  refused,    // and so are numbers below 0
  no_number,  // NaN
  infinite,
};

/// A member, or by several pointers a member of a member.
template <auto... Path>
struct Field {
  const char* name;
  Unit unit;
  Presence presence;
  const char* meaning;
  Null null = Null::refused;

  template <class Struct>
  constexpr auto& of(Struct& object) const {
    return (object.*....*Path);
  }
};

template <auto... Path>
constexpr Field<Path...> field(const char* name, Unit unit, Presence presence, const char* meaning,
                               Null null = Null::refused) {
  return {name, unit, presence, meaning, null};
}
/// One that is required.
template <auto... Path>
constexpr Field<Path...> field(const char* name, Unit unit, const char* meaning, Null null = Null::refused) {
  return {name, unit, Presence::required, meaning, null};
}

/// A field of a message between processes of the same version, which people do not read.
template <auto... Path>
constexpr Field<Path...> told(const char* name, Null null = Null::refused) {
  return {name, Unit::other, Presence::required, "", null};
}

/// A figure that a function computes: written and printed, never read.
template <class Function>
struct Derived {
  const char* name;
  Unit unit;
  const char* meaning;
  Function of;
};
template <class Function>
Derived(const char*, Unit, const char*, Function) -> Derived<Function>;

/// Fields that stand in an object of their own. A sparse one is left out where its first field is what its struct begins with.
template <class... Fields>
struct Group {
  const char* name;
  Presence presence;
  std::tuple<Fields...> fields;
};

template <class... Fields>
constexpr Group<Fields...> group(const char* name, Presence presence, Fields... fields) {
  return {name, presence, {fields...}};
}

template <class Struct>
inline constexpr auto fields = nullptr;

/// Calls take(field) for each field of a table.
template <class Table, class Take>
constexpr void each_field(const Table& table, Take&& take) {
  std::apply([&](const auto&... field) { (take(field), ...); }, table);
}

/// The names of an enumeration's values, from the first on.
template <class Enum>
inline constexpr auto enum_names = nullptr;

template <class Enum>
constexpr std::string_view name_of(Enum value) {
  const auto place = static_cast<std::size_t>(value);
  return place < enum_names<Enum>.size() ? std::string_view(enum_names<Enum>[place]) : "?";
}

/// The value with that name, or nothing.
template <class Enum>
constexpr std::optional<Enum> named(std::string_view name) {
  for (std::size_t i = 0; i < enum_names<Enum>.size(); ++i)
    if (enum_names<Enum>[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace wayfront::host
