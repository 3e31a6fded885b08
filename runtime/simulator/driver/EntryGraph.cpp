//===- EntryGraph.cpp - Functions that capture and launch graphs ----------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// While a stream is captured, what it is given becomes nodes of a graph. A
// stream that waits for an event of the capture joins it, and is joined back
// when the first stream waits for an event of it.
//
//===----------------------------------------------------------------------===//

#include "State.h"

#include <algorithm>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Capture
//===----------------------------------------------------------------------===//

CUresult amp::rt::simulator::cuThreadExchangeStreamCaptureMode(
    CUstreamCaptureMode *mode) {
  return enter("cuThreadExchangeStreamCaptureMode", Needs::Init,
               InCapture::Safe, [&](Call &call) {
                 if (!mode)
                   return call.failOnNull();
                 if (*mode > kCU_STREAM_CAPTURE_MODE_RELAXED)
                   return call.fail(kCUDA_ERROR_INVALID_VALUE,
                                    "unknown mode " + std::to_string(*mode));
                 std::swap(*mode, captureModeOfThread());
                 return CUresult(kCUDA_SUCCESS);
               });
}

CUresult amp::rt::simulator::cuStreamBeginCapture_v2(CUstream stream,
                                                     CUstreamCaptureMode mode) {
  return enter("cuStreamBeginCapture_v2", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (mode > kCU_STREAM_CAPTURE_MODE_RELAXED)
                   return call.fail(kCUDA_ERROR_INVALID_VALUE,
                                    "unknown mode " + std::to_string(mode));
                 if (found->isLegacy)
                   return call.fail(kCUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                                    "the default stream cannot be captured");
                 if (found->capture)
                   return call.fail(kCUDA_ERROR_ILLEGAL_STATE,
                                    found->name + " is captured already");
                 auto capture = std::make_shared<Capture>();
                 capture->graph = std::make_shared<Graph>();
                 capture->graph->name =
                     "graph " + std::to_string(++call.driver.numNamed);
                 capture->origin = found.get();
                 capture->mode = mode;
                 capture->thread = std::this_thread::get_id();
                 call.driver.captures.push_back(capture);
                 found->capture = std::move(capture);
                 found->captureTails.clear();
                 return CUresult(kCUDA_SUCCESS);
               });
}

/// A node that nothing at the end of `stream` waits for, or -1.
static ptrdiff_t findUnjoined(const Graph &graph, const Stream &stream) {
  std::vector<bool> isJoined(graph.nodes.size());
  for (size_t node : stream.captureTails)
    isJoined[node] = true;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    if (!isJoined[i])
      return static_cast<ptrdiff_t>(i);
    for (size_t node : graph.nodes[i].dependencies)
      isJoined[node] = true;
  }
  return -1;
}

