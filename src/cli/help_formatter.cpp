// SPDX-License-Identifier: MIT
#include "cli/help_formatter.hpp"

#include <algorithm>
#include <string_view>

#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

constexpr size_t kWidth = 100;
constexpr size_t kColumn = 28;  ///< where descriptions begin

std::string two_columns(const std::string& left, std::string_view right) {
  const std::string indent(kColumn, ' ');
  std::string first = "  " + left;
  if (right.empty()) return first + "\n";
  if (report::display_width(first) + 1 > kColumn) {
    first += "\n" + indent;
    return first + report::wrap(right, kWidth, indent, indent).substr(kColumn) + "\n";
  }
  first += std::string(kColumn - report::display_width(first), ' ');
  return report::wrap(right, kWidth, first, indent) + "\n";
}

/// CLI11 joins a type and what the checks say of themselves: "TEXT:{a,b}".
struct TypeText {
  std::string name;
  std::string accepted;
};

TypeText type_of(const CLI::Option& option) {
  const std::string all = option.get_type_name();
  const size_t colon = std::min(all.find(':'), all.size());
  TypeText type{all.substr(0, colon), all.substr(std::min(colon + 1, all.size()))};
  const bool is_set = type.accepted.starts_with('{') && type.accepted.ends_with('}');
  if (!is_set) return type;
  std::string listed = "one of";
  for (const char c : type.accepted) {
    if (c == '{' || c == ',') listed += c == ',' ? ", " : " ";
    if (c != '{' && c != ',' && c != '}') listed += c;
  }
  type.accepted = std::move(listed);
  return type;
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return two_columns(make_option_name(option, is_positional) + make_option_opts(option),
                     make_option_desc(option));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return {};
  std::string out;
  if (const std::string name = type_of(*option).name; !name.empty()) out += " " + name;
  if (!option->get_default_str().empty()) out += "=" + option->get_default_str();
  if (option->get_positional() &&
      option->get_expected_max() == CLI::detail::expected_max_vector_size) {
    out += " ...";
  }
  if (option->get_required()) out += " REQUIRED";
  return out;
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  const std::string accepted = type_of(*option).accepted;
  return option->get_description() + (accepted.empty() ? "" : "; " + accepted);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return two_columns(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return report::wrap(app->get_description(), kWidth, "", "") + "\n";
}

}  // namespace tilewright::cli
