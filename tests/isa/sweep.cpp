// SPDX-License-Identifier: MIT
#include "sweep.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace tilewright::test {
namespace {

constexpr unsigned kRounds = 24;

const std::vector<uint64_t>& special(Draw draw) {
  static const std::vector<uint64_t> i16 = {0, 1, 2, 0x7f, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xffff};
  static const std::vector<uint64_t> i32 = {
      0,        1,        2,        31,        32,         0xff,       0xffff,     0x10000,
      0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
  static const std::vector<uint64_t> i64 = {
      0, 1, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff};
  static const std::vector<uint64_t> f16 = {
      0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x8400, 0x3bff, 0x3c00, 0xbc00, 0x3c01,
      0x3800, 0x3e00, 0x4000, 0x4170, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xfe55};
  static const std::vector<uint64_t> f32 = {
      0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
      0x80800000, 0x33800000, 0x3f7fffff, 0x3f800000, 0xbf800000, 0x3f800001,
      0x3f000000, 0x3fc00000, 0x40200000, 0x4b000000, 0x4effffff, 0x4f000000,
      0x4f7fffff, 0x4f800000, 0xcf000000, 0x477fe000, 0x477fefff, 0x477ff000,
      0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000,
      0xffc12345, 0x7fffffff, 0x38800000, 0x387fc000, 0x33000000, 0x33000001};
  static const std::vector<uint64_t> f64 = {
      0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x000fffffffffffff,
      0x0010000000000000, 0x3fe0000000000000, 0x3ff0000000000000, 0xbff0000000000000,
      0x3ff0000000000001, 0x41dfffffffc00000, 0x41efffffffe00000, 0x41f0000000000000,
      0xc1e0000000000000, 0x47efffffe0000000, 0x7fefffffffffffff, 0x7ff0000000000000,
      0xfff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000, 0xfff8000012345678};
  static const std::vector<uint64_t> shift = {0, 1, 4, 15, 16, 31, 32, 33, 63, 64, 0x50003};
  static const std::vector<uint64_t> pk = {0x00000000, 0x3c008000, 0x7bff0001, 0x7c003c00,
                                           0x7e00fc00, 0xbc003c01, 0x04000400};
  switch (draw) {
    case Draw::i16:
      return i16;
    case Draw::i32:
      return i32;
    case Draw::i64:
      return i64;
    case Draw::f16:
      return f16;
    case Draw::f32:
      return f32;
    case Draw::f64:
      return f64;
    case Draw::shift:
      return shift;
    default:
      return pk;
  }
}

class Random {
 public:
  uint64_t draw(Draw kind) {
    const auto& values = special(kind);
    const uint64_t choice = engine_() % 4;
    if (choice == 0) return values[engine_() % values.size()];
    const uint64_t word = engine_();
    switch (kind) {
      case Draw::f32:
        // Half the time near 1, so that sums cancel and products stay in range.
        return choice == 1 ? (word & 0x83ffffff) | 0x3c000000 : word & 0xffffffff;
      case Draw::f64:
        return choice == 1 ? (word & 0x803fffffffffffff) | 0x3fc0000000000000 : word;
      case Draw::f16:
        return choice == 1 ? (word & 0x8fff) | 0x3000 : word & 0xffff;
      case Draw::i16:
        return word & 0xffff;
      case Draw::i64:
        return choice == 1 ? word >> (word & 63) : word;
      case Draw::i32:
        return choice == 1 ? (word & 0xffffffff) >> (word >> 32 & 31) : word & ~0u;
      default:
        return word & 0xffffffff;
    }
  }
  /// 16-bit operands get garbage above.
  uint64_t register_of(Draw kind) {
    const uint64_t value = draw(kind);
    if (kind == Draw::f16 || kind == Draw::i16) return value | (engine_() & 0xffff0000);
    return value;
  }
  uint64_t next() { return engine_(); }

 private:
  std::mt19937_64 engine_{20240817};
};

uint64_t seen(Draw kind, uint64_t word) {
  return kind == Draw::f16 || kind == Draw::i16 ? word & 0xffff : word;
}

Sources setup(Machine& m, Random& random, const std::vector<Draw>& draws, unsigned lane) {
  Sources s;
  uint64_t* const values[] = {&s.a, &s.b, &s.c};
  for (size_t i = 0; i < draws.size(); ++i) {
    const uint64_t word = random.register_of(draws[i]);
    m.set64(static_cast<unsigned>(2 + 2 * i), lane, word);
    *values[i] = seen(draws[i], word);
  }
  s.old = m.get64(0, lane);
  s.lane = lane;
  return s;
}

std::string describe(const std::string& text, const Sources& s) {
  return fmt::format("{} lane {}: {:#x}, {:#x}, {:#x}, old {:#x}", text, s.lane, s.a, s.b, s.c,
                     s.old);
}

}  // namespace

void check(const Sweep& sweep) {
  Random random;
  for (unsigned round = 0; round < kRounds; ++round) {
    Machine m(sweep.arch);
    if (sweep.mode != ~0u) m.mode() = sweep.mode;
    std::array<Sources, kLanes> sources;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      m.set64(0, lane, random.next());
      sources[lane] = setup(m, random, sweep.sources, lane);
    }
    m.vcc() = static_cast<uint32_t>(random.next());
    const uint32_t vcc = m.vcc();
    m.exec() = round % 2 == 0 ? ~0u : static_cast<uint32_t>(random.next());
    const uint32_t exec = m.exec();
    ASSERT_NO_THROW(m.run(sweep.text)) << sweep.text << " on " << sweep.arch;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      Sources& s = sources[lane];
      s.mask = (vcc >> lane & 1) != 0;
      const uint64_t mask =
          sweep.result_bits == 64 ? ~uint64_t{0} : (uint64_t{1} << sweep.result_bits) - 1;
      const uint64_t got = m.get64(0, lane);
      if ((exec >> lane & 1) == 0) {
        ASSERT_EQ(got, s.old) << describe(sweep.text, s) << ": inactive lane changed";
        continue;
      }
      const uint64_t want = sweep.expected(s) & mask;
      const bool equal = sweep.equal ? sweep.equal(got & mask, want) : (got & mask) == want;
      ASSERT_TRUE(equal) << sweep.arch << ' ' << describe(sweep.text, s)
                         << fmt::format(": got {:#x}, want {:#x}", got & mask, want);
      ASSERT_EQ(got & ~mask, s.old & ~mask) << describe(sweep.text, s) << ": other bits changed";
    }
  }
}