CUresult amp::rt::simulator::cuStreamEndCapture(CUstream stream,
                                                CUgraph *graph) {
  return enter(
      "cuStreamEndCapture", Needs::Context, InCapture::Safe, [&](Call &call) {
        State &driver = call.driver;
        std::shared_ptr<Stream> found = call.findStream(stream);
        if (!found)
          return call.result;
        if (!graph)
          return call.failOnNull();
        *graph = nullptr;
        std::shared_ptr<Capture> capture = found->capture;
        if (!capture)
          return call.fail(kCUDA_ERROR_ILLEGAL_STATE,
                           found->name + " is not captured");
        if (capture->origin != found.get()) {
          capture->invalidate(call.name);
          return call.fail(kCUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
                           "the capture began on " + capture->origin->name +
                               ", not on " + found->name);
        }
        if (capture->mode != kCU_STREAM_CAPTURE_MODE_RELAXED &&
            capture->thread != std::this_thread::get_id())
          return call.fail(kCUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
                           "the capture of " + found->name +
                               " began in another thread");
        const ptrdiff_t unjoined = findUnjoined(*capture->graph, *found);
        // The capture is over, whatever came of it.
        capture->isEnded = true;
        driver.captures.erase(
            std::find(driver.captures.begin(), driver.captures.end(), capture));
        auto leave = [&](Stream &other) {
          if (other.capture != capture)
            return;
          other.capture = nullptr;
          other.captureTails.clear();
        };
        for (const auto &[handle, other] : driver.streams.all())
          leave(*other);
        for (const auto &[thread, other] : call.context->perThread)
          leave(*other);
        if (!capture->invalidBy.empty())
          return call.fail(kCUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
                           "the capture of " + found->name +
                               " is invalid since " + capture->invalidBy);
        if (unjoined >= 0) {
          const GraphNode &node =
              capture->graph->nodes[static_cast<size_t>(unjoined)];
          return call.fail(
              kCUDA_ERROR_STREAM_CAPTURE_UNJOINED,
              node.action.name + " (" + node.call +
                  ") was captured from another stream, for which " +
                  found->name + " does not wait");
        }
        capture->graph->handle = driver.graphs.insert(capture->graph);
        *graph = reinterpret_cast<CUgraph>(capture->graph->handle);
        return CUresult(kCUDA_SUCCESS);
      });
}

CUresult
amp::rt::simulator::cuStreamIsCapturing(CUstream stream,
                                        CUstreamCaptureStatus *status) {
  return enter("cuStreamIsCapturing", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (!status)
                   return call.failOnNull();
                 if (found->isLegacy)
                   if (CUresult result = call.driver.checkCapture(call, *found))
                     return result;
                 *status = !found->capture ? kCU_STREAM_CAPTURE_STATUS_NONE
                           : found->capture->invalidBy.empty()
                               ? kCU_STREAM_CAPTURE_STATUS_ACTIVE
                               : kCU_STREAM_CAPTURE_STATUS_INVALIDATED;
                 return CUresult(kCUDA_SUCCESS);
               });
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static std::shared_ptr<Graph> findGraph(Call &call, CUgraph graph) {
  std::shared_ptr<Graph> found = call.driver.graphs.find(graph);
  if (!found)
    call.fail(kCUDA_ERROR_INVALID_VALUE, call.driver.graphs.wasDestroyed(graph)
                                             ? "the graph was destroyed"
                                             : "this is no graph");
  return found;
}

static std::shared_ptr<GraphExec> findExec(Call &call, CUgraphExec exec) {
  std::shared_ptr<GraphExec> found = call.driver.graphExecs.find(exec);
  if (!found)
    call.fail(kCUDA_ERROR_INVALID_VALUE,
              call.driver.graphExecs.wasDestroyed(exec)
                  ? "the instance of a graph was destroyed"
                  : "this is no instance of a graph");
  return found;
}

CUresult amp::rt::simulator::cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes,
                                             size_t *count) {
  return enter("cuGraphGetNodes", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Graph> found = findGraph(call, graph);
                 if (!found)
                   return call.result;
                 if (!count)
                   return call.failOnNull();
                 if (nodes)
                   return call.fail(kCUDA_ERROR_NOT_SUPPORTED,
                                    "nodes of graphs have no handles in the "
                                    "simulated driver; ask for their number");
                 *count = found->nodes.size();
                 return CUresult(kCUDA_SUCCESS);
               });
}

CUresult amp::rt::simulator::cuGraphDestroy(CUgraph graph) {
  return enter("cuGraphDestroy", Needs::Init, InCapture::Safe, [&](Call &call) {
    std::shared_ptr<Graph> found = findGraph(call, graph);
    if (!found)
      return call.result;
    call.driver.graphs.erase(found->handle);
    return CUresult(kCUDA_SUCCESS);
  });
}

