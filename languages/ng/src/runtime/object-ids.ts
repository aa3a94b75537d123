// Names for composites and cells, by which a debugger asks for their members. Given on demand, stable while the thing lives.

import { objectId, type ObjectId } from '@sonde/engine';
import type { Composite, FromEnd, Range, Reference, TraitObject, Value } from './values.js';

/** Besides composites: references and ranges, which have members too, and cells that references point at. */
export type Identified = Composite | Reference | TraitObject | Range | FromEnd | Value[];

export class ObjectIds {
  readonly #ids = new WeakMap<object, ObjectId>();
  readonly #objects = new Map<ObjectId, WeakRef<Identified>>();
  readonly #gone = new FinalizationRegistry<ObjectId>(id => this.#objects.delete(id));
  #last = 0;

  of(object: Identified): ObjectId {
    const known = this.#ids.get(object);
    if (known !== undefined) return known;
    const id = objectId(`o${++this.#last}`);
    this.#ids.set(object, id);
    this.#objects.set(id, new WeakRef(object));
    this.#gone.register(object, id);
    return id;
  }

  /** The id of something that a debugger has asked for. */
  known(object: Identified): ObjectId | undefined {
    return this.#ids.get(object);
  }

  find(id: ObjectId): Identified | undefined {
    return this.#objects.get(id)?.deref();
  }
}
