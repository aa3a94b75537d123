// TOML files of projects: their values, and where each of them stands, so that what is wrong with one has a place.

import { parse, TomlError, type TomlTable, type TomlValue } from 'smol-toml';
import type { Problems } from './problems.js';
import type { SourceText } from './source-text.js';
import type { Span } from './span.js';

export class TomlFile {
  private constructor(
    private readonly problems: Problems,
    readonly root: TomlTable,
  ) {}

  /** Undefined, with a problem, where it is no TOML. */
  static read(problems: Problems): TomlFile | undefined {
    const { text } = problems;
    try {
      return new TomlFile(problems, parse(text.text));
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
      problems.error(placeOf(text, error.line, error.column), `this is no TOML: ${reason}`);
      return undefined;
    }
  }

  /** The names in a table, or at the top. */
  keys(table?: string): readonly string[] {
    return Object.keys((table === undefined ? this.root : this.#table(table)) ?? {});
  }

  text(table: string, key: string): string | undefined {
    return this.#value(table, key, 'a text', value => (typeof value === 'string' ? value : undefined));
  }

  flag(table: string, key: string): boolean | undefined {
    return this.#value(table, key, 'true or false', value =>
      typeof value === 'boolean' ? value : undefined,
    );
  }

  texts(table: string, key: string): readonly string[] | undefined {
    return this.#value(table, key, 'a list of texts', value =>
      Array.isArray(value) && value.every(item => typeof item === 'string') ? value : undefined,
    );
  }

  error(table: string | undefined, key: string | undefined, message: string, hint?: string): void {
    this.problems.error(this.placeOf(table, key), message, hint);
  }

  /** The key, else the header of its table, else the first line. */
  placeOf(table: string | undefined, key?: string): Span {
    const { text } = this.problems;
    const lines = text.text.split('\n');
    const header = lines.findIndex(line => headerOf(line) === table);
    const from = table === undefined ? 0 : header + 1;
    if (key !== undefined && (table === undefined || header >= 0)) {
      for (let nth = from; nth < lines.length && headerOf(lines[nth]!) === undefined; nth++) {
        const found = new RegExp(`^\\s*(["']?)${escaped(key)}\\1\\s*=`).exec(lines[nth]!);
        if (found !== null) return placeOf(text, nth + 1, lines[nth]!.indexOf(key) + 1, key.length);
      }
    }
    return header < 0 ? placeOf(text, 1, 1) : placeOf(text, header + 1, 1, lines[header]!.length);
  }

  #table(name: string): TomlTable | undefined {
    const table = this.root[name];
    return isTable(table) ? table : undefined;
  }

  #value<T>(
    table: string,
    key: string,
    what: string,
    take: (value: TomlValue) => T | undefined,
  ): T | undefined {
    const value = this.#table(table)?.[key];
    if (value === undefined) return undefined;
    const taken = take(value);
    if (taken === undefined) this.error(table, key, `\`${key}\` is ${what}`);
    return taken;
  }
}

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

const headerOf = (line: string): string | undefined => /^\s*\[\s*([^[\]]+?)\s*\]/.exec(line)?.[1];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function placeOf(text: SourceText, line: number, column: number, length = 1): Span {
  const start =
    text.text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line > 1 ? 1 : 0) +
    column -
    1;
  const at = Math.min(Math.max(0, start), text.text.length);
  return text.span(at, Math.min(at + length, text.text.length));
}