/// Puts each node on a branch: that of a node before it that ends a branch, or
/// a new one. The nodes of a branch are in order.
static void findBranches(State &driver, GraphExec &exec) {
  std::vector<size_t> endOf; // node at the end of each branch
  for (size_t i = 0; i < exec.nodes.size(); ++i) {
    size_t branch = endOf.size();
    for (size_t node : exec.nodes[i].dependencies)
      if (endOf[exec.branchOf[node]] == node)
        branch = std::min(branch, exec.branchOf[node]);
    if (branch == endOf.size())
      endOf.push_back(i);
    endOf[branch] = i;
    exec.branchOf.push_back(branch);
  }
  for (size_t i = 0; i < endOf.size(); ++i)
    exec.lanes.push_back(driver.takeLane());
}

CUresult amp::rt::simulator::cuGraphInstantiateWithFlags(
    CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
  return enter("cuGraphInstantiateWithFlags", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 State &driver = call.driver;
                 std::shared_ptr<Graph> found = findGraph(call, graph);
                 if (!found)
                   return call.result;
                 if (!exec)
                   return call.failOnNull();
                 if (flags)
                   return call.fail(kCUDA_ERROR_NOT_SUPPORTED,
                                    "flags " + std::to_string(flags) +
                                        " of a graph are not simulated");
                 auto created = std::make_shared<GraphExec>();
                 created->context = call.context;
                 created->name = found->name;
                 created->nodes = found->nodes;
                 findBranches(driver, *created);
                 created->handle = driver.graphExecs.insert(created);
                 *exec = reinterpret_cast<CUgraphExec>(created->handle);
                 return CUresult(kCUDA_SUCCESS);
               });
}

CUresult
amp::rt::simulator::cuGraphExecUpdate_v2(CUgraphExec exec, CUgraph graph,
                                         CUgraphExecUpdateResultInfo *info) {
  return enter(
      "cuGraphExecUpdate_v2", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<GraphExec> target = findExec(call, exec);
        std::shared_ptr<Graph> source;
        if (!target || !(source = findGraph(call, graph)))
          return call.result;
        auto isSame = [](const GraphNode &a, const GraphNode &b) {
          return a.action.kind == b.action.kind &&
                 a.dependencies == b.dependencies;
        };
        const bool fits =
            std::equal(target->nodes.begin(), target->nodes.end(),
                       source->nodes.begin(), source->nodes.end(), isSame);
        if (info)
          *info = {fits ? kCU_GRAPH_EXEC_UPDATE_SUCCESS
                        : kCU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED,
                   nullptr, nullptr};
        if (!fits)
          return call.fail(kCUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
                           source->name + " has other nodes than " +
                               target->name + ", of which the instance is");
        // Launches that are queued have their own copies.
        target->nodes = source->nodes;
        return CUresult(kCUDA_SUCCESS);
      });
}

CUresult amp::rt::simulator::cuGraphExecDestroy(CUgraphExec exec) {
  return enter("cuGraphExecDestroy", Needs::Init, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<GraphExec> found = findExec(call, exec);
                 if (!found)
                   return call.result;
                 for (unsigned lane : found->lanes)
                   call.driver.giveLaneBack(lane);
                 call.driver.graphExecs.erase(found->handle);
                 return CUresult(kCUDA_SUCCESS);
               });
}

CUresult amp::rt::simulator::cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return enter("cuGraphLaunch", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 State &driver = call.driver;
                 std::shared_ptr<GraphExec> found = findExec(call, exec);
                 std::shared_ptr<Stream> place;
                 if (!found || !(place = call.findStream(stream)))
                   return call.result;
                 if (found->context != call.context)
                   return call.fail(kCUDA_ERROR_INVALID_VALUE,
                                    "the instance of " + found->name +
                                        " belongs to another context");
                 if (CUresult result = driver.checkCapture(call, *place))
                   return result;
                 if (place->capture)
                   return call.fail(kCUDA_ERROR_NOT_SUPPORTED,
                                    "a graph within a graph is not simulated");
                 driver.launchGraph(call, *found, *place);
                 return call.endWith(call.context->sticky);
               });
}
