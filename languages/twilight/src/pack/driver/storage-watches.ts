// Data breakpoints on storage: which key of the node stands for a place in the memory that storage is shown as.

import { Failure, type BreakpointId } from '@sonde/engine';
import type { RemoteTouch, RemoteWatch } from '@sonde/engine-remote';
import { typeNamed, typesOf, type Meta } from '../../toolchain/toolchain.js';
import type { StoppedParams } from './messages.js';
import { variableOf } from './storage-spaces.js';

interface Watched {
  readonly watch: RemoteWatch;
  readonly key: string;
  readonly prefix: boolean;
}

export class StorageWatches {
  readonly #all = new Map<BreakpointId, Watched>();
  /** Ids of the node, by the order of the keys. */
  #sent: readonly string[] = [];

  constructor(private readonly meta: Meta) {}

  /** Throws a Failure for what cannot be watched. */
  add(watch: RemoteWatch): void {
    const variable = watch.place.kind === 'memory' ? variableOf(watch.place.address.space) : undefined;
    const storage = this.meta.debug_info?.variable_info.storage ?? {};
    const declared =
      variable !== undefined && Object.hasOwn(storage, variable) ? storage[variable] : undefined;
    if (declared === undefined || variable === undefined)
      throw new Failure(
        'not-supported',
        'user',
        'only storage can be watched: a local has no address that the node could watch.',
      );
    if (watch.access !== 'write')
      throw new Failure('not-supported', 'user', 'a contract’s storage is watched for writes only.');
    const { k } = typeNamed(typesOf(this.meta), declared.type);
    const hex = `0x${Buffer.from(variable).toString('hex')}`;
    const isMany = k === 'map' || k === 'vector';
    this.#all.set(watch.id, { watch, key: isMany ? `${hex}00` : hex, prefix: isMany });
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

  touched({ storage }: StoppedParams): readonly RemoteTouch[] {
    if (storage === undefined) return [];
    return [...this.#all.values()].flatMap(({ watch }, nth) => {
      if (this.#sent[nth] !== storage.id) return [];
      if (watch.onlyChanges && storage.before === storage.after) return [];
      return [{ id: watch.id, access: 'write' as const }];
    });
  }
}
