// SPDX-License-Identifier: MIT
#include "vectors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace tilewright::emu::wmma {
namespace {

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> fields;
  std::istringstream stream{std::string(line)};
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace

Vector::Vector(const std::vector<std::string>& header, std::string_view line)
    : header_(&header), fields_(split(line)) {
  if (fields_.size() != header.size()) {
    throw std::runtime_error("row with a field too many or too few: " + std::string(line));
  }
}

const std::string& Vector::text(std::string_view column) const {
  const auto found = std::find(header_->begin(), header_->end(), column);
  if (found == header_->end()) throw std::runtime_error("no column " + std::string(column));
  return fields_[static_cast<size_t>(found - header_->begin())];
}

uint64_t Vector::hex64(std::string_view column) const {
  return std::stoull(text(column), nullptr, 16);
}

uint32_t Vector::hex(std::string_view column) const { return static_cast<uint32_t>(hex64(column)); }

int Vector::decimal(std::string_view column) const { return std::stoi(text(column)); }

std::vector<uint32_t> Vector::halves(std::string_view column) const {
  const std::string& digits = text(column);
  std::vector<uint32_t> values;
  for (size_t i = 0; i + 4 <= digits.size(); i += 4) {
    values.push_back(static_cast<uint32_t>(std::stoul(digits.substr(i, 4), nullptr, 16)));
  }
  return values;
}

VectorFile::VectorFile(std::string_view name) {
  std::ifstream file(std::string(TW_TEST_DATA_DIR "/vectors/").append(name).append(".csv"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (header_.empty()) {
      header_ = split(line);
    } else {
      rows_.emplace_back(header_, line);
    }
  }
  EXPECT_FALSE(rows_.empty()) << name << ": no rows in " << TW_TEST_DATA_DIR;
  std::cout << name << ": " << rows_.size() << " rows\n";
}

}  // namespace tilewright::emu::wmma
