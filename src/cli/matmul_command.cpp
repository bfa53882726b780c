// tilewright matmul: one product of real arrays.
// SPDX-License-Identifier: MIT
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bench/run.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/matmul_arrays.hpp"
#include "cli/matmul_overflow.hpp"
#include "cli/matmul_scales.hpp"
#include "cli/memory_need.hpp"
#include "cli/notes.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "core/printable.hpp"
#include "ladder/kernels.hpp"
#include "report/progress.hpp"
#include "report/table.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

struct Options {
  std::string a;
  std::string b;
  std::string c;
  std::string arch = "gfx1201";
  std::string device = "emu";
  std::string rung;    ///< empty: rung_for()
  std::string a_type;  ///< empty: what the files say
  std::string b_type;
  std::string c_type;  ///< empty: what the kernel writes
  ScaleFiles scales;
  unsigned threads = 0;
  Watch watch;
};

constexpr size_t kWidth = 100;

const Rung& rung_for(const Options& options, Precision precision) {
  if (!options.rung.empty()) return *find_rung(options.rung.c_str());
  return *find_rung(precision == Precision::fp16 ? "8" : "fp8-config4");
}

/// What was multiplied, on what and with what, and the type that C's codes have.
struct Made {
  bench::Product product;
  device::Info device;
  std::string kernel;  ///< in words
  DType dtype = DType::f16;
  std::optional<bench::Scales> scales = {};
};

using Multiply =
    std::function<Result<bench::Product>(device::Device&, const bench::DeviceOperands&)>;

Result<Made> on_device(const Options& options, const bench::Operands& operands,
                       const std::string& kernel, DType dtype, const Multiply& multiply) {
  report::Progress progress(1);
  const std::string label = fmt::format("{} {} {}", options.arch, text(operands.shape), kernel);
  progress.update(label, 0);
  const auto device = open_device({.device = options.device,
                                   .arch = options.arch,
                                   .threads = options.threads,
                                   .progress =
                                       [&](uint64_t done, uint64_t total) {
                                         progress.update(label, static_cast<double>(done) /
                                                                    static_cast<double>(total));
                                       },
                                   .watch = options.watch});
  if (!device) return tl::unexpected(device.error());
  const auto uploaded = bench::upload(**device, operands);
  if (!uploaded) return tl::unexpected(uploaded.error());
  auto made = multiply(**device, *uploaded);
  const device::LaunchReport report = (*device)->take_report();
  const bool sound = tell(report, options.watch, made.has_value());
  if (auto written = write_trace(options.watch, report.launches); !written) {
    return tl::unexpected(written.error());
  }
  if (!made) return tl::unexpected(made.error());
  if (!sound) return fail("the kernel is not sound, and C was not written");
  if (made->damage) {
    return fail("{} bytes outside C were overwritten, the first at offset {}",
                report::grouped(made->damage->bytes), made->damage->first);
  }
  if (made->unwritten != 0) {
    return fail("{} elements of C were never written", report::grouped(made->unwritten));
  }
  return Made{std::move(*made), (*device)->info(), kernel, dtype};
}

Result<Made> plain_product(const Options& options, const bench::Operands& operands) {
  const Precision precision = operands.formats.precision;
  const Rung& rung = rung_for(options, precision);
  const auto plan = bench::plan_launch(rung, operands.shape);
  if (!plan) return fail("rung {} {}", rung.id, plan.error().message);
  // A person who has not named a rung knows none.
  const Target& target = *chosen_targets({options.arch}).front();
  if (options.rung.empty() && !has(target.family, precision)) {
    return fail("{} has no {} WMMA, which came with gfx12: take --arch gfx1201", target.name,
                name(precision));
  }
  const std::span<const std::byte> image = kernel_image(options.arch, rung.id);
  return on_device(options, operands, fmt::format("rung {}", rung.id),
                   precision == Precision::fp16 ? DType::f16 : DType::f32,
                   [&](device::Device& device, const bench::DeviceOperands& uploaded) {
                     return bench::multiply(device, image, rung, uploaded);
                   });
}

