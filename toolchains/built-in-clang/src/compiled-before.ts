// Programs that were compiled before in this process: who restarts one that has not changed does not wait for the compiler.

import type { ReadSource } from '@sonde/engine';

interface Kept<Result> {
  readonly key: string;
  /** All files that were looked for, with what was in them; undefined for those that were not there. */
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly result: Result;
}

/** More than a person works on at a time. */
const most = 8;

export class CompiledBefore<Result> {
  #kept: readonly Kept<Result>[] = [];

  /** Only what succeeded is remembered. */
  constructor(private readonly succeeded: (result: Result) => boolean) {}

  /**
   * `key` says all that decides about the result but the files. `compile` reads them through what it is given, so that every
   * one of them is known.
   */
  async get(
    key: string,
    read: ReadSource,
    compile: (readText: (file: string) => string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const textOf = (file: string): string | undefined => textIn(file, read);
    const known = this.#kept.find(kept => kept.key === key);
    if (known !== undefined && [...known.files].every(([file, text]) => textOf(file) === text))
      return known.result;
    const files = new Map<string, string | undefined>();
    const result = await compile(file => {
      const text = files.get(file) ?? textOf(file);
      files.set(file, text);
      return text;
    });
    if (this.succeeded(result))
      this.#kept = [{ key, files, result }, ...this.#kept.filter(kept => kept.key !== key)].slice(0, most);
    return result;
  }
}

/** Undefined where there is no such file. */
function textIn(file: string, read: ReadSource): string | undefined {
  try {
    return read(file).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
