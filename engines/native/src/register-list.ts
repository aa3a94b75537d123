// The registers of a frame: the same in every frame, so that the bridge names them once and here they are remembered.

import { frameId, typeId, type FrameId, type NamedValue, type TypeId } from '@sonde/engine';
import { fields, integer, list, text, type Fields } from './wire.js';

/** Registers beyond the general ones: read when somebody opens the group. */
interface Group {
  readonly name: string;
  /** The bridge's. */
  readonly number: number;
  readonly count: number;
}

export class RegisterList {
  #names: readonly string[] = [];
  #type: TypeId | undefined;
  #groups: readonly Group[] = [];
  #groupType: TypeId | undefined;
  /** Of the frame that was asked for last: mostly it is asked for again. */
  #last:
    | { readonly frame: FrameId; readonly waits: boolean; readonly registers: readonly NamedValue[] }
    | undefined;

  /** Those of a frame; read when somebody looks. */
  of(from: Fields): readonly NamedValue[] {
    if (from['names'] !== undefined) {
      this.#names = list(from['names'], text);
      this.#type = typeId(integer(from['type']));
      this.#groups = list(from['groups'], groupFrom);
      this.#groupType = typeId(integer(from['groupType']));
      this.#last = undefined;
    }
    const frame = frameId(text(from['frame']));
    const waits = from['waits'] === true;
    if (this.#last?.frame !== frame || this.#last.waits !== waits)
      this.#last = { frame, waits, registers: this.#registers(frame, waits) };
    return this.#last.registers;
  }

  #registers(frame: FrameId, waits: boolean): readonly NamedValue[] {
    const type = this.#type;
    if (type === undefined) return [];
    const general = this.#names.map((name): NamedValue => ({
      name,
      // A program may have a variable of the same name; LLDB tells a register from it by the sign.
      path: `$${name}`,
      value: { type, content: { kind: 'deferred' }, place: { kind: 'register', frame, name } },
    }));
    return waits ? general : [...general, ...this.#groupsIn(frame)];
  }

  #groupsIn(frame: FrameId): readonly NamedValue[] {
    const type = this.#groupType;
    if (type === undefined) return [];
    return this.#groups.map(({ name, number, count }) => ({
      name,
      value: {
        type,
        content: { kind: 'bytes', bytes: new Uint8Array() },
        engineView: {
          summary: `${count} registers`,
          synthetic: { key: `registers:${number}:${frame}`, count, named: true },
        },
      },
    }));
  }
}

function groupFrom(value: unknown): Group {
  const from = fields(value);
  return { name: text(from['name']), number: integer(from['number']), count: integer(from['count']) };
}
