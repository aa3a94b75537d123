// Mailboxes: queues of messages with a name. In one with fan-out each reader sees every message.

import type { Handle, Mailbox, Message, Namespace, ServiceState } from './service-state.js';

export const Status = {
  ok: 0,
  wouldBlock: 1,
  invalidHandle: 2,
  noData: 3,
  tooLarge: 4,
  noDescriptor: 5,
  timeout: 7,
  internal: 0xff,
} as const;

export const Mode = {
  readOnly: 1,
  writeOnly: 2,
  readWrite: 3,
  tap: 4,
  fanOut: 8,
  fanOutDrop: 0x10,
  fanOutBlock: 0x20,
} as const;

export const MessageFlag = { stdout: 1, stderr: 2, outOfBand: 4, overrun: 8 } as const;

export const defaultCapacity = 64;
/** What a message takes beside its bytes. */
export const messageCost = 8;
const longestName = 32;

export const stdioNames = ['stdio.in', 'stdio.out', 'stdio.err'] as const;

/** A number says why there is none. */
export type Found<T> = T | number;

interface Target {
  readonly namespace: Namespace;
  readonly name: string;
  readonly owner: number;
}

/** `svc:name[@pid]`, `app:name[@pid]`, `shared:name`, `pid:n`; a bare name is one of `svc`. */
export function parseTarget(text: string, task: number): Target | undefined {
  const cut = text.slice(0, longestName);
  const [, prefix, rest] = /^(?:(pid|svc|app|shared):)?(.*)$/s.exec(cut)!;
  if (prefix === 'pid') {
    const owner = rest === '' ? task : Number(rest);
    return Number.isInteger(owner) && owner > 0 ? { namespace: 'pid', name: `${owner}`, owner } : undefined;
  }
  const [, name, of] = /^([^@]*)(?:@(.*))?$/s.exec(rest!)!;
  const namespace = (prefix ?? 'svc') as Namespace;
  const own = namespace === 'svc' ? task : 0;
  const owner = namespace === 'shared' || of === undefined || of === '' ? own : Number(of);
  return name !== '' && Number.isInteger(owner) && owner >= 0 ? { namespace, name: name!, owner } : undefined;
}

export const targetText = ({ namespace, name, owner }: Mailbox): string =>
  `${namespace}:${name}${namespace === 'pid' || owner === 0 ? '' : `@${owner}`}`;

const findMailbox = (state: ServiceState, { namespace, name, owner }: Target): Mailbox | undefined =>
  state.mailboxes.find(m => m.namespace === namespace && m.name === name && m.owner === owner);

/** Makes the mailbox, or changes the one that is there already. */
export function bind(
  state: ServiceState,
  task: number,
  text: string,
  capacity: number,
  mode: number,
): Found<Mailbox> {
  const target = parseTarget(text, task);
  if (target === undefined) return Status.noDescriptor;
  const size = capacity === 0 ? defaultCapacity : capacity;
  const existing = findMailbox(state, target);
  if (existing !== undefined) {
    if (capacity !== 0) existing.capacity = size;
    if (mode !== 0) existing.mode = mode;
    return existing;
  }
  const made: Mailbox = {
    ...target,
    id: ++state.lastMailbox,
    capacity: size,
    mode: mode === 0 ? Mode.readWrite : mode,
    messages: [],
    nextSequence: 1,
  };
  state.mailboxes.push(made);
  return made;
}

export function open(state: ServiceState, task: number, text: string, flags: number): Found<Handle> {
  const target = parseTarget(text, task);
  const mailbox = target === undefined ? undefined : findMailbox(state, target);
  return mailbox === undefined ? Status.noDescriptor : openHandle(state, task, mailbox, flags);
}

function openHandle(state: ServiceState, task: number, mailbox: Mailbox, flags: number): Handle {
  const handle: Handle = {
    task,
    number: state.handles.filter(h => h.task === task).length + 1,
    mailbox: mailbox.id,
    seen: mailbox.nextSequence - 1,
    sends: false,
    overrun: false,
    tapped: (flags & Mode.tap) === 0 ? undefined : [],
    closed: false,
  };
  state.handles.push(handle);
  return handle;
}

/** Handles 1, 2 and 3 of each task are its stdin, stdout and stderr; `pid:n` is its own mailbox. */
export function openStandard(state: ServiceState, task: number): void {
  for (const name of stdioNames)
    openHandle(state, task, bind(state, task, `svc:${name}`, 0, 0) as Mailbox, 0);
  bind(state, task, `pid:${task}`, 0, 0);
}

