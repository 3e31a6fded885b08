//===- EntryStream.cpp - Functions for streams and events -----------------===//
//
// Part of the amp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "State.h"

#include <algorithm>

using namespace amp::rt::cuda;
using namespace amp::rt::simulator;

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static CUresult createStream(Call &call, CUstream *stream, unsigned flags,
                             int priority) {
  if (!stream)
    return call.failOnNull();
  if (flags & ~kCU_STREAM_NON_BLOCKING)
    return call.fail(kCUDA_ERROR_INVALID_VALUE,
                     "unknown flags " + std::to_string(flags));
  State &driver = call.driver;
  std::shared_ptr<Stream> created = driver.makeStream(
      *call.context, flags,
      std::clamp(priority, kGreatestPriority, kLeastPriority));
  driver.streamFlags = flags;
  created->handle = driver.streams.insert(created);
  *stream = reinterpret_cast<CUstream>(created->handle);
  return kCUDA_SUCCESS;
}

CUresult amp::rt::simulator::cuStreamCreate(CUstream *stream, unsigned flags) {
  return enter(
      "cuStreamCreate", Needs::Context, InCapture::Safe,
      [&](Call &call) { return createStream(call, stream, flags, 0); });
}

CUresult amp::rt::simulator::cuStreamCreateWithPriority(CUstream *stream,
                                                        unsigned flags,
                                                        int priority) {
  return enter(
      "cuStreamCreateWithPriority", Needs::Context, InCapture::Safe,
      [&](Call &call) { return createStream(call, stream, flags, priority); });
}

