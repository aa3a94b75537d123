// JSON read with checks: each value knows its path, and every complaint says it.

import { FormatProblem, type FileKind } from './format-problem.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text of a file, which must be UTF-8. */
export function textOf(kind: FileKind, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FormatProblem(kind, 'the whole file', 'it is not UTF-8 text');
  }
}

export function parseJson(kind: FileKind, bytes: Uint8Array): JsonValue {
  if (bytes.length === 0) throw new FormatProblem(kind, 'byte 0', 'it is empty');
  const text = textOf(kind, bytes);
  try {
    return new JsonValue(kind, '', JSON.parse(text) as Json);
  } catch (error) {
    throw new FormatProblem(kind, placeIn(text, error), 'it is not JSON, or was cut off');
  }
}

/** Node's message tells the position; without one the end is the best guess. */
function placeIn(text: string, error: unknown): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position));
  return `line ${before.split('\n').length}`;
}

export class JsonValue {
  constructor(
    readonly kind: FileKind,
    readonly path: string,
    readonly value: Json | undefined,
  ) {}

  problem(what: string, next?: string): FormatProblem {
    return new FormatProblem(this.kind, this.path === '' ? 'the whole file' : this.path, what, next);
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** A property; absent ones are values that are not there. */
  at(name: string): JsonValue {
    const object = this.object();
    return new JsonValue(
      this.kind,
      this.path === '' ? name : `${this.path}.${name}`,
      Object.hasOwn(object, name) ? object[name] : undefined,
    );
  }

  object(): JsonObject {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.problem(`expected an object, found ${described(value)}`);
    return value as JsonObject;
  }

  entries(): readonly (readonly [string, JsonValue])[] {
    return Object.keys(this.object()).map(name => [name, this.at(name)] as const);
  }

  items(): readonly JsonValue[] {
    const { value } = this;
    if (!Array.isArray(value)) throw this.problem(`expected a list, found ${described(value)}`);
    return (value as readonly Json[]).map(
      (item, index) => new JsonValue(this.kind, `${this.path}[${index}]`, item),
    );
  }

  string(): string {
    if (typeof this.value !== 'string') throw this.problem(`expected text, found ${described(this.value)}`);
    return this.value;
  }

  boolean(): boolean {
    if (typeof this.value !== 'boolean')
      throw this.problem(`expected true or false, found ${described(this.value)}`);
    return this.value;
  }

  /** A whole number between the two, which belong to it. */
  integer(least: number, most: number): number {
    const { value } = this;
    if (typeof value !== 'number' || !Number.isInteger(value))
      throw this.problem(`expected a whole number, found ${described(value)}`);
    if (value < least || value > most)
      throw this.problem(`${value} is out of range, which is ${least} to ${most}`);
    return value;
  }

  optional<Result>(read: (value: JsonValue) => Result): Result | undefined {
    return this.isAbsent ? undefined : read(this);
  }

  oneOf<Word extends string>(...words: readonly Word[]): Word {
    const word = words.find(each => each === this.value);
    if (word === undefined)
      throw this.problem(`expected ${words.join(' or ')}, found ${described(this.value)}`);
    return word;
  }
}

function described(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** As upstream's tools write it: two spaces, only ASCII. */
export const jsonText = (value: unknown): string => onlyAscii(JSON.stringify(value, undefined, 2));

/** What JSON may say with an escape instead; outside of strings there is nothing but ASCII. */
export const onlyAscii = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One line for each thing in a list: long lists stay readable, and a difference shows as lines. */
export function listedJson(value: Json, levels = 2, indent = ''): string {
  if (typeof value !== 'object' || value === null || levels < 0) return onlyAscii(JSON.stringify(value));
  const inner = `${indent}  `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', (value as readonly Json[]).map(item => onlyAscii(JSON.stringify(item)))]
    : [
        '{',
        '}',
        Object.entries(value as JsonObject)
          .filter(([, item]) => (item as Json | undefined) !== undefined)
          .map(
            ([name, item]) => `${onlyAscii(JSON.stringify(name))}: ${listedJson(item, levels - 1, inner)}`,
          ),
      ];
  return parts.length === 0
    ? open + close
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
