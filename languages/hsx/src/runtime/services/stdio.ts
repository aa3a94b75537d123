// Standard input and output of a task. What is sent to stdout and stderr leaves the machine at once, so that the few bytes
// of the mailbox never block a program that nobody reads; other tasks that opened or tapped it get their copies.

import type { TaskWait } from '../state.js';
import type { ServiceCall } from './call.js';
import type { send } from './mailboxes.js';
import { bytesIn, copyToTaps, defaultCapacity, messageCost, stdioNames } from './mailboxes.js';
import type { Mailbox } from './service-state.js';

export type Stream = 'stdout' | 'stderr';

/** The stream that a mailbox stands for. */
export function streamOf({ namespace, name }: Mailbox): Stream | 'stdin' | undefined {
  if (namespace !== 'svc') return undefined;
  const index = stdioNames.indexOf(name as (typeof stdioNames)[number]);
  return index < 0 ? undefined : (['stdin', 'stdout', 'stderr'] as const)[index];
}

/** Texts as text; anything else byte for byte, since a character may be cut in two by the end of a message. */
export function write(call: ServiceCall, stream: Stream, bytes: Uint8Array): TaskWait | undefined {
  if (bytes.length === 0) return undefined;
  const taken = bytes.every(byte => byte < 0x80)
    ? call.host.write(stream, String.fromCharCode(...bytes))
    : call.host.writeBytes(stream, bytes);
  return taken ? undefined : { for: 'output' };
}

/** To a mailbox that stands for stdout or stderr. */
export function sendOut(
  call: ServiceCall,
  mailbox: Mailbox,
  stream: Stream,
  content: Parameters<typeof send>[2],
): TaskWait | undefined {
  const wait = write(call, stream, content.payload);
  if (wait !== undefined) return wait;
  const { state } = call;
  const read = state.handles.some(h => h.mailbox === mailbox.id && !h.closed && h.task !== mailbox.owner);
  if (!read) return undefined;
  const message = { ...content, sequence: mailbox.nextSequence++ };
  copyToTaps(state, mailbox, message);
  if (message.payload.length + messageCost > mailbox.capacity) return undefined;
  // Readers that come too late miss the oldest.
  while (bytesIn(mailbox) + message.payload.length + messageCost > mailbox.capacity) mailbox.messages.shift();
  mailbox.messages.push(message);
  return undefined;
}

/**
 * Bytes of standard input, at most `most`; none at its end. Lines keep their ends. The rest of a line waits in the task
 * that began to read it.
 */
export function readIn(call: ServiceCall, most: number): Uint8Array | TaskWait {
  const { state, task } = call;
  let entry = state.input.find(i => i.task === task.id);
  if (entry === undefined) state.input.push((entry = { task: task.id, bytes: new Uint8Array() }));
  if (entry.bytes.length === 0 && !state.inputEnded) {
    const line = call.host.readInput === undefined ? nextLine(call) : call.host.readInput(task.id);
    if (line === undefined) return { for: 'input' };
    if (line !== null) entry.bytes = line;
    // An input that only this task has ends for it alone.
    else if (call.host.readInput === undefined) state.inputEnded = true;
  }
  const taken = entry.bytes.slice(0, most);
  entry.bytes = entry.bytes.slice(taken.length);
  return taken;
}

function nextLine({ host }: ServiceCall): Uint8Array | null | undefined {
  const line = host.readLine();
  return typeof line === 'string' ? new TextEncoder().encode(`${line}\n`) : line;
}

/** As much as one message can have. */
export const longestMessage = defaultCapacity - messageCost;
