// What code says of itself without debug information: the slots and globals it names, the types of values it makes.

import { fromBytes } from '../format/byte-text.js';
import { eachOpcode } from '../format/instructions.js';
import type { ByteText, NgoModule } from '../format/ngo.js';
import { codeOf } from '../format/opcodes.js';

export interface CodeFacts {
  /** Per function, ascending. */
  readonly slots: readonly (readonly number[])[];
  /** Ascending. */
  readonly globals: readonly number[];
  /** Names of newtypes and trait objects, which have no table. */
  readonly typeNames: ReadonlySet<string>;
}

type Fact = 'slot' | 'global' | 'newtype' | 'trait';

/** All of them have the number in question as their first operand, of 16 bits. */
const telling = new Map<number, Fact>([
  ...['LOAD_PARAM', 'LOAD_LOCAL', 'STORE_LOCAL', 'MAKE_LOCAL_REF', 'MOVE_LOCAL'].map(tells('slot')),
  ...['LOAD_GLOBAL', 'STORE_GLOBAL', 'MAKE_GLOBAL_REF', 'MOVE_GLOBAL'].map(tells('global')),
  tells('newtype')('WRAP_NEWTYPE'),
  tells('trait')('MAKE_TRAIT_REF'),
]);

function tells(fact: Fact): (name: string) => readonly [number, Fact] {
  return name => [codeOf(name), fact];
}

/** Longer ones are no names of types. */
const longestName = 1000;

const known = new WeakMap<NgoModule, CodeFacts>();

export function factsOf(module: NgoModule): CodeFacts {
  const found = known.get(module) ?? scan(module);
  known.set(module, found);
  return found;
}

function scan({ functions, strings }: NgoModule): CodeFacts {
  const globals = new Set<number>();
  const newtypes = new Set<number>();
  const traits = new Set<number>();
  const slots = functions.map(({ code }) => {
    const own = new Set<number>();
    const sets = { slot: own, global: globals, newtype: newtypes, trait: traits };
    eachOpcode(code, (opcode, offset) => {
      const fact = telling.get(opcode);
      if (fact !== undefined) sets[fact].add(code[offset + 1]! | (code[offset + 2]! << 8));
    });
    return ascending(own);
  });
  const named = (numbers: Iterable<number>): readonly string[] =>
    [...numbers].flatMap(number => nameOf(strings[number]));
  return {
    slots,
    globals: ascending(globals),
    typeNames: new Set([...named(newtypes), ...named(traits).map(name => `ref<${name}>`)]),
  };
}

const nameOf = (text: ByteText | undefined): readonly string[] =>
  text === undefined || text.length > longestName ? [] : [fromBytes(text)];

const ascending = (numbers: Iterable<number>): readonly number[] => [...numbers].sort((a, b) => a - b);
