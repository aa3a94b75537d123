// The registers of a frame: the same in every frame, so that the bridge names them once and here they are remembered.

import { frameId, typeId, type NamedValue, type TypeId } from '@sonde/engine';
import { integer, list, text, type Fields } from './wire.js';

export class RegisterList {
  #names: readonly string[] = [];
  #type: TypeId | undefined;

  /** Those of a frame; read when somebody looks. */
  of(from: Fields): readonly NamedValue[] {
    if (from['names'] !== undefined) {
      this.#names = list(from['names'], text);
      this.#type = typeId(integer(from['type']));
    }
    const frame = frameId(text(from['frame']));
    const type = this.#type;
    if (type === undefined) return [];
    return this.#names.map(name => ({
      name,
      // A program may have a variable of the same name; LLDB tells a register from it by the sign.
      path: `$${name}`,
      value: { type, content: { kind: 'deferred' }, place: { kind: 'register', frame, name } },
    }));
  }
}
