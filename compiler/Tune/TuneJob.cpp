// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Tune/TuneJob.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilec;
using namespace tilec::tune;
namespace json = llvm::json;

static runtime::Error badJob(const std::string &text) {
  return {"tune", runtime::kBadFile, "kBadFile", text};
}

runtime::Status Job::write(const std::string &folder) const {
  json::Array args, list;
  for (const JobArgument &a : arguments)
    args.push_back(json::Object{{"type", a.elementType},
                                {"bytes", int64_t(a.bytes)},
                                {"offset", int64_t(a.offset)},
                                {"word", int64_t(a.word)},
                                {"size", a.size}});
  for (const JobCandidate &c : candidates)
    list.push_back(json::Object{{"symbol", c.symbol},
                                {"ftz", c.flushSubnormals},
                                {"division", c.preciseDivision},
                                {"sqrt", c.preciseSqrt},
                                {"fast", c.fastMath}});
  json::Value all = json::Object{
      {"device", device}, {"tolerance", tolerance}, {"arguments", std::move(args)}, {"candidates", std::move(list)}};
  std::error_code error;
  llvm::raw_fd_ostream file(folder + "/job.json", error);
  if (!error) {
    file << all;
    file.flush();
    error = file.error();
    file.clear_error();
  }
  return error ? badJob("cannot write '" + folder + "/job.json': " + error.message()) : runtime::Status();
}

runtime::Expected<Job> Job::read(const std::string &folder) {
  auto file = llvm::MemoryBuffer::getFile(folder + "/job.json");
  if (!file)
    return badJob("cannot read '" + folder + "/job.json': " + file.getError().message());
  llvm::Expected<json::Value> value = json::parse((*file)->getBuffer());
  const json::Object *all = value ? value->getAsObject() : nullptr;
  if (!value)
    llvm::consumeError(value.takeError());
  const json::Array *args = all ? all->getArray("arguments") : nullptr;
  const json::Array *list = all ? all->getArray("candidates") : nullptr;
  if (!args || !list)
    return badJob("'" + folder + "/job.json' is damaged");
  Job job;
  job.device = int(all->getInteger("device").value_or(-1));
  job.tolerance = all->getNumber("tolerance").value_or(-1);
  for (const json::Value &one : *args)
    if (const json::Object *a = one.getAsObject())
      job.arguments.push_back({a->getString("type").value_or("").str(), size_t(a->getInteger("bytes").value_or(0)),
                               size_t(a->getInteger("offset").value_or(0)), uint64_t(a->getInteger("word").value_or(0)),
                               unsigned(a->getInteger("size").value_or(8))});
  for (const json::Value &one : *list)
    if (const json::Object *c = one.getAsObject())
      job.candidates.push_back({c->getString("symbol").value_or("").str(), c->getBoolean("ftz").value_or(false),
                                c->getBoolean("division").value_or(true), c->getBoolean("sqrt").value_or(true),
                                c->getBoolean("fast").value_or(false)});
  return job;
}
