// The modules of an image as the machine runs them: all code in one array, names looked up once.

import type { NgoFunction, NgoType } from '../toolchain/format/ngo.js';
import { codeOf } from '../toolchain/format/opcodes.js';
import type { ImageModule, ProgramImage } from './image.js';
import { instructionSize } from './instruction-sizes.js';
import type { Shape } from './values.js';

export interface LoadedFunction {
  readonly name: string;
  readonly unit: CodeUnit;
  readonly start: number;
  readonly end: number;
  readonly parameters: number;
  readonly explicitReceiver: boolean;
  /** How many slots its code uses; the number in the file leaves out those of inner blocks. */
  readonly slots: number;
}

export interface LoadedType {
  readonly name: string;
  /** For records, and for what the original machine makes of the name of a union. */
  readonly shape: Shape;
  readonly variants: readonly Shape[];
}

export class CodeUnit {
  readonly functions: readonly LoadedFunction[];
  readonly types: readonly LoadedType[];
  readonly globalBase: number;
  readonly #byName = new Map<string, LoadedFunction>();
  readonly #typesByName = new Map<string, LoadedType>();
  readonly #variants = new Map<string, Shape>();
  readonly #members = new Map<string, Map<string, LoadedFunction | undefined>>();

  constructor(
    readonly index: number,
    readonly image: ImageModule,
    readonly strings: readonly string[],
  ) {
    this.globalBase = image.globalBase;
    let start = image.base;
    this.functions = image.module.functions.map(made => {
      const loaded = loadFunction(this, made, start);
      start = loaded.end;
      if (!this.#byName.has(made.name)) this.#byName.set(made.name, loaded);
      return loaded;
    });
    this.types = image.module.types.map(loadType);
    for (const type of this.types) {
      this.#typesByName.set(type.name, type);
      for (const shape of type.variants) {
        const { name } = shape.variant!;
        if (!this.#variants.has(name)) this.#variants.set(name, shape);
      }
    }
  }

  functionNamed(name: string): LoadedFunction | undefined {
    return this.#byName.get(name);
  }

  typeNamed(name: string): LoadedType | undefined {
    return this.#typesByName.get(name);
  }

  variantNamed(name: string): Shape | undefined {
    return this.#variants.get(name);
  }

  /** `Type.member`, remembered: it is looked up at each call. */
  member(type: string, member: string): LoadedFunction | undefined {
    const members = this.#members.get(type) ?? new Map<string, LoadedFunction | undefined>();
    this.#members.set(type, members);
    if (members.has(member)) return members.get(member);
    const found = this.#byName.get(`${type}.${member}`);
    members.set(member, found);
    return found;
  }
}

const slotOpcodes: ReadonlySet<number> = new Set(
  ['LOAD_PARAM', 'LOAD_LOCAL', 'STORE_LOCAL', 'MAKE_LOCAL_REF', 'MOVE_LOCAL'].map(codeOf),
);

function loadFunction(unit: CodeUnit, made: NgoFunction, start: number): LoadedFunction {
  const { name, code, explicitReceiver } = made;
  let slots = 0;
  for (let at = 0; at < code.length; at += instructionSize(code, at))
    if (slotOpcodes.has(code[at]!) && at + 2 < code.length)
      slots = Math.max(slots, (code[at + 1]! | (code[at + 2]! << 8)) + 1);
  const parameters = Math.max(0, Math.min(made.numParams, 0xffff));
  return {
    name,
    unit,
    start,
    end: start + code.length,
    parameters,
    explicitReceiver,
    slots: Math.max(slots, parameters),
  };
}

function loadType({ name, properties, derivedTraits, variants }: NgoType): LoadedType {
  return {
    name,
    shape: { name, fields: properties, cloneable: derivedTraits.includes('Clone') },
    variants: variants.map((variant, index) => ({
      name,
      fields: variant.payloadFields,
      variant: { name: variant.name, index },
      cloneable: false,
    })),
  };
}

/** Behind the last address there is room for the longest instruction, so that no read leaves the array. */
const margin = 16;

export function loadCode(image: ProgramImage): Uint8Array {
  const ends = image.modules.map(({ base, module }) =>
    module.functions.reduce((end, { code }) => end + code.length, base),
  );
  const code = new Uint8Array(Math.max(0, ...ends, image.builtIn.end, image.scratch.end) + margin);
  for (const { base, module } of image.modules) {
    let at = base;
    for (const made of module.functions) {
      code.set(made.code, at);
      at += made.code.length;
    }
  }
  return code;
}