void check_mask(const std::string& arch, const std::string& text, const std::vector<Draw>& sources,
                const std::function<bool(const Sources&)>& expected) {
  Random random;
  for (unsigned round = 0; round < kRounds; ++round) {
    Machine m(arch);
    std::array<Sources, kLanes> all;
    for (unsigned lane = 0; lane < kLanes; ++lane) all[lane] = setup(m, random, sources, lane);
    m.exec() = round % 2 == 0 ? ~0u : static_cast<uint32_t>(random.next());
    m.vcc() = static_cast<uint32_t>(random.next());
    const uint32_t exec = m.exec();
    const uint32_t vcc = m.vcc();
    ASSERT_NO_THROW(m.run(text)) << text << " on " << arch;
    const bool to_exec = text.starts_with("v_cmpx");
    const uint32_t got = to_exec ? m.exec() : m.vcc();
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      all[lane].mask = (vcc >> lane & 1) != 0;
      const bool active = (exec >> lane & 1) != 0;
      ASSERT_EQ((got >> lane & 1) != 0, active && expected(all[lane]))
          << arch << ' ' << describe(text, all[lane]);
    }
    if (to_exec) {
      ASSERT_EQ(m.vcc(), vcc) << "v_cmpx writes EXEC only";
    }
  }
}

}  // namespace tilewright::test
