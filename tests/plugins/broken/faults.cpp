// Plugins that the registry must refuse, each with its own sentence: a small algorithm whose descriptor is right, and one thing
// about it that is not.
#include <cstdint>

#include "fault.hpp"

namespace {

struct Sound {
  static constexpr wayfront::PluginAbout about{.name = "sound",
                                               .version = "1",
                                               .summary = "Reports every vertex but the source as unreached.",
                                               .capabilities = wayfront::capability::weights32};
  struct Options {
    std::int64_t width = 0;
  };
  static constexpr wayfront::OptionRow rows[] = {
      wayfront::integer<&Options::width>("width", 4, {1, 8}, "A number; 7 cannot be used.")};

  explicit Sound(const Options& options) {
    if (options.width == 7) throw wayfront::Unsupported("a width of 7 cannot be used, take another one");
  }
  void prepare(const wayfront::Graph&, wayfront::RunContext&) {}
  void solve(const wayfront::Problem& problem, wayfront::Output& output, wayfront::RunContext&) {
    for (wayfront::Vertex v = 0; v < output.vertices; ++v) {
      if (output.kind == wayfront::WeightKind::int32)
        output.distances_as<std::int32_t>()[v] = v == problem.source ? 0 : wayfront::unreached<std::int32_t>;
      else
        output.distances_as<float>()[v] = v == problem.source ? 0 : wayfront::unreached<float>;
    }
  }
};

[[maybe_unused]] constexpr wayfront::OptionRow outside[] = {
    wayfront::integer<&Sound::Options::width>("width", 9, {1, 8}, "A number outside of its range.")};
[[maybe_unused]] constexpr wayfront::OptionRow twice[] = {Sound::rows[0], Sound::rows[0]};

/// The sound descriptor after `change`.
template <class F>
[[maybe_unused]] constexpr wayfront::PluginDescriptor broken(F change) {
  wayfront::PluginDescriptor descriptor = wayfront::detail::describe<Sound>();
  change(descriptor);
  return descriptor;
}

}  // namespace

// clang-format off: it takes the statements for arguments.
#define FAULT(name, what, ...) \
  FAULT_CONSTANT(name, broken([]([[maybe_unused]] wayfront::PluginDescriptor & it) __VA_ARGS__))

FAULT(sound, "Is right.", {})

FAULT(wrong_magic, "Has another magic number.", { it.magic = 0x0123456789abcdef; })

FAULT(wrong_api_major, "Is for a later API.", { it.api_major = 99; })

FAULT(older_api_major, "Is for an earlier API.", {
  it.api_major = 1;
  it.api_minor = 3;
})

FAULT(api_2, "Is for API 2.", {
  it.api_major = 2;
  it.api_minor = 5;
})

FAULT(newer_api_minor, "Needs a later minor version.", { it.api_minor = 99; })

FAULT(wrong_size, "Has a descriptor of another size.", { it.size = 64; })

FAULT(wrong_abi_tag, "Is made by another compiler.", { it.abi_tag = "vax libc++-3"; })

FAULT(bad_name, "Has a name that is not kebab-case.", { it.about.name = "Not_Kebab"; })

FAULT(bad_kind, "Is of a kind that there is not.", { it.kind = static_cast<wayfront::PluginKind>(9); })

FAULT(no_create, "Cannot be created.", { it.create = nullptr; })

FAULT(no_weights, "Takes no weights.", { it.about.capabilities = 0; })

FAULT(duplicate_row, "Has a row twice.", {
  it.options = twice;
  it.option_count = 2;
})

FAULT(default_out_of_range, "Has a default that its range excludes.", { it.options = outside; })
