// Source translation: a client's way to write paths, lines and columns, and ours.

import { realpathSync } from 'node:fs';
import { basename, isAbsolute, normalize, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Checksum, InitializeRequestArguments, Source } from '@sonde/dap';
import { Failure, type SourceLocation, type SourceRef } from '@sonde/engine';

/** Prefixes of paths at build time → where the files are now. */
export type SourceMap = Readonly<Record<string, string>>;

export class SourceTranslation {
  readonly #lineBase: 0 | 1;
  readonly #columnBase: 0 | 1;
  readonly #uris: boolean;
  /** Canonical path → the spelling this client uses, so that a file is not opened twice under two names. */
  readonly #spelling = new Map<string, string>();

  constructor(initialize: InitializeRequestArguments) {
    this.#lineBase = initialize.linesStartAt1 === false ? 0 : 1;
    this.#columnBase = initialize.columnsStartAt1 === false ? 0 : 1;
    this.#uris = initialize.pathFormat === 'uri';
  }

  line(line: number): number {
    return line - 1 + this.#lineBase;
  }

  column(column: number): number {
    return column - 1 + this.#columnBase;
  }

  fromLine(line: number): number {
    return line - this.#lineBase + 1;
  }

  fromColumn(column: number | undefined): number | undefined {
    return column === undefined ? undefined : column - this.#columnBase + 1;
  }

  /** The client's source as ours; `references` knows sources without a path by number, `cwd` where relative paths begin. */
  fromSource(
    source: Source,
    map: SourceMap,
    references: (reference: number) => SourceRef,
    cwd?: string,
  ): SourceRef {
    if (source.sourceReference !== undefined && source.sourceReference > 0)
      return references(source.sourceReference);
    if (source.path === undefined)
      throw new Failure('bad-arguments', 'user', 'the source has neither a path nor a reference.');
    const given = this.#pathFrom(source.path);
    const path = cwd === undefined ? given : resolve(cwd, given);
    const canonical = canonicalPath(path);
    if (canonical !== path || this.#uris) this.#spelling.set(canonical, path);
    return buildSource({ name: source.name ?? basename(path), path: canonical }, map);
  }

  source(ref: SourceRef, map: SourceMap, reference: (ref: SourceRef) => number): Source {
    const hint = ref.dimmed === true ? { presentationHint: 'deemphasize' as const } : {};
    if (ref.path === undefined) return { name: ref.name, sourceReference: reference(ref), ...hint };
    const here = localPath(ref.path, map);
    const spelled = this.#spelling.get(here) ?? here;
    const checksums = checksumsOf(ref);
    return {
      name: ref.name,
      path: this.#uris ? pathToFileURL(spelled).href : spelled,
      ...hint,
      ...(checksums.length === 0 ? {} : { checksums }),
    };
  }

  /** Line, column and their ends, for any body that has them. */
  range(location: SourceLocation): { line: number; column?: number; endLine?: number; endColumn?: number } {
    return {
      line: this.line(location.line),
      ...(location.column === undefined ? {} : { column: this.column(location.column) }),
      ...(location.endLine === undefined ? {} : { endLine: this.line(location.endLine) }),
      ...(location.endColumn === undefined ? {} : { endColumn: this.column(location.endColumn) }),
    };
  }

  #pathFrom(text: string): string {
    if (!text.startsWith('file:')) return normalize(text);
    try {
      return fileURLToPath(text);
    } catch (error) {
      throw new Failure('bad-arguments', 'user', `${text} is not a file address.`, undefined, {
        cause: error,
      });
    }
  }
}

/** Of the text that the program was built from. */
const checksumsOf = ({ sha256, md5 }: SourceRef): Checksum[] => [
  ...(sha256 === undefined ? [] : [{ algorithm: 'SHA256' as const, checksum: sha256 }]),
  ...(md5 === undefined ? [] : [{ algorithm: 'MD5' as const, checksum: md5 }]),
];

/** A source that a client named before it was known where relative paths begin. */
export const sourceFrom = (source: SourceRef, cwd: string): SourceRef =>
  source.path === undefined || isAbsolute(source.path)
    ? source
    : { ...source, path: canonicalPath(resolve(cwd, source.path)) };

/** The source under the path it had when the program was built. */
export const buildSource = (source: SourceRef, map: SourceMap): SourceRef =>
  source.path === undefined ? source : { ...source, path: replacePrefix(source.path, map, 'backward') };

/** The source where it is now: the opposite of `buildSource`. */
export const localSource = (source: SourceRef, map: SourceMap): SourceRef =>
  source.path === undefined ? source : { ...source, path: localPath(source.path, map) };

/** Where the file is now. */
export const localPath = (path: string, map: SourceMap): string => replacePrefix(path, map, 'forward');

/** The path with links followed, or as it is when the file is not there: breakpoints may come before the file. */
export function canonicalPath(path: string): string {
  if (!isAbsolute(path)) return path;
  try {
    return realpathSync(path);
  } catch {
    return normalize(path);
  }
}

function replacePrefix(path: string, map: SourceMap, direction: 'forward' | 'backward'): string {
  for (const [built, here] of Object.entries(map)) {
    const [from, to] = direction === 'forward' ? [built, here] : [here, built];
    if (path === from) return to;
    const folder = from.endsWith('/') ? from : `${from}/`;
    if (path.startsWith(folder)) return `${to.endsWith('/') ? to : `${to}/`}${path.slice(folder.length)}`;
  }
  return path;
}
