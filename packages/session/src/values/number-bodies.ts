// Bodies of rows of numbers, the most common of long lists: as objects, or, for pages of many, as JSON right away.

import { WrittenJson, type Variable } from '@sonde/dap';
import type { NumberRows } from '@sonde/lens';
import type { Client } from '../clients/client.js';
import { JsonWriter } from './json-writer.js';

type Unlocked<T> = { -readonly [Key in keyof T]: T[Key] };

/** The same bodies as of any other value. */
export function numberBodies(rows: NumberRows, { initialize }: Client): readonly Variable[] {
  const hasType = initialize.supportsVariableType === true;
  const memory = initialize.supportsMemoryReferences === true ? rows.memoryReferences() : undefined;
  const bodies: Variable[] = [];
  for (let nth = 0; nth < rows.count; nth++) {
    const body: Unlocked<Variable> = { name: rows.name(nth), value: rows.text(nth), variablesReference: 0 };
    if (hasType) body.type = rows.type;
    if (memory !== undefined) body.memoryReference = memory(nth);
    const path = rows.path(nth);
    if (path !== undefined) body.evaluateName = path;
    bodies.push(body);
  }
  return bodies;
}

/** From here on the writing takes less time than it takes to get it going. */
const fewest = 200;

/** The body of a whole response; undefined where that would not be quicker, or rows are not alike enough. */
export function writtenNumbers(rows: NumberRows, { initialize }: Client): WrittenJson | undefined {
  const wantsMemory = initialize.supportsMemoryReferences === true;
  const address = wantsMemory ? rows.firstAddress : undefined;
  const path = pathAround(rows);
  if (rows.count < fewest || path === 'unlike' || (wantsMemory && address === undefined)) return undefined;
  const type = initialize.supportsVariableType === true ? `,"type":${JSON.stringify(rows.type)}` : '';
  const memory = wantsMemory ? ',"memoryReference":"0x' : '';
  const writer = new JsonWriter();
  const begin = '{"name":"[';
  const end = path === undefined ? '}' : `${path.behind}}`;
  const beforeValue = plain(']","value":"');
  const behindValue = plain(`","variablesReference":0${type}${memory}`);
  const beforePath = plain(
    `${wantsMemory ? '"' : ''}${path === undefined ? '' : `,"evaluateName":${path.before}`}`,
  );
  const between = plain(`${end},${begin}`);
  writer.put(plain(`{"variables":[${begin}`));
  for (let nth = 0; nth < rows.count; nth++) {
    if (nth > 0) writer.put(between);
    const index = writer.putInteger(rows.first + nth);
    writer.put(beforeValue);
    const value = rows.integer(nth);
    if (value === undefined) writer.put(inside(rows.text(nth)));
    else writer.putInteger(value);
    writer.put(behindValue);
    if (address !== undefined) writer.putHex(address + nth * rows.stride);
    writer.put(beforePath);
    if (path !== undefined) writer.repeat(index);
  }
  writer.put(plain(`${end}]}`));
  return new WrittenJson(writer.written());
}

const encoder = new TextEncoder();
const plain = (text: string): Uint8Array => encoder.encode(text);
const quoted = (text: string): string => JSON.stringify(text);
const inside = (text: string): Uint8Array => plain(quoted(text).slice(1, -1));

/** The two parts of a JSON text around the number of an element in its path; undefined where elements have none. */
function pathAround(
  rows: NumberRows,
): { readonly before: string; readonly behind: string } | 'unlike' | undefined {
  const path = rows.path(0);
  const last = rows.path(rows.count - 1);
  if (path === undefined) return last === undefined ? undefined : 'unlike';
  const number = String(rows.first);
  const at = path.lastIndexOf(number);
  const [before, behind] = [path.slice(0, at), path.slice(at + number.length)];
  if (at < 0 || last !== `${before}${rows.first + rows.count - 1}${behind}`) return 'unlike';
  return { before: quoted(before).slice(0, -1), behind: quoted(behind).slice(1) };
}
