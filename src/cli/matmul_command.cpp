// tilewright matmul: one product of real arrays.
// SPDX-License-Identifier: MIT
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "bench/run.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/transpose.hpp"
#include "core/npy.hpp"
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
  std::string rung = "8";
  unsigned threads = 0;
};

/// A float16 matrix as the user gave it.
struct Matrix {
  int32_t rows = 0;
  int32_t columns = 0;
  bool fortran_order = false;
  std::vector<uint16_t> halves;
};

Result<Matrix> read_matrix(const std::string& path) {
  const Result<Array> array = read_npy(path);
  if (!array) return tl::unexpected(array.error());
  if (array->dtype != DType::f16) {
    return fail("{} is {}; matmul takes float16: store it with .astype(numpy.float16)", path,
                describe(*array));
  }
  if (array->shape.size() != 2) {
    return fail("{} is {}; matmul takes two axes", path, describe(*array));
  }
  for (const uint64_t extent : array->shape) {
    if (extent == 0) return fail("{} is {}; there is nothing to multiply", path, describe(*array));
    if (extent > uint64_t{INT32_MAX}) {
      return fail("{} is {}; an axis has at most {} elements", path, describe(*array), INT32_MAX);
    }
  }
  Matrix matrix{.rows = static_cast<int32_t>(array->shape[0]),
                .columns = static_cast<int32_t>(array->shape[1]),
                .fortran_order = array->fortran_order,
                .halves = std::vector<uint16_t>(array->data.size() / sizeof(uint16_t))};
  std::memcpy(matrix.halves.data(), array->data.data(), array->data.size());
  return matrix;
}

/// The elements with the first index running fastest, or with the last one.
std::vector<uint16_t> ordered(Matrix matrix, bool fortran_order) {
  if (matrix.fortran_order == fortran_order) return std::move(matrix.halves);
  const auto rows = static_cast<size_t>(matrix.rows);
  const auto columns = static_cast<size_t>(matrix.columns);
  // In memory a Fortran-order matrix is the C-order matrix of its transpose.
  return matrix.fortran_order ? transposed(matrix.halves, columns, rows)
                              : transposed(matrix.halves, rows, columns);
}

Result<bench::Operands> operands(const Options& options) {
  Result<Matrix> a = read_matrix(options.a);
  if (!a) return tl::unexpected(a.error());
  Result<Matrix> b = read_matrix(options.b);
  if (!b) return tl::unexpected(b.error());
  if (a->columns != b->rows) {
    return fail(
        "{} is [{}, {}] and {} is [{}, {}]: the columns of the first must be as many as the "
        "rows of the second",
        options.a, a->rows, a->columns, options.b, b->rows, b->columns);
  }
  const bench::Shape shape{a->rows, b->columns, a->columns};
  return bench::Operands{
      .shape = shape, .a = ordered(std::move(*a), false), .b = ordered(std::move(*b), true)};
}

Result<bench::Product> product(const Options& options, const bench::Operands& operands) {
  const Rung& rung = *find_rung(options.rung.c_str());
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
  auto made = bench::multiply(**device, kernel_image(options.arch, rung.id), rung, *uploaded);
  if (!made) return made;
  if (made->damage) return fail("{}", describe(*made->damage, operands.shape));
  if (made->unwritten != 0) return fail("{} elements of C were never written", made->unwritten);
  return made;
}

Result<Outcome> matmul(const Options& options) {
  const Result<bench::Operands> factors = operands(options);
  if (!factors) return tl::unexpected(factors.error());
  const Result<bench::Product> made = product(options, *factors);
  if (!made) return tl::unexpected(made.error());

  const bench::Shape& shape = factors->shape;
  Array c{.dtype = DType::f16,
          .shape = {static_cast<uint64_t>(shape.m), static_cast<uint64_t>(shape.n)},
          .fortran_order = false,
          .data = {}};
  // The kernel's C is column-major.
  const std::vector<uint16_t> rows =
      transposed(made->c, static_cast<size_t>(shape.n), static_cast<size_t>(shape.m));
  c.data.resize(rows.size() * sizeof(rows[0]));
  std::memcpy(c.data.data(), rows.data(), c.data.size());
  if (Result<void> written = write_npy(options.c, c); !written) {
    return tl::unexpected(written.error());
  }
  fmt::print("{}: {}, C order, accumulated in fp16; {} on {}, rung {}, {:.2f} s of emulation\n",
             options.c, describe(c), "software RDNA GPU", options.arch, options.rung,
             made->seconds);
  return Outcome::right;
}

}  // namespace

void add_matmul(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "matmul",
      "C = A B of two float16 .npy arrays, in C or Fortran order; C is written in C order");
  const auto options = std::make_shared<Options>();
  command->add_option("A", options->a, "float16 [M, K]")->required()->type_name("A.npy");
  command->add_option("B", options->b, "float16 [K, N]")->required()->type_name("B.npy");
  command->add_option("-o,--output", options->c, "float16 [M, N]")->required()->type_name("C.npy");
  command->add_option("--arch", options->arch, "Target")
      ->check(CLI::IsMember(target_names()))
      ->capture_default_str();
  command->add_option("--device", options->device, "What to run on (see tilewright devices)")
      ->check(CLI::IsMember(device_names()))
      ->capture_default_str();
  command->add_option("--rung", options->rung, "Kernel to multiply with")
      ->check(CLI::IsMember(rung_ids(Precision::fp16)))
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Cores to use, 0 for all")
      ->check(CLI::Range(0u, 1024u))
      ->capture_default_str();
  command->footer("Example:\n  tilewright matmul a.npy b.npy -o c.npy --arch gfx1201");
  command->callback([&action, options] { action = [options] { return matmul(*options); }; });
}

}  // namespace tilewright::cli
