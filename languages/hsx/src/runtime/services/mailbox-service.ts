// Module 5: mailboxes as programs use them.

import type { ServiceCall, ServiceOutcome } from './call.js';
import {
  bind,
  bytesIn,
  close,
  handleOf,
  mailboxOf,
  open,
  peek,
  receive,
  send,
  Status,
  tap,
} from './mailboxes.js';
import type { Handle, Message } from './service-state.js';
import { longestMessage, readIn, sendOut, streamOf } from './stdio.js';

const waitForEver = 0xffff;

export function mailboxService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  const { state, task } = call;
  switch (fn) {
    case 0: {
      const opened = open(state, task.id, call.text(call.half(1)), call.half(2));
      return typeof opened === 'number' ? call.answer(opened) : call.answer(Status.ok, opened.number);
    }
    case 1: {
      const bound = bind(state, task.id, call.text(call.half(1)), call.half(2), call.half(3));
      return typeof bound === 'number' ? call.answer(bound) : call.answer(Status.ok, bound.id);
    }
  }
  if (fn > 6) return undefined;
  const handle = handleOf(state, task.id, call.half(1));
  if (handle === undefined) return call.answer(Status.invalidHandle);
  switch (fn) {
    case 2:
      return sendFrom(call, handle);
    case 3:
      return receiveInto(call, handle);
    case 4: {
      const mailbox = mailboxOf(state, handle);
      const next = peek(state, handle);
      return call.answer(Status.ok, mailbox.messages.length, bytesIn(mailbox), next?.payload.length ?? 0);
    }
    case 5:
      tap(handle, (call.register(2) & 1) === 1);
      return call.answer(Status.ok);
    default:
      close(state, handle);
      return call.answer(Status.ok);
  }
}

function sendFrom(call: ServiceCall, handle: Handle): ServiceOutcome {
  const { state, task } = call;
  const mailbox = mailboxOf(state, handle);
  const payload = call.bytes(call.half(2), call.half(3));
  const content = { flags: call.half(4), channel: call.half(5), source: task.id, payload };
  const stream = streamOf(mailbox);
  if (stream === 'stdout' || stream === 'stderr') {
    if (payload.length > longestMessage && payload.length > mailbox.capacity)
      return call.answer(Status.tooLarge);
    return sendOut(call, mailbox, stream, content) ?? call.answer(Status.ok, payload.length);
  }
  const status = send(state, mailbox, content, handle);
  return status === Status.ok ? call.answer(status, payload.length) : call.answer(status);
}

function receiveInto(call: ServiceCall, handle: Handle): ServiceOutcome {
  const { state, task } = call;
  const mailbox = mailboxOf(state, handle);
  const pointer = call.half(2);
  const most = call.half(3);
  const timeout = call.half(4);
  const infoAt = call.half(5);
  let message = receive(state, handle);
  if (message === undefined && streamOf(mailbox) === 'stdin' && mailbox.owner === task.id) {
    const line = readIn(call, Math.min(most, longestMessage));
    // One that only looks does not wait for somebody to type.
    if (!(line instanceof Uint8Array)) return timeout === 0 ? fail(call, Status.noData, infoAt) : line;
    if (line.length === 0) return fail(call, Status.noData, infoAt);
    message = { sequence: 0, flags: 0, channel: 0, source: 0, payload: line };
  }
  if (message !== undefined) return deliver(call, message, pointer, most, infoAt);
  if (timeout === 0) return fail(call, Status.noData, infoAt);
  const began = task.wait?.for === 'message' ? task.wait : undefined;
  const until = began?.until ?? (timeout === waitForEver ? Infinity : call.host.now() + timeout);
  if (until <= call.host.now()) return fail(call, Status.timeout, infoAt);
  return began ?? { for: 'message', until };
}

/** A message that is longer than there is room for is cut. */
function deliver(
  call: ServiceCall,
  message: Message,
  pointer: number,
  most: number,
  infoAt: number,
): ServiceOutcome {
  const { flags, channel, source } = message;
  const payload = message.payload.subarray(0, most);
  call.store(pointer, payload);
  describe(call, infoAt, [Status.ok, payload.length, flags, channel, source]);
  return call.answer(Status.ok, payload.length, flags, channel, source);
}

function fail(call: ServiceCall, status: number, infoAt: number): ServiceOutcome {
  describe(call, infoAt, [status, 0, 0, 0, 0]);
  return call.answer(status, 0);
}

function describe(call: ServiceCall, at: number, fields: readonly number[]): void {
  if (at !== 0) call.store(at, new Uint8Array(Int32Array.from(fields).buffer));
}
