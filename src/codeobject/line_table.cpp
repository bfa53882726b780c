// SPDX-License-Identifier: MIT
#include "codeobject/line_table.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/DataExtractor.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tilewright::codeobject {
namespace {

namespace dwarf = llvm::dwarf;
using llvm::StringRef;
using Extractor = llvm::DataExtractor;

constexpr uint8_t kAddressBytes = 8;

/// A cursor whose error nobody needs to look at: having one is enough.
class Cursor : public Extractor::Cursor {
 public:
  explicit Cursor(uint64_t at) : Extractor::Cursor(at) {}
  ~Cursor() { llvm::consumeError(takeError()); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;
};

Extractor extractor(StringRef bytes) { return {bytes, /*IsLittleEndian=*/true, kAddressBytes}; }

/// One table: its bytes from behind the field that says how many they are.
class Reader {
 public:
  Reader(StringRef table, bool is_64_bit, const LineSections& sections, LineTables& to)
      : table_(table), offset_bytes_(is_64_bit ? 8 : 4), sections_(sections), to_(to) {}

  void read() {
    if (!read_header()) return;
    to_.files.push_back(std::move(files_));
    run();
  }

 private:
  // --- header
  bool read_header() {
    Cursor cursor(0);
    const Extractor whole = extractor(table_);
    files_.version = whole.getU16(cursor);
    if (!cursor || files_.version < 2 || files_.version > 5) return false;
    if (files_.version == 5) {
      const uint8_t address_bytes = whole.getU8(cursor);
      const uint8_t selector_bytes = whole.getU8(cursor);
      if (address_bytes != kAddressBytes || selector_bytes != 0) return false;
    }
    const uint64_t bytes = whole.getUnsigned(cursor, offset_bytes_);
    if (!cursor || bytes > table_.size() - cursor.tell()) return false;
    program_ = cursor.tell() + bytes;

    const Extractor header = extractor(table_.take_front(program_));
    min_instruction_bytes_ = header.getU8(cursor);
    // More than one operation an instruction is for other processors.
    const bool one_operation = files_.version < 4 || header.getU8(cursor) == 1;
    header.getU8(cursor);  // whether rows are beginnings of statements, unless told otherwise
    line_base_ = static_cast<int8_t>(header.getU8(cursor));
    line_range_ = header.getU8(cursor);
    opcode_base_ = header.getU8(cursor);
    if (!cursor || !one_operation || line_range_ == 0 || opcode_base_ == 0) return false;
    for (unsigned opcode = 1; opcode < opcode_base_; ++opcode) {
      operands_.push_back(header.getU8(cursor));
    }
    return cursor &&
           (files_.version == 5 ? read_names(header, cursor) : read_old_names(header, cursor));
  }

  /// Versions 2 to 4: two lists that an empty name ends.
  bool read_old_names(const Extractor& header, Cursor& cursor) {
    for (StringRef name = header.getCStrRef(cursor); !name.empty();
         name = header.getCStrRef(cursor)) {
      files_.directories.push_back(name);
    }
    for (StringRef name = header.getCStrRef(cursor); !name.empty();
         name = header.getCStrRef(cursor)) {
      files_.files.push_back({name, header.getULEB128(cursor)});
      header.getULEB128(cursor);  // time of modification
      header.getULEB128(cursor);  // bytes
    }
    return static_cast<bool>(cursor);
  }

  struct Field {
    uint64_t content = 0, form = 0;
  };
  struct Value {
    uint64_t number = 0;
    StringRef text;
  };

  static std::vector<Field> read_format(const Extractor& header, Cursor& cursor) {
    std::vector<Field> format(header.getU8(cursor));
    for (Field& field : format) {
      field.content = header.getULEB128(cursor);
      field.form = header.getULEB128(cursor);
    }
    return format;
  }

  /// Nothing if the form is not one that entries have.
  std::optional<Value> read_value(const Extractor& header, Cursor& cursor, uint64_t form) const {
    switch (form) {
      case dwarf::DW_FORM_string:
        return Value{0, header.getCStrRef(cursor)};
      case dwarf::DW_FORM_line_strp:
        return Value{0, string_at(sections_.line_strings, header, cursor)};
      case dwarf::DW_FORM_strp:
        return Value{0, string_at(sections_.strings, header, cursor)};
      case dwarf::DW_FORM_udata:
        return Value{header.getULEB128(cursor), {}};
      case dwarf::DW_FORM_data1:
        return Value{header.getU8(cursor), {}};
      case dwarf::DW_FORM_data2:
        return Value{header.getU16(cursor), {}};
      case dwarf::DW_FORM_data4:
        return Value{header.getU32(cursor), {}};
      case dwarf::DW_FORM_data8:
        return Value{header.getU64(cursor), {}};
      case dwarf::DW_FORM_data16:
        header.skip(cursor, 16);
        return Value{};
      case dwarf::DW_FORM_block:
        header.skip(cursor, header.getULEB128(cursor));
        return Value{};
      default:
        return std::nullopt;
    }
  }

  StringRef string_at(StringRef section, const Extractor& header, Cursor& cursor) const {
    const uint64_t at = header.getUnsigned(cursor, offset_bytes_);
    const size_t end = cursor && at < section.size() ? section.find('\0', at) : StringRef::npos;
    return end == StringRef::npos ? StringRef() : section.slice(at, end);
  }

