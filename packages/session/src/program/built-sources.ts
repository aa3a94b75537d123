// Built sources: which texts the program was built from, and whether the files people look at are still those.

import { createHash } from 'node:crypto';
import type { Checksum, ChecksumAlgorithm } from '@sonde/dap';
import { readOrdinary, sourceKey, type Engine, type SourceRef } from '@sonde/engine';
import { localPath, type SourceMap } from '../clients/source-translation.js';

/**
 * The algorithms that a client may use. What a builder wrote down is compared as it is; the others are computed from the
 * file, once it is known to be the text that was built. (`timestamp` is left out: the protocol does not say of what.)
 */
export const checksumAlgorithms: readonly ChecksumAlgorithm[] = ['SHA256', 'SHA1', 'MD5'];

/** Larger files are not source code that anybody wrote. */
const largestSource = 16 * 1024 * 1024;

type Checksums = Pick<SourceRef, 'sha256' | 'md5' | 'outdated'>;

export class BuiltSources {
  /** By path at build time. */
  readonly #built = new Map<string, Checksums>();
  readonly #problems = new Map<string, string>();
  readonly #told = new Set<string>();
  readonly #stoppedIn = new Set<string>();
  #listing: Promise<void> = Promise.resolve();

  constructor(private readonly session: { readonly sourceMap: SourceMap; say(message: string): void }) {}

  /** A program was loaded: what was known of the one before is void. */
  begin(engine: Engine): void {
    this.#built.clear();
    this.#problems.clear();
    this.#told.clear();
    this.#stoppedIn.clear();
    // A program whose sources cannot be listed can be debugged all the same.
    this.#listing = Promise.resolve(engine.loadedSources?.()).then(
      sources => sources?.forEach(source => this.add(source)),
      () => undefined,
    );
  }

  add(source: SourceRef): void {
    const { path, sha256, md5, outdated } = source;
    if (path === undefined || (sha256 ?? md5 ?? outdated) === undefined) return;
    this.#built.set(path, {
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(md5 === undefined ? {} : { md5 }),
      ...(outdated === undefined ? {} : { outdated }),
    });
  }

  /** Resolves when the sources that came with the program are known. */
  listed(): Promise<void> {
    return this.#listing;
  }

  /** The source with the checksums of the text that was built, where they are known. */
  withChecksums(source: SourceRef): SourceRef {
    const built = source.path === undefined ? undefined : this.#built.get(source.path);
    return built === undefined ? source : { ...source, ...built };
  }

  /** The program stopped there for the first time: people look at it now, whether or not they set breakpoints. */
  async stoppedIn(source: SourceRef): Promise<void> {
    const key = sourceKey(source);
    if (this.#stoppedIn.has(key)) return;
    this.#stoppedIn.add(key);
    await this.look(source);
  }

  /** What is wrong with the text that a client shows for this source, as far as it was looked at. */
  problem(source: SourceRef): string | undefined {
    return source.path === undefined ? undefined : this.#problems.get(source.path);
  }

  /** Compares the file, and the checksums of what the client shows, with what was built. */
  async look(source: SourceRef, given: readonly Checksum[] = []): Promise<void> {
    await this.#listing;
    const { path } = source;
    const built = path === undefined ? undefined : this.#built.get(path);
    if (path === undefined || built === undefined) return;
    const text = await fileText(localPath(path, this.session.sourceMap));
    const changed = built.outdated === true || (text !== undefined && !isBuilt(text, built));
    if (changed && built.outdated !== true && !this.#told.has(path)) {
      this.#told.add(path);
      this.session.say(`${source.name} ${since}`);
    }
    const differs = given.some(checksum => !agrees(checksum, built, changed ? undefined : text));
    if (changed) this.#problems.set(path, `${source.name} ${since}`);
    else if (differs) this.#problems.set(path, `The editor shows another ${source.name} ${than}`);
    else this.#problems.delete(path);
  }
}

const since = 'has changed since the program was built: lines may have moved. Build it again and restart.';
const than =
  'than the program was built from: lines may have moved. Save it, build the program again and restart.';

const digest = (algorithm: 'sha256' | 'sha1' | 'md5', text: Uint8Array): string =>
  createHash(algorithm).update(text).digest('hex');

function isBuilt(text: Uint8Array, { sha256, md5 }: Checksums): boolean {
  if (sha256 !== undefined) return digest('sha256', text) === sha256;
  return md5 === undefined || digest('md5', text) === md5;
}

/** Whether a client's checksum is that of what was built; `text` is that text where it is at hand. */
function agrees({ algorithm, checksum }: Checksum, { sha256, md5 }: Checksums, text?: Uint8Array): boolean {
  const computed = (name: 'sha256' | 'sha1' | 'md5'): string | undefined =>
    text === undefined ? undefined : digest(name, text);
  const known: Readonly<Record<string, string | undefined>> = {
    SHA256: sha256 ?? computed('sha256'),
    SHA1: computed('sha1'),
    MD5: md5 ?? computed('md5'),
  };
  const built = known[algorithm];
  return built === undefined || built === checksum.toLowerCase();
}

/** A file that could be source code, whole. */
export async function fileText(path: string): Promise<Uint8Array | undefined> {
  return readOrdinary(path, largestSource).catch(() => undefined);
}
