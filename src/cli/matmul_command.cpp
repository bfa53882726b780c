// tilewright matmul: one product of real arrays.
// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <utility>

#include "bench/run.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/matmul_arrays.hpp"
#include "ladder/kernels.hpp"
#include "report/progress.hpp"
#include "report/table.hpp"

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
  unsigned threads = 0;
};

const Rung& rung_for(const Options& options, Precision precision) {
  if (!options.rung.empty()) return *find_rung(options.rung.c_str());
  return *find_rung(precision == Precision::fp16 ? "8" : "fp8-config4");
}

Result<bench::Product> product(const Options& options, const Rung& rung,
                               const bench::Operands& operands) {
  const auto plan = bench::plan_launch(rung, operands.shape);
  if (!plan) return fail("rung {} {}", rung.id, plan.error().message);
  report::Progress progress(1);
  const std::string label =
      fmt::format("{} {} rung {}", options.arch, text(operands.shape), rung.id);
  progress.update(label, 0);
  const auto device = open_device(
      options.device, options.arch, options.threads, [&](uint64_t done, uint64_t total) {
        progress.update(label, static_cast<double>(done) / static_cast<double>(total));
      });
  if (!device) return tl::unexpected(device.error());
  const auto uploaded = bench::upload(**device, operands);
  if (!uploaded) return tl::unexpected(uploaded.error());
  const std::span<const std::byte> image = kernel_image(options.arch, rung.id);
  if (image.empty()) return fail("rung {} is not built for {}", rung.id, options.arch);
  auto made = bench::multiply(**device, image, rung, *uploaded);
  if (!made) return made;
  if (made->damage) return fail("{}", describe(*made->damage, operands.shape, rung.precision));
  if (made->unwritten != 0) return fail("{} elements of C were never written", made->unwritten);
  return made;
}

Result<Outcome> matmul(const Options& options) {
  const Result<bench::Operands> factors = read_operands({options.a, options.a_type, "--a-type"},
                                                        {options.b, options.b_type, "--b-type"});
  if (!factors) return tl::unexpected(factors.error());
  const bench::Formats& formats = factors->formats;
  const Rung& rung = rung_for(options, formats.precision);
  const Result<bench::Product> made = product(options, rung, *factors);
  if (!made) return tl::unexpected(made.error());

  const bool fp16 = formats.precision == Precision::fp16;
  const DType of_kernel = fp16 ? DType::f16 : DType::f32;
  const DType dtype = options.c_type.empty() ? of_kernel : *dtype_from_name(options.c_type);
  const Array c = product_array(made->c, factors->shape, formats.precision, dtype);
  if (Result<void> written = write_npy(options.c, c); !written) {
    return tl::unexpected(written.error());
  }
  // How one-byte elements were taken is said: a .npy file cannot tell all such types apart.
  const std::string factors_text =
      fp16 ? "" : fmt::format(" from {} by {}", name(formats.a), name(formats.b));
  fmt::print("{}: {}, C order, accumulated in {}{}; {} on {}, rung {}, {:.2f} s of emulation\n",
             options.c, describe(c), accumulator_name(formats.precision), factors_text,
             "software RDNA GPU", options.arch, rung.id, made->seconds);
  return Outcome::right;
}

}  // namespace

void add_matmul(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("matmul",
                                         "C = A B of two .npy arrays of float16, float8_e4m3fn or "
                                         "float8_e5m2, in C or Fortran order; C "
                                         "is written in C order");
  const auto options = std::make_shared<Options>();
  command->add_option("A", options->a, "[M, K]")->required()->type_name("A.npy");
  command->add_option("B", options->b, "[K, N]")->required()->type_name("B.npy");
  command->add_option("-o,--output", options->c, "[M, N]")->required()->type_name("C.npy");
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
  const auto one_byte_types = CLI::IsMember({"f8", "bf8", "float8_e4m3fnuz", "float8_e5m2fnuz"});
  command->add_option("--a-type", options->a_type, "What the bytes of a uint8 A are: f8 or bf8")
      ->check(one_byte_types)
      ->type_name("TYPE");
  command->add_option("--b-type", options->b_type, "The same for B")
      ->check(one_byte_types)
      ->type_name("TYPE");
  command
      ->add_option("--c-type", options->c_type,
                   "Type of C (default: f16 for float16, f32 for one-byte elements)")
      ->check(CLI::IsMember({"f16", "f32", "bf16"}))
      ->type_name("TYPE");
  command->add_option("--threads", options->threads, "Cores to use, 0 for all")
      ->check(CLI::Range(0u, 1024u))
      ->capture_default_str();
  command->footer("Example:\n  tilewright matmul a.npy b.npy -o c.npy --arch gfx1201");
  command->callback([&action, options] { action = [options] { return matmul(*options); }; });
}

}  // namespace tilewright::cli
