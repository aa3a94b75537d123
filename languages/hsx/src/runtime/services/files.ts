// Module 4: files in memory, and the standard streams under the numbers 0, 1 and 2.
//
// Files live as long as the system and are seen by all tasks. R0 answers a number of a file, a count of bytes, or one of
// the negative numbers that C libraries know.

import type { ServiceCall, ServiceOutcome } from './call.js';
import { handleOf, mailboxOf, MessageFlag } from './mailboxes.js';
import type { OpenFile, ServiceState, StoredFile } from './service-state.js';
import { readIn, sendOut } from './stdio.js';

const NotFound = -2;
const BadNumber = -9;
const Exists = -17;
const IsDirectory = -21;
const InvalidPath = -22;
const NotEmpty = -39;
/** Bytes of all files together. */
const room = 1 << 20;
const NoSpace = -28;

export function fileService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  const { state } = call;
  switch (fn) {
    case 0:
      return call.answer(open(call, pathAt(call, 1)));
    case 1:
      return read(call);
    case 2:
      return write(call);
    case 3:
      return call.answer(close(call, call.half(1)));
    case 10: {
      const text = new TextEncoder().encode(listing(state, pathAt(call, 1) ?? '/'));
      const cut = text.subarray(0, call.half(3));
      call.store(call.half(2), cut);
      return call.answer(cut.length);
    }
    case 11:
      return call.answer(remove(state, pathAt(call, 1)));
    case 12:
      return call.answer(rename(state, pathAt(call, 1), pathAt(call, 2)));
    case 13:
      return call.answer(makeDirectory(state, pathAt(call, 1)));
    default:
      return undefined;
  }
}

/** `/a/b` for `a//b/./`; undefined when it leaves the root or is empty. */
function pathAt(call: ServiceCall, register: number): string | undefined {
  const parts: string[] = [];
  const text = call.text(call.half(register));
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return text === '' ? undefined : `/${parts.join('/')}`;
}

const find = (state: ServiceState, path: string): StoredFile | undefined =>
  state.files.find(file => file.path === path);

const isDirectory = (state: ServiceState, path: string): boolean =>
  path === '/' || find(state, path)?.directory === true;

/** Makes it when there is none. */
function open(call: ServiceCall, path: string | undefined): number {
  const { state, task } = call;
  if (path === undefined) return InvalidPath;
  if (isDirectory(state, path)) return IsDirectory;
  if (find(state, path) === undefined) {
    if (!isDirectory(state, parentOf(path))) return NotFound;
    state.files.push({ path, directory: false, bytes: new Uint8Array() });
  }
  const number = state.nextFile++;
  state.openFiles.push({ task: task.id, number, path, position: 0 });
  return number;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

const opened = ({ state, task }: ServiceCall, number: number): OpenFile | undefined =>
  state.openFiles.find(file => file.task === task.id && file.number === number);

function read(call: ServiceCall): ServiceOutcome {
  const [number, pointer, length] = [call.half(1), call.half(2), call.half(3)];
  if (number === 0) {
    const bytes = readIn(call, length);
    if (!(bytes instanceof Uint8Array)) return bytes;
    call.store(pointer, bytes);
    return call.answer(bytes.length);
  }
  const file = opened(call, number);
  const stored = file === undefined ? undefined : find(call.state, file.path);
  if (file === undefined || stored === undefined) return call.answer(BadNumber);
  const bytes = stored.bytes.slice(file.position, file.position + length);
  call.store(pointer, bytes);
  file.position += bytes.length;
  return call.answer(bytes.length);
}

function write(call: ServiceCall): ServiceOutcome {
  const { state, task } = call;
  const number = call.half(1);
  const bytes = call.bytes(call.half(2), call.half(3));
  if (number === 1 || number === 2) {
    const handle = handleOf(state, task.id, number + 1);
    if (handle === undefined) return call.answer(BadNumber);
    const stream = number === 1 ? 'stdout' : 'stderr';
    const content = { flags: MessageFlag[stream], channel: 0, source: task.id, payload: bytes };
    return sendOut(call, mailboxOf(state, handle), stream, content) ?? call.answer(bytes.length);
  }
  const file = opened(call, number);
  const stored = file === undefined ? undefined : find(state, file.path);
  if (file === undefined || stored === undefined) return call.answer(BadNumber);
  const end = file.position + bytes.length;
  const used = state.files.reduce((sum, f) => sum + f.bytes.length, 0);
  if (used + Math.max(0, end - stored.bytes.length) > room) return call.answer(NoSpace);
  if (end > stored.bytes.length) {
    const grown = new Uint8Array(end);
    grown.set(stored.bytes);
    stored.bytes = grown;
  }
  stored.bytes.set(bytes, file.position);
  file.position = end;
  return call.answer(bytes.length);
}

function close(call: ServiceCall, number: number): number {
  const file = opened(call, number);
  if (file === undefined) return BadNumber;
  call.state.openFiles.splice(call.state.openFiles.indexOf(file), 1);
  return 0;
}

/** One name a line. */
function listing(state: ServiceState, path: string): string {
  const names = state.files.filter(f => parentOf(f.path) === path).map(f => f.path.slice(path.length));
  return names.map(name => `${name.replace(/^\//, '')}\n`).join('');
}

function remove(state: ServiceState, path: string | undefined): number {
  if (path === undefined) return InvalidPath;
  const file = find(state, path);
  if (file === undefined) return NotFound;
  if (file.directory && state.files.some(f => parentOf(f.path) === path)) return NotEmpty;
  state.files.splice(state.files.indexOf(file), 1);
  return 0;
}

function rename(state: ServiceState, from: string | undefined, to: string | undefined): number {
  if (from === undefined || to === undefined) return InvalidPath;
  if (find(state, from) === undefined) return NotFound;
  if (find(state, to) !== undefined) return Exists;
  if (!isDirectory(state, parentOf(to)) || `${to}/`.startsWith(`${from}/`)) return InvalidPath;
  const moved = (path: string): string =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  for (const file of state.files) file.path = moved(file.path);
  for (const file of state.openFiles) file.path = moved(file.path);
  return 0;
}

function makeDirectory(state: ServiceState, path: string | undefined): number {
  if (path === undefined) return InvalidPath;
  if (isDirectory(state, path) || find(state, path) !== undefined) return Exists;
  if (!isDirectory(state, parentOf(path))) return NotFound;
  state.files.push({ path, directory: true, bytes: new Uint8Array() });
  return 0;
}
