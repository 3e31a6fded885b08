//===- Module.cpp - The Python module, its arrays and failures ------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Binding.h"

#include <array>

using namespace amp::python;

//===----------------------------------------------------------------------===//
// Failures and messages
//===----------------------------------------------------------------------===//

void amp::python::check(amp_status *status) {
  if (!status)
    return;
  std::unique_ptr<amp_status, Destroy<amp_status_free>> owner(status);
  nb::object error =
      nb::module_::import_("amp.errors")
          .attr("_from_status")(static_cast<int>(amp_status_code(status)),
                                amp_status_message(status),
                                amp_status_place(status));
  PyErr_SetObject(error.type().ptr(), error.ptr());
  throw nb::python_error();
}

void amp::python::deliverMessage(int32_t severity, const char *place,
                                 const char *text) {
  nb::module_::import_("amp.errors").attr("_deliver")(severity, place, text);
}

void Messages::receive(void *context, const amp_message *message) {
  static_cast<Messages *>(context)->messages.push_back(
      {message->severity, message->place, message->text});
}

void Messages::deliver() {
  for (const Message &message : messages)
    deliverMessage(message.severity, message.place.c_str(),
                   message.text.c_str());
  messages.clear();
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

namespace {
struct TypeInfo {
  int32_t type;
  const char *name;
  nb::dlpack::dtype_code code;
  uint8_t bits;
};
} // namespace

static constexpr std::array<TypeInfo, 12> kTypes = {{
    {AMP_F64, "f64", nb::dlpack::dtype_code::Float, 64},
    {AMP_F32, "f32", nb::dlpack::dtype_code::Float, 32},
    {AMP_F16, "f16", nb::dlpack::dtype_code::Float, 16},
    {AMP_BF16, "bf16", nb::dlpack::dtype_code::Bfloat, 16},
    {AMP_I64, "i64", nb::dlpack::dtype_code::Int, 64},
    {AMP_I32, "i32", nb::dlpack::dtype_code::Int, 32},
    {AMP_I16, "i16", nb::dlpack::dtype_code::Int, 16},
    {AMP_I8, "i8", nb::dlpack::dtype_code::Int, 8},
    {AMP_UI8, "ui8", nb::dlpack::dtype_code::UInt, 8},
    {AMP_I1, "i1", nb::dlpack::dtype_code::Bool, 8},
    {AMP_C64, "c64", nb::dlpack::dtype_code::Complex, 64},
    {AMP_C128, "c128", nb::dlpack::dtype_code::Complex, 128},
}};

const char *amp::python::typeName(int32_t type) {
  for (const TypeInfo &info : kTypes)
    if (info.type == type)
      return info.name;
  throw nb::value_error("an element type that this module does not know");
}

int32_t amp::python::typeOfName(const std::string &name) {
  for (const TypeInfo &info : kTypes)
    if (info.name == name)
      return info.type;
  throw nb::value_error(("there is no element type '" + name + "'").c_str());
}

nb::dlpack::dtype amp::python::toDLPack(int32_t type) {
  for (const TypeInfo &info : kTypes)
    if (info.type == type)
      return {static_cast<uint8_t>(info.code), info.bits, 1};
  throw nb::value_error("an element type that this module does not know");
}

Array::Array(InputArray given, const std::optional<std::string> &typeName)
    : array(std::move(given)) {
  for (size_t i = 0; i < array.ndim(); ++i)
    shape.push_back(static_cast<int64_t>(array.shape(i)));
  if (typeName) {
    type = typeOfName(*typeName);
    if (amp_element_size(type) != array.itemsize())
      throw nb::value_error("the elements are not as large as those of the "
                            "type");
    return;
  }
  nb::dlpack::dtype dtype = array.dtype();
  for (const TypeInfo &info : kTypes)
    if (static_cast<uint8_t>(info.code) == dtype.code &&
        info.bits == dtype.bits && dtype.lanes == 1)
      type = info.type;
  if (type < 0)
    throw nb::type_error("no graph has elements of this type");
}

amp_array Array::get() const {
  return {type, static_cast<uint32_t>(shape.size()), shape.data(), array.data(),
          array.nbytes()};
}

nb::tuple amp::python::toTuple(const int64_t *shape, uint32_t rank) {
  nb::list sizes;
  for (uint32_t i = 0; i < rank; ++i) {
    if (shape[i] == AMP_OPEN_SIZE)
      sizes.append(nb::none());
    else
      sizes.append(shape[i]);
  }
  return nb::tuple(sizes);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

Config::Config() {
  amp_config *made = nullptr;
  check(amp_config_create(&made));
  handle.reset(made);
}

/// Name, whether it is a switch, and what is expected.
static std::vector<std::tuple<std::string, bool, std::string>> getSettings() {
  std::vector<std::tuple<std::string, bool, std::string>> settings;
  for (size_t i = 0, count = amp_num_settings(); i < count; ++i) {
    amp_setting setting;
    check(amp_get_setting(i, &setting));
    settings.emplace_back(setting.name, setting.is_switch != 0,
                          setting.expected);
  }
  return settings;
}

NB_MODULE(_amp, module) {
  module.doc() = "The C interface of amp; the package amp is what to use.";
  if (amp_c_abi_version() != AMP_C_ABI_VERSION)
    throw nb::import_error("libamp-c.so is of another version than amp._amp");
  module.def("version", &amp_version);
  module.def("settings", &getSettings);
  nb::class_<Array>(module, "Array")
      .def(nb::init<InputArray, const std::optional<std::string> &>(),
           nb::arg("array"), nb::arg("type").none(),
           nb::sig("def __init__(self, array: object, type: str | None) -> "
                   "None"))
      .def_prop_ro("type",
                   [](const Array &array) {
                     return std::string(typeName(array.getType()));
                   })
      .def_prop_ro("shape", &Array::getShape);
  nb::class_<Config>(module, "Config")
      .def(nb::init<>())
      .def(
          "set",
          [](Config &config, const std::string &name,
             const std::optional<std::string> &value) {
            check(amp_config_set(config.handle.get(), name.c_str(),
                                 value ? value->c_str() : nullptr));
          },
          nb::arg("name"), nb::arg("value").none())
      .def(
          "set_policy_text",
          [](Config &config, const std::string &text) {
            check(
                amp_config_set_policy_text(config.handle.get(), text.c_str()));
          },
          nb::arg("text"))
      .def(
          "get",
          [](const Config &config,
             const std::string &name) -> std::optional<std::string> {
            const char *value =
                amp_config_get(config.handle.get(), name.c_str());
            if (!value)
              return std::nullopt;
            return value;
          },
          nb::arg("name"));
  addCompiler(module);
  addCheckpoint(module);
  addSession(module);
}
