// Modules 7 and 8: values that others may read and set, and commands that others may call.
//
// A value or command is known by its oid, `group << 8 | id`. Calling a command runs no code of the program: upstream keeps
// account of the call and answers at once, and so does this machine.

import type { CommandDeclaration, ValueDeclaration } from '../image.js';
import type { ServiceCall, ServiceOutcome } from './call.js';
import { parseTarget, send } from './mailboxes.js';
import type { Command, ServiceState, Value } from './service-state.js';

export const RegistryStatus = {
  ok: 0,
  notFound: 1,
  notPermitted: 2,
  noSpace: 3,
  invalid: 4,
  exists: 5,
  busy: 6,
} as const;

export const ValueFlag = { readOnly: 1, persist: 2, sticky: 4, pin: 8, boolean: 0x10 } as const;
const commandAsync = 2;

/** As many as upstream has room for. */
const mostEntries = 256;

export const oidOf = ({ group, id }: { readonly group: number; readonly id: number }): number =>
  (group << 8) | id;

interface Identified {
  readonly group: number;
  readonly id: number;
}

const find = <Entry extends Identified>(entries: readonly Entry[], oid: number): Entry | undefined =>
  entries.find(entry => oidOf(entry) === oid);

/** Answers a status. */
function register<Entry extends Identified>(entries: Entry[], entry: Entry): number {
  if (entry.group > 0xff || entry.id > 0xff) return RegistryStatus.invalid;
  if (find(entries, oidOf(entry)) !== undefined) return RegistryStatus.exists;
  if (entries.length >= mostEntries) return RegistryStatus.noSpace;
  entries.push(entry);
  return RegistryStatus.ok;
}

export const registerValue = (state: ServiceState, owner: number, value: ValueDeclaration): number =>
  register(state.values, {
    group: value.group,
    id: value.id,
    owner,
    flags: value.flags,
    auth: value.auth,
    value: value.init,
    name: value.name ?? '',
    unit: value.unit ?? '',
    persists: (value.flags & ValueFlag.persist) !== 0,
  });

export const registerCommand = (state: ServiceState, owner: number, command: CommandDeclaration): number =>
  register(state.commands, {
    group: command.group,
    id: command.id,
    owner,
    flags: command.flags,
    auth: command.auth,
    handler: command.handler,
    name: command.name ?? '',
    help: command.help ?? '',
    calls: 0,
  });

export function valueService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  const { state, task } = call;
  switch (fn) {
    case 0: {
      const [group, id] = [call.register(1), call.register(2)];
      const name = nameAt(call, call.half(4));
      const flags = call.register(3) & 0xff;
      const status = registerValue(state, task.id, { group, id, flags, auth: 0, init: 0, name });
      return status === RegistryStatus.ok || status === RegistryStatus.exists
        ? call.answer(status, oidOf({ group, id }))
        : call.answer(status);
    }
    case 1:
      return lookup(call, state.values);
    case 4:
      return list(call, state.values);
    case 2:
    case 3:
    case 5:
    case 6:
      break;
    default:
      return undefined;
  }
  const value = find(state.values, call.half(1));
  if (value === undefined) return call.answer(RegistryStatus.notFound);
  switch (fn) {
    case 2:
      return call.answer(value.value);
    case 3:
      if ((value.flags & ValueFlag.readOnly) !== 0 && value.owner !== task.id)
        return call.answer(RegistryStatus.notPermitted);
      setValue(state, value, call.half(2), task.id);
      return call.answer(RegistryStatus.ok);
    case 5:
      return subscribe(call, value);
    default:
      value.persists = call.register(2) !== 0;
      return call.answer(RegistryStatus.ok);
  }
}

/** Subscribers are sent the oid and the new value, 2 bytes each. One whose mailbox is full misses it. */
export function setValue(state: ServiceState, value: Value, bits: number, source: number): void {
  value.value = bits;
  const oid = oidOf(value);
  for (const subscription of state.subscriptions) {
    const mailbox = state.mailboxes.find(m => m.id === subscription.mailbox);
    if (subscription.oid !== oid || mailbox === undefined) continue;
    const payload = new Uint8Array(Uint16Array.of(oid, bits).buffer);
    send(state, mailbox, { flags: 0, channel: 0, source, payload });
  }
}

function subscribe(call: ServiceCall, value: Value): ServiceOutcome {
  const { state, task } = call;
  const target = parseTarget(call.text(call.half(2)), task.id);
  const mailbox = state.mailboxes.find(
    m => m.namespace === target?.namespace && m.name === target.name && m.owner === target.owner,
  );
  if (mailbox === undefined) return call.answer(RegistryStatus.notFound);
  state.subscriptions.push({ oid: oidOf(value), mailbox: mailbox.id, task: task.id });
  return call.answer(RegistryStatus.ok);
}

export function commandService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  const { state, task } = call;
  switch (fn) {
    case 0: {
      const [group, id] = [call.register(1), call.register(2)];
      const entry = { group, id, flags: call.register(3) & 0xff, auth: 0, handler: call.half(5) };
      const name = nameAt(call, call.half(4));
      const status = registerCommand(state, task.id, { ...entry, name });
      return status === RegistryStatus.ok || status === RegistryStatus.exists
        ? call.answer(status, oidOf({ group, id }))
        : call.answer(status);
    }
    case 1:
      return lookup(call, state.commands);
    case 2:
    case 3:
    case 4:
      break;
    default:
      return undefined;
  }
  const command = find(state.commands, call.half(1));
  if (command === undefined) return call.answer(RegistryStatus.notFound);
  if (fn === 4) return help(call, command);
  if (fn === 3 && (command.flags & commandAsync) === 0) return call.answer(RegistryStatus.notPermitted);
  command.calls++;
  return call.answer(RegistryStatus.ok);
}

/** R2 the buffer, R3 its size; R1 the length. */
function help(call: ServiceCall, command: Command): ServiceOutcome {
  const text = new TextEncoder().encode(command.help).subarray(0, Math.max(0, call.half(3) - 1));
  if (call.half(3) > 0) call.store(call.half(2), Uint8Array.from([...text, 0]));
  return call.answer(RegistryStatus.ok, text.length);
}

function lookup(call: ServiceCall, entries: readonly Identified[]): ServiceOutcome {
  const oid = oidOf({ group: call.register(1) & 0xff, id: call.register(2) & 0xff });
  return find(entries, oid) === undefined
    ? call.answer(RegistryStatus.notFound)
    : call.answer(RegistryStatus.ok, oid);
}

/** R1 the group, 0xff for all; R2 the buffer, R3 how many oids of 2 bytes it can take; R1 how many there are. */
function list(call: ServiceCall, entries: readonly Identified[]): ServiceOutcome {
  const group = call.register(1) & 0xff;
  const found = entries.filter(entry => group === 0xff || entry.group === group).map(oidOf);
  const taken = Uint16Array.from(found.slice(0, call.half(3)));
  call.store(call.half(2), new Uint8Array(taken.buffer));
  return call.answer(RegistryStatus.ok, taken.length);
}

const nameAt = (call: ServiceCall, address: number): string => (address === 0 ? '' : call.text(address));