  /// Version 5: a list of directories and one of files, each after a description of its entries.
  bool read_names(const Extractor& header, Cursor& cursor) {
    const auto list = [&](auto&& add) {
      const std::vector<Field> format = read_format(header, cursor);
      const uint64_t count = header.getULEB128(cursor);
      // An entry without fields takes no bytes, so that nothing would end the loop.
      if (!cursor || (format.empty() && count != 0)) return false;
      for (uint64_t i = 0; i < count; ++i) {
        LineFiles::File entry;
        for (const Field& field : format) {
          const auto value = read_value(header, cursor, field.form);
          if (!value || !cursor) return false;
          if (field.content == dwarf::DW_LNCT_path) entry.name = value->text;
          if (field.content == dwarf::DW_LNCT_directory_index) entry.directory = value->number;
        }
        add(entry);
      }
      return true;
    };
    return list([&](const auto& entry) { files_.directories.push_back(entry.name); }) &&
           list([&](const auto& entry) { files_.files.push_back(entry); });
  }

  // --- program: what the opcodes do to these registers, DWARF 5, section 6.2
  struct Row {
    uint64_t address = 0;
    uint64_t file = 1;
    uint32_t line = 1;
  };

  /// A row holds for the addresses up to the next one's.
  void add_row() {
    if (last_ && row_.address > last_->address) {
      const auto table = static_cast<uint32_t>(to_.files.size() - 1);
      to_.spans.push_back({last_->address, row_.address, table, last_->line, last_->file});
    }
    last_ = row_;
  }
  void advance(uint64_t instructions) { row_.address += instructions * min_instruction_bytes_; }

  void run() {
    const Extractor data = extractor(table_);
    Cursor cursor(program_);
    while (cursor && cursor.tell() < table_.size()) {
      const uint8_t opcode = data.getU8(cursor);
      if (opcode >= opcode_base_) {
        const unsigned adjusted = opcode - opcode_base_;
        advance(adjusted / line_range_);
        row_.line += static_cast<uint32_t>(line_base_ + static_cast<int>(adjusted % line_range_));
        add_row();
      } else if (opcode == 0) {
        extended(data, cursor);
      } else {
        standard(data, cursor, opcode);
      }
    }
  }

  void standard(const Extractor& data, Cursor& cursor, uint8_t opcode) {
    switch (opcode) {
      case dwarf::DW_LNS_copy:
        add_row();
        break;
      case dwarf::DW_LNS_advance_pc:
        advance(data.getULEB128(cursor));
        break;
      case dwarf::DW_LNS_advance_line:
        row_.line += static_cast<uint32_t>(data.getSLEB128(cursor));
        break;
      case dwarf::DW_LNS_set_file:
        row_.file = data.getULEB128(cursor);
        break;
      case dwarf::DW_LNS_const_add_pc:
        advance((255u - opcode_base_) / line_range_);
        break;
      case dwarf::DW_LNS_fixed_advance_pc:
        row_.address += data.getU16(cursor);
        break;
      default:
        for (unsigned i = 0; i < operands_[opcode - 1]; ++i) data.getULEB128(cursor);
    }
  }

  void extended(const Extractor& data, Cursor& cursor) {
    const uint64_t bytes = data.getULEB128(cursor);
    if (!cursor || bytes == 0 || bytes > table_.size() - cursor.tell()) {
      cursor.seek(table_.size());
      return;
    }
    const uint64_t end = cursor.tell() + bytes;
    switch (data.getU8(cursor)) {
      case dwarf::DW_LNE_end_sequence:
        add_row();
        last_.reset();
        row_ = {};
        break;
      case dwarf::DW_LNE_set_address:
        if (bytes == 1 + kAddressBytes) row_.address = data.getU64(cursor);
        break;
      default:
        break;
    }
    cursor.seek(end);
  }

  StringRef table_;
  uint8_t offset_bytes_;
  const LineSections& sections_;
  LineTables& to_;

  LineFiles files_;
  uint64_t program_ = 0;  ///< where in the table it begins
  uint8_t min_instruction_bytes_ = 0, line_range_ = 0, opcode_base_ = 0;
  int8_t line_base_ = 0;
  std::vector<uint8_t> operands_;  ///< of standard opcodes, from 1 on

  Row row_;
  std::optional<Row> last_;  ///< the row before, in this sequence
};

}  // namespace

std::string LineFiles::name(uint64_t number) const {
  const uint64_t first = version == 5 ? 0 : 1;
  if (number < first || number - first >= files.size()) return {};
  const File& file = files[number - first];
  // Directory 0 is the folder of compilation.
  const uint64_t index = version == 5 ? file.directory : file.directory - 1;
  if (file.name.starts_with("/") || file.directory == 0 || index >= directories.size()) {
    return file.name.str();
  }
  const StringRef directory = directories[index];
  return (directory + (directory.empty() || directory.ends_with("/") ? "" : "/") + file.name).str();
}

LineTables read_line_tables(const LineSections& sections) {
  LineTables tables;
  const Extractor lines = extractor(sections.lines);
  uint64_t at = 0;
  while (at < sections.lines.size()) {
    Cursor cursor(at);
    uint64_t bytes = lines.getU32(cursor);
    const bool is_64_bit = bytes == dwarf::DW_LENGTH_DWARF64;
    if (is_64_bit) bytes = lines.getU64(cursor);
    if (!cursor || bytes > sections.lines.size() - cursor.tell()) break;
    Reader(sections.lines.substr(cursor.tell(), bytes), is_64_bit, sections, tables).read();
    at = cursor.tell() + bytes;
  }
  std::ranges::sort(tables.spans, {}, &LineSpan::begin);
  return tables;
}

}  // namespace tilewright::codeobject
