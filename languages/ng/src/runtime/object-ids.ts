// Names for composites and cells, by which a debugger asks for their members. Given on demand, and the same for what comes
// into being again when the program runs again from an earlier moment.

import { objectId, type ObjectId } from '@sonde/engine';
import { editOfBirth, isOfLook } from './births.js';
import type { EditHistory } from './edit-history.js';
import type { Composite, FromEnd, Range, Reference, TraitObject, Value } from './values.js';

/** Besides composites: references and ranges, which have members too, and cells that references point at. */
export type Identified = Composite | Reference | TraitObject | Range | FromEnd | Value[];

export class ObjectIds {
  readonly #ids = new WeakMap<object, ObjectId>();
  readonly #objects = new Map<ObjectId, WeakRef<Identified>>();
  readonly #gone = new FinalizationRegistry<ObjectId>(id => {
    // Another object may have come into being in its place.
    if (this.#objects.get(id)?.deref() === undefined) this.#objects.delete(id);
  });
  #lastCells = 0;

  constructor(private readonly history: EditHistory) {}

  of(object: Identified): ObjectId {
    const id = this.#ids.get(object) ?? this.#fromBirth(object) ?? objectId(`cells ${++this.#lastCells}`);
    if (this.#objects.get(id)?.deref() !== object) this.#name(object, id);
    return id;
  }

  /** What a look makes of something for another whole, under a name of its own that every such look gives it. */
  nameCopy(copy: Identified, original: Identified, whole: ObjectId): void {
    if (!this.#ids.has(copy)) this.#name(copy, objectId(`${this.of(original)} in ${whole}`));
  }

  /** The id of something that a debugger has asked for, also before it came into being again. */
  known(object: Identified): ObjectId | undefined {
    if (this.#objects.size === 0) return undefined;
    const id = this.#ids.get(object) ?? this.#fromBirth(object);
    return id !== undefined && this.#objects.has(id) ? this.of(object) : undefined;
  }

  find(id: ObjectId): Identified | undefined {
    return this.#objects.get(id)?.deref();
  }

  #name(object: Identified, id: ObjectId): void {
    this.#ids.set(object, id);
    this.#objects.set(id, new WeakRef(object));
    this.#gone.register(object, id);
  }

  /** After a change of the debugger the program may make other things at the same time: its branch is part of the name. */
  #fromBirth(object: Identified): ObjectId | undefined {
    if (Array.isArray(object)) return undefined;
    const { bornAt, nth } = object;
    if (isOfLook(bornAt)) return objectId(`look ${nth}`);
    const edit = editOfBirth(bornAt);
    return edit === undefined
      ? objectId(`${this.history.at(bornAt)}${bornAt}.${nth}`)
      : objectId(`${this.history.ofEdit(edit)}edit.${nth}`);
  }
}