/// The kernel in words; one scale for a whole tensor is a vector of stride 0 to it.
std::string scaled_how(const bench::Scales& scales) {
  if (scales.scaling == Scaling::blocks) return "scaled by blocks";
  const bool vectors = scales.stride_a != 0 || scales.stride_b != 0;
  return vectors ? "scaled by vectors" : "scaled as a whole";
}

Result<Made> scaled_product(const Options& options, const bench::Operands& operands) {
  if (operands.formats.precision != Precision::fp8) {
    return fail("{} is for one-byte elements, and {} is float16: leave it out",
                fmt::join(options.scales.options(), ", "), options.a);
  }
  Result<bench::Scales> scales = read_scales(options.scales, operands.shape);
  if (!scales) return tl::unexpected(scales.error());
  const std::span<const std::byte> image = kernel_image(options.arch, "fp8-scaled");
  // The kernel itself narrows, after it has scaled.
  const DType dtype = options.c_type.empty() ? DType::f32 : *dtype_from_name(options.c_type);
  const auto plan = bench::plan_scaled(operands.shape, scales->scaling, scaled_result(dtype));
  if (!plan) return tl::unexpected(plan.error());
  const std::string kernel = scaled_how(*scales);
  Result<Made> made = on_device(options, operands, kernel, dtype,
                                [&](device::Device& device, const bench::DeviceOperands& uploaded) {
                                  return bench::multiply_scaled(device, image, uploaded, *scales,
                                                                scaled_result(dtype));
                                });
  if (made) made->scales = std::move(*scales);
  return made;
}

/// Errors: what a look at the options alone shows not to go together.
Result<void> understood(const Options& options) {
  const Target& target = *chosen_targets({options.arch}).front();
  if (options.scales.any()) {
    if (!options.rung.empty()) {
      return fail("scales and bias choose the kernel: leave out --rung {}", options.rung);
    }
    if (!has(target.family, Precision::fp8)) {
      return fail("{} has no kernel that scales; it exists for {}", target.name,
                  targets_of(*find_rung("fp8-config4")));
    }
  }
  if (options.rung.empty()) return {};
  const Rung& rung = *find_rung(options.rung.c_str());
  if (has(target.family, rung.precision)) return {};
  return tl::unexpected(not_built(rung, target.name));
}

/// C may take the place of A or B: both are read before it is written.
Result<void> can_write_outputs(const Options& options) {
  const NamedFile c{"--output", options.c};
  const NamedFile trace{"--trace", options.watch.trace};
  Result<void> writable = can_write_all({c, trace});
  if (writable) writable = spares({trace}, {{"A", options.a}, {"B", options.b}});
  if (!writable) return writable;
  return spares({c, trace}, {{"--scale-a", options.scales.a},
                             {"--scale-b", options.scales.b},
                             {"--bias", options.scales.bias}});
}

Result<Outcome> matmul(const Options& options) {
  if (Result<void> known = takes_rdna_kernels(options.device); !known) {
    return tl::unexpected(known.error());
  }
  if (const Result<void> writable = can_write_outputs(options); !writable) {
    return tl::unexpected(writable.error());
  }
  const Result<Factors> read = read_operands({options.a, options.a_type, "--a-type"},
                                             {options.b, options.b_type, "--b-type"});
  if (!read) return tl::unexpected(read.error());
  tell_notes(read->guesses);
  const bench::Operands& factors = read->operands;
  if (auto fits = fits_memory(factors.shape, factors.formats.precision); !fits) {
    return tl::unexpected(fits.error());
  }
  const Result<Made> made =
      options.scales.any() ? scaled_product(options, factors) : plain_product(options, factors);
  if (!made) return tl::unexpected(made.error());
  const DType dtype = options.c_type.empty() ? made->dtype : *dtype_from_name(options.c_type);
  const Array c = product_array(made->product.c, factors.shape, made->dtype, dtype);
  if (Result<void> written = write_npy(options.c, c); !written) {
    return tl::unexpected(written.error());
  }
  const bench::Formats& formats = factors.formats;
  const std::string factors_text =
      formats.precision == Precision::fp16
          ? ""
          : fmt::format(" from {} by {}", name(formats.a), name(formats.b));
  const std::string line = fmt::format(
      "{}: {}, C order, accumulated in {}{}; {} on {}, {}, {:.2f} s{}", printable(options.c),
      describe(c), accumulator_name(formats.precision), factors_text, made->device.name,
      options.arch, made->kernel, made->product.seconds,
      made->device.kind == device::Kind::emu ? " of emulation" : "");
  fmt::print("{}\n", report::wrap(line, kWidth, "", "  "));
  tell_notes(overflow_remarks(options.c, c, factors, made->scales ? &*made->scales : nullptr));
  return Outcome::right;
}

