// Data breakpoints on storage: which key of the node stands for a place in the memory that storage is shown as.

import { Failure, type BreakpointId } from '@sonde/engine';
import type { RemoteTouch, RemoteWatch } from '@sonde/engine-remote';
import { hexOf, knownHex } from '../../nova/hex.js';
import { lengthKey, readInt, slotOfKey } from '../../toolchain/toolchain.js';
import type { DebuggedContract } from './contract.js';
import type { StoppedParams, StoredWrite } from './messages.js';
import { slotOfSpace } from '../values/storage-slots.js';
import { storedValue } from './stored-values.js';

interface Watched {
  readonly watch: RemoteWatch;
  readonly key: string;
  readonly prefix: boolean;
}

export type ReadKey = (key: string) => Promise<string | null>;

export class StorageWatches {
  readonly #all = new Map<BreakpointId, Watched>();
  /** Ids of the node, by the order of the keys. */
  #sent: readonly string[] = [];

  constructor(private readonly contract: DebuggedContract) {}

  /** Throws a Failure for what cannot be watched. */
  add(watch: RemoteWatch): void {
    const { meta } = this.contract;
    const slot = watch.place.kind === 'memory' ? slotOfSpace(meta, watch.place.address.space) : undefined;
    if (slot?.type === undefined) throw new Failure('not-supported', 'user', 'there is no such storage.');
    if (watch.access !== 'write')
      throw new Failure('not-supported', 'user', 'a contract’s storage is watched for writes only.');
    const hex = hexOf(slot.key);
    this.#all.set(watch.id, { watch, key: slot.keyed ? `${hex}00` : hex, prefix: slot.keyed });
  }

  remove(id: BreakpointId): boolean {
    return this.#all.delete(id);
  }

  get keys(): readonly { readonly key: string; readonly prefix: boolean }[] {
    return [...this.#all.values()].map(({ key, prefix }) => ({ key, prefix }));
  }

  sent(ids: readonly string[]): void {
    this.#sent = ids;
  }

  /** Whether it is one of these, and not of another debugger. */
  knows({ storage }: StoppedParams): boolean {
    return storage !== undefined && this.#sent.includes(storage.id);
  }

  /** `read`: what is under a key by now. */
  async touched(storage: StoredWrite, read: ReadKey): Promise<readonly RemoteTouch[]> {
    const isNoPart = await this.#isBehindItsVector(storage.key, read);
    return [...this.#all.values()].flatMap(({ watch, prefix }, nth) => {
      if (this.#sent[nth] !== storage.id || (prefix && isNoPart)) return [];
      if (watch.onlyChanges && storage.before === storage.after) return [];
      const before = storedValue(this.contract, storage.key, storage.before);
      const after = storedValue(this.contract, storage.key, storage.after);
      return [
        {
          id: watch.id,
          access: 'write' as const,
          ...(before === undefined || after === undefined ? {} : { before, after }),
        },
      ];
    });
  }

  /** A push writes the element first: it is a part of the vector when the length is written too. */
  async #isBehindItsVector(key: string, read: ReadKey): Promise<boolean> {
    const { element } = slotOfKey(this.contract.meta, knownHex(key)) ?? {};
    if (element === undefined) return false;
    const stored = await read(hexOf(lengthKey(element.vector)));
    return element.index >= (stored === null ? 0n : readInt(knownHex(stored), false));
  }
}
