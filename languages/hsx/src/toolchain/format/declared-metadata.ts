// What `.value`, `.cmd` and `.mailbox` declare, checked and with one name for each thing: upstream takes several.

import { toF16 } from './f16.js';
import { mailboxMode, type HxeCommand, type HxeMailbox, type HxeValue } from './hxe.js';
import type { Json, JsonObject } from './json-value.js';

/** What is wrong with a declaration, as a sentence without its full stop. */
export class DeclarationProblem extends Error {}

export function declaredValue(entry: JsonObject): HxeValue {
  return {
    group: integer(entry, ['group', 'group_id'], 0xff),
    id: integer(entry, ['value', 'value_id'], 0xff),
    flags: integer(entry, ['flags'], 0xff, 0),
    auth: integer(entry, ['auth', 'auth_level'], 0xff, 0),
    init: half(entry, ['init', 'init_value'], 'init_raw'),
    epsilon: half(entry, ['epsilon'], 'epsilon_raw'),
    min: half(entry, ['min'], 'min_raw'),
    max: half(entry, ['max'], 'max_raw'),
    persistKey: integer(entry, ['persist_key'], 0xffff, 0),
    ...text('name', entry, ['name']),
    ...text('unit', entry, ['unit']),
    ...text('groupName', entry, ['group_name', 'groupName']),
  };
}

/** Its handler may be a label, which the linker knows. */
export function declaredCommand(
  entry: JsonObject,
): Omit<HxeCommand, 'handler'> & { readonly handler: number | string } {
  const handler = first(entry, ['handler', 'handler_offset']) ?? 0;
  return {
    group: integer(entry, ['group', 'group_id'], 0xff),
    id: integer(entry, ['cmd', 'cmd_id'], 0xff),
    flags: integer(entry, ['flags'], 0xff, 0),
    auth: integer(entry, ['auth', 'auth_level'], 0xff, 0),
    handler:
      typeof handler === 'string'
        ? handler.trim()
        : integer(entry, ['handler', 'handler_offset'], 0xffffffff, 0),
    reserved: integer(entry, ['reserved'], 0xffff, 0),
    ...text('name', entry, ['name']),
    ...text('help', entry, ['help']),
    ...text('groupName', entry, ['group_name', 'groupName']),
  };
}

export function declaredMailbox(entry: JsonObject): HxeMailbox {
  const target = first(entry, ['target', 'name']);
  if (typeof target !== 'string' || target.trim() === '')
    throw new DeclarationProblem('a mailbox needs a "target", such as "app:control"');
  const mode = mailboxMode(first(entry, ['mode_mask', 'mode']));
  if (mode === undefined)
    throw new DeclarationProblem('"mode" is a number or RDONLY, WRONLY, RDWR, TAP, FANOUT with | between');
  const ownerPid =
    first(entry, ['owner_pid']) === undefined ? undefined : integer(entry, ['owner_pid'], 0xffff);
  return {
    target: target.trim(),
    capacity: integer(entry, ['capacity'], 0xffff, 0),
    mode,
    bindings: bindings(entry['bindings']),
    raw: { ...entry, target: target.trim() },
    ...(ownerPid === undefined ? {} : { ownerPid }),
  };
}

function bindings(list: Json | undefined): HxeMailbox['bindings'] {
  if (list === undefined || list === null) return [];
  const wrong = new DeclarationProblem('"bindings" is a list of {"pid": …, "flags": …}');
  if (!Array.isArray(list)) throw wrong;
  return (list as readonly Json[]).map(binding => {
    if (typeof binding !== 'object' || binding === null || Array.isArray(binding)) throw wrong;
    const object = binding as JsonObject;
    return { pid: integer(object, ['pid'], 0xffff), flags: integer(object, ['flags'], 0xffff, 0) };
  });
}

const first = (entry: JsonObject, names: readonly string[]): Json | undefined =>
  names
    .map(name => (Object.hasOwn(entry, name) ? entry[name] : undefined))
    .find(value => value !== undefined && value !== null);

function integer(entry: JsonObject, names: readonly string[], most: number, otherwise?: number): number {
  const value = first(entry, names);
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new DeclarationProblem(`"${names[0]!}" must be a whole number from 0 to ${most}`);
  return value;
}

/** The bits of a number of 16 bits, from the number or as they are. */
function half(entry: JsonObject, names: readonly string[], raw: string): number {
  if (first(entry, [raw]) !== undefined) return integer(entry, [raw], 0xffff);
  const value = first(entry, names) ?? 0;
  if (typeof value !== 'number') throw new DeclarationProblem(`"${names[0]!}" must be a number`);
  return toF16(value);
}

function text<Name extends string>(
  name: Name,
  entry: JsonObject,
  names: readonly string[],
): Partial<Record<Name, string>> {
  const value = first(entry, names);
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new DeclarationProblem(`"${names[0]!}" must be text`);
  if (value.includes('\0')) throw new DeclarationProblem(`"${names[0]!}" must not contain a zero byte`);
  return { [name]: value } as Record<Name, string>;
}
