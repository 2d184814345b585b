// What tests have at hand: doctest, the parts of the standard library that most of them use, a folder of their own,
// and what they ask of texts and errors.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "scratch.hpp"
#if __has_include("base/errors.hpp")  // not for programs that link nothing but the library
#include "base/errors.hpp"
#endif

namespace wayfront::host {

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Calls what() on a thread of its own once `time` has passed.
template <class What>
std::jthread after(std::chrono::milliseconds time, What what) {
  return std::jthread([time, what] {
    std::this_thread::sleep_for(time);
    what();
  });
}

#if __has_include("base/errors.hpp")
/// The sentence of the error with which `body` ends; "" where it ends without.
template <class Body>
std::string refusal_by(Body&& body, std::optional<ExitCode> code = std::nullopt) {
  try {
    body();
  } catch (const UserError& error) {
    if (code) CHECK(error.code() == *code);
    return error.what();
  }
  return "";
}

/// The same of an error that must have this exit code.
template <class Body>
std::string refusal_by(ExitCode code, Body&& body) {
  return refusal_by(body, code);
}
#endif

}  // namespace wayfront::host
