// A store on disk: LevelDB, opened by one process at a time.

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@sonde/engine';
import { loadOptional } from '@sonde/language';
import type { ClassicLevel } from 'classic-level';
import { sameBytes } from '../hex.js';
import { keepFileLimitFromKilling } from './file-limit.js';
import type { EntryRange, Store, StoreChange, StoredEntry } from './store.js';
import { storeFailure } from './store-failure.js';
import { storeVersion, versionKey } from './version.js';

/** Native code, for each machine its own: an installation may come without it. */
export const levelPackage = {
  name: 'classic-level',
  version: '3.0.0',
  purpose: 'keeps stores on disk',
  load: () => import('classic-level'),
};

type Level = ClassicLevel<Uint8Array, Uint8Array>;

export interface OpenOptions {
  /** Without it a folder that holds no store is refused. */
  readonly create: boolean;
}

export class LevelStore implements Store {
  /** Set when a batch could not be written: LevelDB's log may end in the middle of it until the store is opened anew. */
  #broken: Failure | undefined;

  private constructor(
    readonly place: string,
    private readonly level: Level,
    private readonly release: () => void,
  ) {}

  static async open(folder: string, { create }: OpenOptions): Promise<LevelStore> {
    if (!create && !existsSync(join(folder, 'CURRENT'))) throw noStore(folder);
    const level = await openLevel(folder, create);
    const release = keepFileLimitFromKilling();
    const store = new LevelStore(folder, level, release);
    try {
      await store.#checkVersion();
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  get(key: Uint8Array): Uint8Array | undefined {
    try {
      const found = this.level.getSync(key);
      return found === undefined ? undefined : plain(found);
    } catch (error) {
      throw storeFailure(this.place, error);
    }
  }

  async entries({ prefix, after, limit, reverse }: EntryRange): Promise<readonly StoredEntry[]> {
    const behind = endOf(prefix);
    try {
      const found = await this.level
        .iterator({
          ...(after === undefined ? { gte: prefix } : { gt: after }),
          ...(behind === undefined ? {} : { lt: behind }),
          limit: limit ?? -1,
          reverse: reverse === true,
        })
        .all();
      return found
        .filter(([key]) => sameBytes(key.subarray(0, prefix.length), prefix))
        .map(([key, value]) => ({ key: plain(key), value: plain(value) }));
    } catch (error) {
      throw storeFailure(this.place, error);
    }
  }

  async write(changes: readonly StoreChange[]): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      await this.level.batch(
        changes.map(({ key, value }) =>
          value === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value },
        ),
        { sync: true },
      );
    } catch (error) {
      this.#broken = storeFailure(this.place, error);
      throw this.#broken;
    }
  }

  async close(): Promise<void> {
    this.release();
    await this.level.close();
  }

  async #checkVersion(): Promise<void> {
    const found = this.get(versionKey);
    const ours = new TextEncoder().encode(storeVersion);
    if (found === undefined) {
      if ((await this.entries({ prefix: new Uint8Array(), limit: 1 })).length > 0)
        throw new Failure(
          'bad-arguments',
          'user',
          `${this.place} holds a database that is not a store of nova.`,
          'Choose another folder with --store.',
        );
      return this.write([{ key: versionKey, value: ours }]);
    }
    if (sameBytes(found, ours)) return;
    throw new Failure(
      'not-supported',
      'environment',
      `${this.place} is a store of version ${new TextDecoder().decode(found).slice(0, 40)}, and this nova reads ${storeVersion}.`,
      'Use the nova that made it, or choose another folder with --store.',
    );
  }
}

async function openLevel(folder: string, create: boolean): Promise<Level> {
  try {
    if (create) await mkdir(folder, { recursive: true, mode: 0o700 });
    // Native code: loaded only by those who keep something.
    const { ClassicLevel } = await loadOptional(levelPackage);
    const level: Level = new ClassicLevel<Uint8Array, Uint8Array>(folder, {
      keyEncoding: 'view',
      valueEncoding: 'view',
      createIfMissing: create,
    });
    await level.open();
    return level;
  } catch (error) {
    throw storeFailure(folder, error);
  }
}

/** Without the methods of a Buffer, which copy where those of its base share. */
const plain = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const noStore = (folder: string): Failure =>
  new Failure(
    'not-found',
    'user',
    `there is no store in ${folder}.`,
    'Name its folder with --store, or make one: nova deploy FILE.',
  );

/** The first key behind all that begin with `prefix`; undefined when there is none. */
function endOf(prefix: Uint8Array): Uint8Array | undefined {
  const end = prefix.slice();
  for (let at = end.length - 1; at >= 0; at--) {
    if (end[at]! < 0xff) {
      end[at]!++;
      return end.subarray(0, at + 1);
    }
  }
  return undefined;
}

/** Saves what can be read of damaged files. Throws a Failure. */
export async function repairStore(folder: string): Promise<void> {
  if (!existsSync(folder)) throw noStore(folder);
  try {
    const { ClassicLevel } = await loadOptional(levelPackage);
    await ClassicLevel.repair(folder);
  } catch (error) {
    throw storeFailure(folder, error);
  }
}
