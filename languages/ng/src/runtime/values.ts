// What the machine computes with: numbers, texts, composites, references. The most common kinds are plain JavaScript values.

import type { ByteText } from '../toolchain/format/ngo.js';
import { births, birthTime } from './births.js';
import { heap, sizes } from './heap.js';
import { journal } from './time/journal.js';

export type WideNumberType = 'i64' | 'u64';
export type NarrowNumberType = 'i8' | 'i16' | 'u8' | 'u16' | 'u32' | 'f32' | 'f64';
export type NumberType = WideNumberType | NarrowNumberType | 'i32';

/** A number of any type but `i32`, which is a JavaScript number. */
export type Numeral =
  | { readonly kind: 'number'; readonly type: WideNumberType; readonly value: bigint }
  | { readonly kind: 'number'; readonly type: NarrowNumberType; readonly value: number };

/** What all values of a kind have in common: the name of the type at run time, and the names of the parts. */
export interface Shape {
  readonly name: string;
  readonly fields: readonly string[];
  /** Only for values of tagged unions. */
  readonly variant?: { readonly name: string; readonly index: number };
  /** The type says that it can be cloned by a call. */
  readonly cloneable: boolean;
}

export type CompositeKind = 'array' | 'tuple' | 'span' | 'record' | 'tagged' | 'newtype';

/** The parts of one composite or of several equal ones. */
export class Parts {
  /** How many composites have these parts; more than one means: copy before writing. May be too high, never too low. */
  owners = 1;
  /** The one that keeps the very objects in here when it parts from the others: a debugger knows them by identity. */
  home: Composite | undefined = undefined;
  /** The latest measurement that saw it. */
  mark = 0;
  /** Epochs of `journal` in which the number of owners and the items were saved last. */
  ownersAt = journal.epoch;
  itemsAt = journal.epoch;

  constructor(public items: Value[]) {
    heap.used += sizes.parts + sizes.item * items.length;
  }
}

/** Has an identity, for references into it, and a value, which it may share with others until one of them is written. */
export class Composite {
  readonly bornAt = birthTime();
  readonly nth = births.nth;
  /** References further inside that somebody keeps: while there are any, copies are made at once. */
  pins = 0;
  /** References to its parts that somebody keeps: while there are any, it is not used up. */
  targets = 0;
  /** Tells the same part of a whole before and after the whole parted from others that shared it. */
  lineage = ++heap.lineages;
  /** It was used up: what it shows may belong to others. */
  dead = false;
  /** Whether its end is to be told to the program (`Drop`): that of originals is, that of copies is not. */
  armed = heap.arming;
  /** While accesses are watched: the one it was loaded from. */
  origin: Composite | undefined = undefined;
  readonly epoch = heap.epoch;
  /** The epoch of `journal` in which it was saved last. */
  savedAt = journal.epoch;

  constructor(
    readonly kind: CompositeKind,
    readonly shape: Shape,
    public parts: Parts,
  ) {
    heap.used += sizes.composite;
  }
}

/** Numbers from one to another; they come into being one by one when asked for. */
export class Range {
  readonly kind = 'range';
  readonly bornAt = birthTime();
  readonly nth = births.nth;

  constructor(
    readonly from: Value,
    readonly to: Value,
    readonly inclusive: boolean,
  ) {}
}

/** Where a reference points: at a part of a composite, or at a cell of an activation, of the globals, of the heap. */
export class Reference {
  readonly kind = 'ref';
  readonly bornAt = birthTime();
  readonly nth = births.nth;
  /** Something holds on to it. One that nobody keeps is a way to a place, looked up again when it is used. */
  kept = false;
  /** The epoch of `journal` in which it was saved last. */
  savedAt = journal.epoch;

  constructor(
    public owner: Composite | undefined,
    readonly cells: Value[] | undefined,
    readonly key: number,
    readonly home: Home,
    /** The reference that led to the owner. */
    readonly parent?: Reference,
  ) {}
}

export type Home =
  | { readonly kind: 'local'; readonly serial: number; readonly epoch: number }
  | { readonly kind: 'global' }
  | { readonly kind: 'heap'; readonly epoch: number }
  | { readonly kind: 'part' };

/** A reference seen as a trait: calls go to the methods of that trait. */
export class TraitObject {
  readonly kind = 'trait';
  readonly bornAt = birthTime();
  readonly nth = births.nth;

  constructor(
    readonly target: Reference,
    readonly trait: ByteText,
  ) {}
}

/** `^n`: counts from the end. */
export class FromEnd {
  readonly kind = 'from-end';
  readonly bornAt = birthTime();
  readonly nth = births.nth;

  constructor(readonly offset: number) {}
}

/** Memory outside the program's values; the one that owns it frees it. */
export class Handle {
  readonly kind = 'handle';

  constructor(
    readonly memory: { readonly address: number; live: boolean },
    readonly owning: boolean,
  ) {}
}

export interface Moved {
  readonly kind: 'moved';
}

/** What a place holds after its value went elsewhere. */
export const moved: Moved = { kind: 'moved' };

export type Held = Numeral | Composite | Range | Reference | TraitObject | FromEnd | Handle | Moved;

/** Unit is undefined, an `i32` is a number, a `Bool` a boolean, a `String` its bytes. */
export type Value = undefined | number | boolean | ByteText | Held;

const plain = (name: string): Shape => ({ name, fields: [], cloneable: false });
export const arrayShape = plain('Array');
export const tupleShape = plain('Tuple');
export const spanShape = plain('Span');

export const makeArray = (items: Value[]): Composite => new Composite('array', arrayShape, new Parts(items));
export const makeTuple = (items: Value[]): Composite => new Composite('tuple', tupleShape, new Parts(items));
export const makeSpan = (items: Value[]): Composite => new Composite('span', spanShape, new Parts(items));

export const makeU32 = (value: number): Numeral => ({ kind: 'number', type: 'u32', value });

/** An error of the program, with the words of the original machine where it has any. */
export class ProgramError extends Error {
  constructor(
    message: string,
    /** Said on standard error before the rest. */
    readonly notice?: string,
  ) {
    super(message);
  }
}

/** The name of the type at run time, as `is` compares it and messages say it. */
export function typeName(value: Value): string {
  switch (typeof value) {
    case 'number':
      return 'i32';
    case 'boolean':
      return 'Bool';
    case 'string':
      return 'String';
    case 'undefined':
      return 'unit';
    default:
      return heldTypeName(value);
  }
}

function heldTypeName(value: Held): string {
  switch (value.kind) {
    case 'number':
      return value.type;
    case 'range':
      return 'Range';
    case 'ref':
      return 'ref';
    case 'trait':
      return 'ref<trait>';
    case 'from-end':
      return 'FromEndIndex';
    case 'handle':
      return 'UniquePtr';
    case 'moved':
      return 'moved';
    default:
      return value.shape.name;
  }
}

export const isComposite = (value: Value): value is Composite => value instanceof Composite;