export const handleOf = (state: ServiceState, task: number, number: number): Handle | undefined =>
  state.handles.find(h => h.task === task && h.number === number && !h.closed);

export const mailboxOf = (state: ServiceState, handle: Handle): Mailbox =>
  state.mailboxes.find(m => m.id === handle.mailbox)!;

const isFanOut = ({ mode }: Mailbox): boolean => (mode & Mode.fanOut) !== 0;
const costOf = ({ payload }: Message): number => payload.length + messageCost;
export const bytesIn = ({ messages }: Mailbox): number => messages.reduce((sum, m) => sum + costOf(m), 0);

const handlesAt = (state: ServiceState, mailbox: Mailbox): Handle[] =>
  state.handles.filter(h => h.mailbox === mailbox.id && !h.closed);

/** The sender's handle, if it has one, is known by this not to be a reader. */
export function send(
  state: ServiceState,
  mailbox: Mailbox,
  content: Omit<Message, 'sequence'>,
  sender?: Handle,
): number {
  const message = { ...content, sequence: mailbox.nextSequence };
  const cost = costOf(message);
  if (cost > mailbox.capacity) return Status.tooLarge;
  if (sender !== undefined) sender.sends = true;
  if (isFanOut(mailbox)) {
    forgetSeen(state, mailbox);
    if ((mailbox.mode & Mode.fanOutBlock) === 0)
      while (bytesIn(mailbox) + cost > mailbox.capacity) {
        const dropped = mailbox.messages.shift()!;
        for (const handle of handlesAt(state, mailbox))
          if (!handle.sends && handle.seen < dropped.sequence) handle.overrun = true;
      }
  }
  if (bytesIn(mailbox) + cost > mailbox.capacity) return Status.wouldBlock;
  mailbox.messages.push(message);
  mailbox.nextSequence++;
  copyToTaps(state, mailbox, message);
  return Status.ok;
}

/** A tap keeps what fits into the capacity; the oldest copies go first. */
export function copyToTaps(state: ServiceState, mailbox: Mailbox, message: Message): void {
  for (const handle of handlesAt(state, mailbox)) {
    if (handle.tapped === undefined) continue;
    handle.tapped.push(message);
    while (handle.tapped.reduce((sum, m) => sum + costOf(m), 0) > mailbox.capacity) {
      handle.tapped.shift();
      handle.overrun = true;
    }
  }
}

/** Messages that all readers have seen. */
function forgetSeen(state: ServiceState, mailbox: Mailbox): void {
  const readers = handlesAt(state, mailbox).filter(h => !h.sends && h.tapped === undefined);
  if (readers.length === 0) return;
  const seen = Math.min(...readers.map(h => h.seen));
  while (mailbox.messages.length > 0 && mailbox.messages[0]!.sequence <= seen) mailbox.messages.shift();
}

/** The next message for the handle. */
export function peek(state: ServiceState, handle: Handle): Message | undefined {
  if (handle.tapped !== undefined) return handle.tapped[0];
  const mailbox = mailboxOf(state, handle);
  if (!isFanOut(mailbox)) return mailbox.messages[0];
  return mailbox.messages.find(m => m.sequence > handle.seen);
}

/** Takes it. */
export function receive(state: ServiceState, handle: Handle): Message | undefined {
  const mailbox = mailboxOf(state, handle);
  const message = peek(state, handle);
  if (message === undefined) return undefined;
  const flags = message.flags | (handle.overrun ? MessageFlag.overrun : 0);
  handle.overrun = false;
  if (handle.tapped !== undefined) handle.tapped.shift();
  else if (!isFanOut(mailbox)) mailbox.messages.shift();
  else {
    handle.sends = false;
    handle.seen = message.sequence;
    forgetSeen(state, mailbox);
  }
  return { ...message, flags };
}

export function tap(handle: Handle, enable: boolean): void {
  if (!enable) handle.tapped = undefined;
  else handle.tapped ??= [];
}

export function close(state: ServiceState, handle: Handle): void {
  handle.closed = true;
  handle.tapped = undefined;
  const mailbox = mailboxOf(state, handle);
  if (isFanOut(mailbox)) forgetSeen(state, mailbox);
}
