// Profiles: an option whose words stand for values of other options, such as the settings of a published program.
//
//   static constexpr Profile profiles[] = {{"today", ""}, {"paper", "hops = 1\nloop = 'host'"}};
//   static constexpr OptionRow rows[] = {profile<profiles>("Settings: ..."), integer<&Options::hops>(...), ...};
//
// The host sets the other options, so that the plugin's struct needs no member for it. What the file gives itself beside
// a profile wins; reports have all options with the values that they got in the end, and `describe` says what a word
// sets. The host refuses a plugin whose profiles name unknown options or values that these do not take.
#pragma once

#include <array>
#include <cstddef>

#include "wayfront/options.hpp"

namespace wayfront {

struct Profile {
  const char* name;
  const char* options;  // the content of a table [run.options], in TOML; of the first one, the default, ""
};

namespace detail {

/// What the words of a profile set, as texts in their order.
template <const auto& Profiles>
inline constexpr auto profile_texts = [] {
  std::array<OptionValue, sizeof(Profiles) / sizeof(Profile)> texts{};
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i].text = Profiles[i].options;
  return texts;
}();

}  // namespace detail

/// The row of the option `profile`: a choice whose default value has an item for each word, the text of what it sets.
template <const auto& Profiles>
constexpr OptionRow profile(const char* help) {
  constexpr std::size_t count = sizeof(Profiles) / sizeof(Profile);
  static_assert(count >= 2 && count <= OptionRow::max_choices, "a profile has 2 words or more; see max_choices");
  OptionRow row{.name = "profile", .type = OptionType::choice, .help = help};
  row.choice_count = count;
  for (std::size_t i = 0; i < count; ++i) row.choices[i] = {Profiles[i].name, static_cast<std::int64_t>(i)};
  row.default_value.text = Profiles[0].name;
  row.default_value.items = detail::profile_texts<Profiles>.data();
  row.default_value.item_count = count;
  row.store = [](void*, const OptionValue&) {};
  return row;
}

}  // namespace wayfront