/// What CLI11 shows when a one-byte type is not one. FNUZ formats are let through to be refused
/// with the reason.
std::string check_one_byte_type(const std::string& text) {
  if (text == name(DType::f8) || text == name(DType::bf8) || text.ends_with("fnuz")) return {};
  return fmt::format("{} not in {{f8,bf8}}", text);
}

}  // namespace

void add_matmul(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("matmul",
                                         "C = A B of two .npy arrays of float16, float8_e4m3fn or "
                                         "float8_e5m2, in C or Fortran order; C "
                                         "is written in C order");
  const auto options = std::make_shared<Options>();
  command->add_option("A", options->a, "[M, K]")
      ->required()
      ->check(named_file())
      ->type_name("A.npy");
  command->add_option("B", options->b, "[K, N]")
      ->required()
      ->check(named_file())
      ->type_name("B.npy");
  command->add_option("-o,--output", options->c, "[M, N]")
      ->required()
      ->check(named_file())
      ->type_name("C.npy");
  command->add_option("--arch", options->arch, "Target")
      ->check(CLI::IsMember(target_names()))
      ->capture_default_str();
  command->add_option("--device", options->device, "What to run on (see tilewright devices)")
      ->check(CLI::IsMember(device_names()))
      ->capture_default_str();
  command
      ->add_option("--rung", options->rung,
                   "Kernel to multiply with (default: 8, or fp8-config4 for one-byte elements)")
      ->check(CLI::IsMember(rung_ids()));
  command
      ->add_option("--a-type", options->a_type,
                   "What the bytes of a uint8 or |V1 A are: f8 is E4M3, bf8 is E5M2")
      ->check(check_one_byte_type)
      ->type_name("TYPE");
  command->add_option("--b-type", options->b_type, "The same for B")
      ->check(check_one_byte_type)
      ->type_name("TYPE");
  command
      ->add_option("--c-type", options->c_type,
                   "Type of C (default: f16 for float16, f32 for one-byte elements)")
      ->check(CLI::IsMember({"f16", "f32", "bf16"}))
      ->type_name("TYPE");
  command
      ->add_option("--scale-a", options->scales.a,
                   "float32 scales of a one-byte A: one, [M], or [M, K/128]")
      ->check(named_file())
      ->type_name("S.npy");
  command
      ->add_option("--scale-b", options->scales.b,
                   "float32 scales of a one-byte B: one, [N], or [K/128, N/128]")
      ->check(named_file())
      ->type_name("S.npy");
  command->add_option("--bias", options->scales.bias, "float32 [N], added after scaling")
      ->check(named_file())
      ->type_name("S.npy");
  add_threads(*command, options->threads);
  add_watch_options(*command, options->watch);
  command->footer(
      "Examples:\n  tilewright matmul a.npy b.npy -o c.npy --arch gfx1201\n"
      "  tilewright matmul a8.npy b8.npy -o c.npy --a-type f8 --b-type bf8 --c-type bf16\n"
      "  tilewright matmul a8.npy b8.npy -o c.npy --scale-a sa.npy --scale-b sb.npy --bias "
      "bias.npy\n\n"
      "float16 is multiplied as in AMD's posts, whose kernels add in FP16: a sum is rounded to 11 "
      "bits\nat every step of 16 along K and ends at 65504; a note tells of those that went "
      "beyond. Data whose\nsums must keep more belong in a GEMM that adds in FP32. One-byte "
      "elements are added in FP32.\nbfloat16 is refused: no rung multiplies it.");
  command->callback([&action, options] {
    require_usage(understood(*options));
    action = [options] { return matmul(*options); };
  });
}

}  // namespace tilewright::cli