CUresult amp::rt::simulator::cuStreamDestroy_v2(CUstream stream) {
  return enter("cuStreamDestroy_v2", Needs::Cleanup, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (!found->handle)
                   return call.fail(kCUDA_ERROR_INVALID_HANDLE,
                                    found->name + " cannot be destroyed");
                 if (found->capture)
                   return call.driver.refuseCaptured(call, *found);
                 // What it was given runs all the same, when somebody waits for
                 // it.
                 if (found->isBlocking() && found->tail && !found->tail->isDone)
                   call.context->orphans.push_back(found->tail);
                 call.driver.giveLaneBack(found->lane);
                 call.driver.streams.erase(found->handle);
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuStreamGetPriority(CUstream stream,
                                                 int *priority) {
  return enter("cuStreamGetPriority", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (!priority)
                   return call.failOnNull();
                 *priority = found->priority;
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuStreamGetFlags(CUstream stream,
                                              unsigned *flags) {
  return enter("cuStreamGetFlags", Needs::Context, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (!flags)
                   return call.failOnNull();
                 *flags = found->flags;
                 return kCUDA_SUCCESS;
               });
}

/// The operation that a wait for the stream waits for.
static OperationRef findEnd(Call &call, Stream &stream) {
  // Work of other streams counts as work of the default stream.
  if (stream.isLegacy)
    return call.driver.enqueue(call, stream, {});
  return stream.tail;
}

CUresult amp::rt::simulator::cuStreamSynchronize(CUstream stream) {
  return enter("cuStreamSynchronize", Needs::Context, InCapture::Unsafe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (CUresult result = call.driver.refuseCaptured(call, *found))
                   return result;
                 if (found->tail && !found->tail->isDone &&
                     applySeed(Seed::SynchronizeDropped))
                   return CUresult(kCUDA_SUCCESS);
                 return call.endWith(call.driver.synchronize(
                     *call.context, findEnd(call, *found)));
               });
}

CUresult amp::rt::simulator::cuStreamQuery(CUstream stream) {
  return enter("cuStreamQuery", Needs::Context, InCapture::Unsafe,
               [&](Call &call) {
                 std::shared_ptr<Stream> found = call.findStream(stream);
                 if (!found)
                   return call.result;
                 if (CUresult result = call.driver.refuseCaptured(call, *found))
                   return result;
                 return call.endWith(call.driver.query(*call.context, *found));
               });
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

CUresult amp::rt::simulator::cuEventCreate(CUevent *event, unsigned flags) {
  return enter(
      "cuEventCreate", Needs::Context, InCapture::Safe, [&](Call &call) {
        if (!event)
          return call.failOnNull();
        if (flags & ~(kCU_EVENT_BLOCKING_SYNC | kCU_EVENT_DISABLE_TIMING))
          return call.fail(kCUDA_ERROR_INVALID_VALUE,
                           "unknown flags " + std::to_string(flags));
        auto created = std::make_shared<Event>();
        created->context = call.context;
        created->flags = flags;
        created->name = "event " + std::to_string(++call.driver.numNamed);
        created->handle = call.driver.events.insert(created);
        *event = reinterpret_cast<CUevent>(created->handle);
        return kCUDA_SUCCESS;
      });
}

CUresult amp::rt::simulator::cuEventDestroy_v2(CUevent event) {
  return enter("cuEventDestroy_v2", Needs::Cleanup, InCapture::Safe,
               [&](Call &call) {
                 std::shared_ptr<Event> found = call.findEvent(event);
                 if (!found)
                   return call.result;
                 call.driver.events.erase(found->handle);
                 return kCUDA_SUCCESS;
               });
}

CUresult amp::rt::simulator::cuEventRecord(CUevent event, CUstream stream) {
  return enter(
      "cuEventRecord", Needs::Context, InCapture::Safe, [&](Call &call) {
        std::shared_ptr<Event> found = call.findEvent(event);
        std::shared_ptr<Stream> place;
        if (!found || !(place = call.findStream(stream)))
          return call.result;
        if (CUresult result = call.driver.checkCapture(call, *place))
          return result;
        if (applySeed(Seed::EventRecordDropped))
          return CUresult(kCUDA_SUCCESS);
        found->capture = place->capture;
        found->captureNodes = place->captureTails;
        found->recorded = nullptr;
        if (place->capture)
          return CUresult(kCUDA_SUCCESS);
        Action marker;
        marker.name = "record of " + found->name;
        found->recorded = call.driver.enqueue(call, *place, std::move(marker));
        return call.endWith(call.context->sticky);
      });
}

/// A wait for an event that was captured joins its stream to the capture.
static CUresult waitForCaptured(Call &call, Stream &stream,
                                const Event &event) {
  if (event.capture->isEnded)
    return call.fail(kCUDA_ERROR_CAPTURED_EVENT,
                     event.name + " was recorded in a capture that has ended");
  if (stream.isLegacy)
    return call.fail(kCUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                     "the default stream cannot be captured");
  if (stream.capture && stream.capture != event.capture) {
    stream.capture->invalidate(call.name);
    event.capture->invalidate(call.name);
    return call.fail(kCUDA_ERROR_STREAM_CAPTURE_MERGE,
                     stream.name + " is in another capture than " + event.name);
  }
  stream.capture = event.capture;
  stream.captureTails.insert(event.captureNodes.begin(),
                             event.captureNodes.end());
  return kCUDA_SUCCESS;
}

CUresult amp::rt::simulator::cuStreamWaitEvent(CUstream stream, CUevent event,
                                               unsigned flags) {
  return enter(
      "cuStreamWaitEvent", Needs::Context, InCapture::Safe, [&](Call &call) {
        State &driver = call.driver;
        std::shared_ptr<Stream> place = call.findStream(stream);
        std::shared_ptr<Event> found;
        if (!place || !(found = call.findEvent(event, /*isAnyContext=*/true)))
          return call.result;
        if (flags)
          return call.fail(kCUDA_ERROR_NOT_SUPPORTED,
                           "waits with flags are not simulated");
        if (CUresult result = driver.checkCapture(call, *place))
          return result;
        const bool isDone =
            !found->capture && (!found->recorded || found->recorded->isDone);
        if (!isDone && applySeed(Seed::EventWaitDropped))
          return CUresult(kCUDA_SUCCESS);
        if (found->capture)
          return waitForCaptured(call, *place, *found);
        if (!found->recorded)
          return call.fail(
              driver.raiseOrder(*call.context,
                                place->name + " is to wait for " + found->name +
                                    ", which was never recorded: the wait "
                                    "orders nothing (call " +
                                    std::to_string(call.number) + ")"),
              found->name + " was never recorded");
        if (place->capture) {
          place->capture->invalidate(call.name);
          return call.fail(kCUDA_ERROR_STREAM_CAPTURE_ISOLATION,
                           found->name +
                               " was recorded outside of the capture "
                               "of " +
                               place->name);
        }
        Action marker;
        marker.name = "wait for " + found->name;
        driver.enqueue(call, *place, std::move(marker), {found->recorded});
        return call.endWith(call.context->sticky);
      });
}

/// Fails for an event whose last record is in a graph, which no host can wait
/// for.
static CUresult refuseCaptured(Call &call, const Event &event) {
  if (!event.capture)
    return kCUDA_SUCCESS;
  if (!event.capture->isEnded)
    event.capture->invalidate(call.name);
  return call.fail(kCUDA_ERROR_CAPTURED_EVENT,
                   event.name + " was recorded in a capture");
}

CUresult amp::rt::simulator::cuEventSynchronize(CUevent event) {
  return enter(
      "cuEventSynchronize", Needs::Context, InCapture::Unsafe, [&](Call &call) {
        std::shared_ptr<Event> found = call.findEvent(event);
        if (!found)
          return call.result;
        if (CUresult result = refuseCaptured(call, *found))
          return result;
        if (!found->recorded)
          return call.fail(
              call.driver.raiseOrder(*call.context,
                                     "the host is to wait for " + found->name +
                                         ", which was never recorded: the wait "
                                         "orders nothing (call " +
                                         std::to_string(call.number) + ")"),
              found->name + " was never recorded");
        if (!found->recorded->isDone &&
            applySeed(Seed::EventSynchronizeDropped))
          return CUresult(kCUDA_SUCCESS);
        return call.endWith(
            call.driver.synchronize(*call.context, found->recorded));
      });
}

CUresult amp::rt::simulator::cuEventQuery(CUevent event) {
  return enter(
      "cuEventQuery", Needs::Context, InCapture::Unsafe, [&](Call &call) {
        std::shared_ptr<Event> found = call.findEvent(event);
        if (!found)
          return call.result;
        if (CUresult result = refuseCaptured(call, *found))
          return result;
        return call.endWith(call.driver.query(*call.context, found->recorded));
      });
}

static CUresult elapsedTime(Call &call, float *milliseconds, CUevent start,
                            CUevent end) {
  if (!milliseconds)
    return call.failOnNull();
  double times[2] = {};
  for (int i = 0; i < 2; ++i) {
    std::shared_ptr<Event> event = call.findEvent(i ? end : start);
    if (!event)
      return call.result;
    if (CUresult result = refuseCaptured(call, *event))
      return result;
    if (!event->recorded || (event->flags & kCU_EVENT_DISABLE_TIMING))
      return call.fail(kCUDA_ERROR_INVALID_HANDLE,
                       event->name + (event->recorded
                                          ? " was created without a time"
                                          : " was never recorded"));
    if (!event->recorded->isDone)
      return call.fail(kCUDA_ERROR_NOT_READY, event->name + " is not done");
    times[i] = event->recorded->end;
  }
  *milliseconds = call.driver.elapsedMilliseconds.value_or(
      static_cast<float>((times[1] - times[0]) * 1e3));
  return kCUDA_SUCCESS;
}

CUresult amp::rt::simulator::cuEventElapsedTime(float *milliseconds,
                                                CUevent start, CUevent end) {
  return enter(
      "cuEventElapsedTime", Needs::Context, InCapture::Safe,
      [&](Call &call) { return elapsedTime(call, milliseconds, start, end); });
}

CUresult amp::rt::simulator::cuEventElapsedTime_v2(float *milliseconds,
                                                   CUevent start, CUevent end) {
  return enter(
      "cuEventElapsedTime_v2", Needs::Context, InCapture::Safe,
      [&](Call &call) { return elapsedTime(call, milliseconds, start, end); });
}
