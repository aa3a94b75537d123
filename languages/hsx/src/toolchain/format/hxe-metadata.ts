// The metadata of a `.hxe`: values, commands and mailboxes that the program declares.

import { FormatProblem } from './format-problem.js';
import {
  mailboxMode,
  MetadataSection,
  type HxeCommand,
  type HxeMailbox,
  type HxeMetadata,
  type HxeValue,
} from './hxe.js';
import { onlyAscii, parseJson, textOf, type Json, type JsonObject, type JsonValue } from './json-value.js';

const valueSize = 20;
const commandSize = 16;
const legacyMailboxSize = 16;
const tableEntrySize = 16;

/** The table, then its payloads; nothing at all where there is no metadata. `tableAt` is where the table will stand. */
export function writeMetadata(metadata: HxeMetadata, tableAt: number): readonly Uint8Array[] {
  const { values, commands, mailboxes } = metadata;
  const sections = [
    { type: MetadataSection.value, count: values.length, payload: () => valueSection(values) },
    { type: MetadataSection.command, count: commands.length, payload: () => commandSection(commands) },
    { type: MetadataSection.mailbox, count: mailboxes.length, payload: () => mailboxSection(mailboxes) },
  ]
    .filter(({ count }) => count > 0)
    .map(section => ({ ...section, payload: section.payload() }));
  if (sections.length === 0) return [];
  const table = new Uint8Array(sections.length * tableEntrySize);
  const view = new DataView(table.buffer);
  let cursor = tableAt + table.length;
  sections.forEach(({ type, count, payload }, index) => {
    [type, cursor, payload.length, count].forEach((field, place) =>
      view.setUint32(index * tableEntrySize + place * 4, field),
    );
    cursor += payload.length;
  });
  return [table, ...sections.map(({ payload }) => payload)];
}

/** Texts behind the entries, each once; offsets count from the beginning of the section, 0 is none. */
class StringTable {
  private readonly offsets = new Map<string, number>();
  private readonly parts: Uint8Array[] = [];
  private next: number;

  constructor(entriesSize: number) {
    this.next = entriesSize;
  }

  add(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.offsets.get(text);
    if (known !== undefined) return known;
    const bytes = new TextEncoder().encode(`${text}\0`);
    const offset = this.next;
    this.offsets.set(text, offset);
    this.parts.push(bytes);
    this.next += bytes.length;
    return offset;
  }

  after(entries: Uint8Array): Uint8Array {
    return new Uint8Array(Buffer.concat([entries, ...this.parts]));
  }
}

function valueSection(values: readonly HxeValue[]): Uint8Array {
  const entries = new Uint8Array(values.length * valueSize);
  const view = new DataView(entries.buffer);
  const strings = new StringTable(entries.length);
  values.forEach((value, index) => {
    const at = index * valueSize;
    const name = strings.add(value.name);
    const unit = strings.add(value.unit);
    const groupName = strings.add(value.groupName);
    entries.set([value.group, value.id, value.flags, value.auth], at);
    const { init, epsilon, min, max, persistKey } = value;
    [init, name, unit, epsilon, min, max, persistKey, groupName].forEach((field, place) =>
      view.setUint16(at + 4 + place * 2, field),
    );
  });
  return strings.after(entries);
}

function commandSection(commands: readonly HxeCommand[]): Uint8Array {
  const entries = new Uint8Array(commands.length * commandSize);
  const view = new DataView(entries.buffer);
  const strings = new StringTable(entries.length);
  commands.forEach((command, index) => {
    const at = index * commandSize;
    const name = strings.add(command.name);
    const help = strings.add(command.help);
    const groupName = strings.add(command.groupName);
    entries.set([command.group, command.id, command.flags, command.auth], at);
    view.setUint32(at + 4, command.handler);
    [name, help, command.reserved, groupName].forEach((field, place) =>
      view.setUint16(at + 8 + place * 2, field),
    );
  });
  return strings.after(entries);
}

/** Compact, names sorted: the same mailboxes are the same bytes. */
const mailboxSection = (mailboxes: readonly HxeMailbox[]): Uint8Array =>
  new TextEncoder().encode(
    onlyAscii(JSON.stringify(sorted({ version: 1, mailboxes: mailboxes.map(({ raw }) => raw) }))),
  );

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => [name, sorted(item)]),
  );
}

