// A fuzz target without a fuzzer: each file that is named is one input, and so are its beginnings and some mutations.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

unsigned inputs = 0;

void feed(const Bytes& bytes) {
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  ++inputs;
}

/// Numbers that headers and indices lie with.
constexpr std::uint64_t lies[] = {0,
                                  1,
                                  2,
                                  0x7fff'ffff,
                                  0x8000'0000,
                                  0xffff'fffe,
                                  0xffff'ffff,
                                  0x1'0000'0000,
                                  0x7fff'ffff'ffff'ffff,
                                  ~std::uint64_t{0}};

/// Bytes changed, doubled and dropped, and lies in binary and in digits: the same ones in every run.
void feed_mutations(const Bytes& bytes, unsigned count) {
  std::mt19937 random(1);
  if (bytes.empty()) return;
  for (unsigned i = 0; i < count; ++i) {
    Bytes changed = bytes;
    for (unsigned changes = 1 + random() % 4; changes != 0 && !changed.empty(); --changes) {
      const auto at = changed.begin() + static_cast<std::ptrdiff_t>(random() % changed.size());
      switch (random() % 6) {
        case 0:
          *at = static_cast<std::uint8_t>(random());
          break;
        case 1:
          *at ^= static_cast<std::uint8_t>(1U << random() % 8);
          break;
        case 2:
          changed.erase(at);
          break;
        case 3:
          changed.insert(at, *at);
          break;
        case 4: {
          const std::uint64_t lie = lies[random() % std::size(lies)];
          std::memcpy(&*at, &lie, std::min<std::size_t>(random() % 2 == 0 ? 4 : 8, changed.end() - at));
          break;
        }
        default:
          if (const auto digit = std::find_if(at, changed.end(), ::isdigit); digit != changed.end()) {
            const std::string lie = std::to_string(lies[random() % std::size(lies)]);
            changed.insert(changed.erase(digit), lie.begin(), lie.end());
          }
      }
    }
    feed(changed);
  }
}

}  // namespace

int main(int count, char** names) {
  for (int i = 1; i < count; ++i) {
    std::ifstream file(names[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", names[i]);
      return 2;
    }
    const Bytes whole{std::istreambuf_iterator<char>(file), {}};
    feed(whole);
    const std::size_t step = whole.size() / 50 + 1;
    for (std::size_t size = 0; size < whole.size(); size += step)
      feed({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
    feed_mutations(whole, 200);
  }
  feed({});
  std::printf("%u inputs of %d files: no fault\n", inputs, count - 1);
  return 0;
}