/** Sections of other types are for others to read. */
export function readMetadata(bytes: Uint8Array, offset: number, count: number, bodyEnd: number): HxeMetadata {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: HxeValue[] = [];
  const commands: HxeCommand[] = [];
  const mailboxes: HxeMailbox[] = [];
  for (let index = 0; index < count; index++) {
    const entryAt = offset + index * tableEntrySize;
    const [type, start, size, entries] = [0, 4, 8, 12].map(at => view.getUint32(entryAt + at)) as [
      number,
      number,
      number,
      number,
    ];
    if (!Object.values<number>(MetadataSection).includes(type)) continue;
    if (start < bodyEnd || start + size > bytes.length)
      throw problem(entryAt, `a metadata section of ${size} bytes at ${start} is not where it can be`);
    const section: Section = { bytes: bytes.subarray(start, start + size), start };
    if (type === MetadataSection.value) values.push(...entriesOf(section, entries, valueSize, readValue));
    else if (type === MetadataSection.command)
      commands.push(...entriesOf(section, entries, commandSize, readCommand));
    else mailboxes.push(...readMailboxes(section, entries));
  }
  return { values, commands, mailboxes };
}

interface Section {
  readonly bytes: Uint8Array;
  /** In the file. */
  readonly start: number;
}

function entriesOf<Entry>(
  section: Section,
  count: number,
  size: number,
  read: (view: DataView, section: Section) => Entry,
): readonly Entry[] {
  if (count * size > section.bytes.length)
    throw problem(
      section.start,
      `${count} entries do not fit into a section of ${section.bytes.length} bytes`,
    );
  return Array.from({ length: count }, (_, index) =>
    read(new DataView(section.bytes.buffer, section.bytes.byteOffset + index * size, size), section),
  );
}

function readValue(view: DataView, section: Section): HxeValue {
  const half = (place: number): number => view.getUint16(4 + place * 2);
  return {
    group: view.getUint8(0),
    id: view.getUint8(1),
    flags: view.getUint8(2),
    auth: view.getUint8(3),
    init: half(0),
    epsilon: half(3),
    min: half(4),
    max: half(5),
    persistKey: half(6),
    ...named('name', section, half(1)),
    ...named('unit', section, half(2)),
    ...named('groupName', section, half(7)),
  };
}

function readCommand(view: DataView, section: Section): HxeCommand {
  return {
    group: view.getUint8(0),
    id: view.getUint8(1),
    flags: view.getUint8(2),
    auth: view.getUint8(3),
    handler: view.getUint32(4),
    reserved: view.getUint16(12),
    ...named('name', section, view.getUint16(8)),
    ...named('help', section, view.getUint16(10)),
    ...named('groupName', section, view.getUint16(14)),
  };
}

const named = <Name extends string>(
  name: Name,
  section: Section,
  offset: number,
): Partial<Record<Name, string>> =>
  offset === 0 ? {} : ({ [name]: stringAt(section, offset) } as Record<Name, string>);

function stringAt({ bytes, start }: Section, offset: number): string {
  const end = offset < bytes.length ? bytes.indexOf(0, offset) : -1;
  if (end === -1) throw problem(start + offset, 'a text of the metadata does not end inside its section');
  return textOf('.hxe', bytes.subarray(offset, end));
}

/** JSON, or the binary form of early files, which cannot begin like it. */
function readMailboxes(section: Section, count: number): readonly HxeMailbox[] {
  const first = section.bytes.find(byte => byte > 0x20);
  if (first !== 0x7b && first !== 0x5b) return readLegacyMailboxes(section, count);
  const found = parseJson('.hxe', section.bytes);
  const list = Array.isArray(found.value) ? found : found.at('mailboxes');
  return list.items().map(readMailbox);
}

function readMailbox(value: JsonValue): HxeMailbox {
  const target = value.at('target').optional(name => name.string()) ?? value.at('name').string();
  const mode = mailboxMode(value.at('mode_mask').value ?? value.at('mode').value);
  if (mode === undefined) throw value.problem('its mode is neither a number nor one of the names of modes');
  const ownerPid = value.at('owner_pid').optional(pid => pid.integer(0, 0xffff));
  return {
    target,
    mode,
    capacity: value.at('capacity').optional(capacity => capacity.integer(0, 0xffff)) ?? 0,
    bindings: (value.at('bindings').optional(bindings => bindings.items()) ?? []).map(binding => ({
      pid: binding.at('pid').integer(0, 0xffff),
      flags: binding.at('flags').optional(flags => flags.integer(0, 0xffff)) ?? 0,
    })),
    raw: value.object(),
    ...(ownerPid === undefined ? {} : { ownerPid }),
  };
}

function readLegacyMailboxes(section: Section, count: number): readonly HxeMailbox[] {
  return entriesOf(section, count, legacyMailboxSize, view => {
    const target = stringAt(section, view.getUint32(0));
    const capacity = view.getUint16(4);
    const mode = view.getUint16(6);
    return { target, capacity, mode, bindings: [], raw: { target, capacity, mode_mask: mode } };
  });
}

const problem = (at: number, what: string): FormatProblem => new FormatProblem('.hxe', `byte ${at}`, what);
