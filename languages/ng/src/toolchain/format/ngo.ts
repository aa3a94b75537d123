// A compiled module as data: what a `.ngo` file holds, field by field in the order of the file.

/**
 * A text as the language has it: bytes. Each character of the JavaScript string is one byte (0 to 255), so that sizes and
 * indices are those of the language. `byte-text.ts` turns it into text for people and back.
 */
export type ByteText = string;

export interface NgoFunction {
  readonly name: string;
  /** What the file says; the machine lets locals grow beyond it. */
  readonly numLocals: number;
  readonly numParams: number;
  /** The receiver is passed as a reference, not as a copy. */
  readonly explicitReceiver: boolean;
  readonly code: Uint8Array;
}

export interface NgoVariant {
  readonly name: string;
  readonly payloadFields: readonly string[];
}

export interface NgoType {
  readonly name: string;
  readonly properties: readonly string[];
  readonly derivedTraits: readonly string[];
  /** Empty for records. */
  readonly variants: readonly NgoVariant[];
}

export interface NgoImport {
  readonly module: string;
  readonly symbol: string;
}

export interface NgoTrait {
  readonly name: string;
  readonly module: string;
  readonly typeParameters: readonly string[];
  readonly superTraits: readonly string[];
  readonly methods: ReadonlyMap<string, string>;
  readonly allMethods: ReadonlyMap<string, string>;
}

export interface NgoImpl {
  readonly trait: string;
  readonly target: string;
  readonly module: string;
  readonly genericParameters: readonly string[];
  readonly whereBounds: readonly string[];
  readonly methods: ReadonlyMap<string, string>;
}

export interface NgoModule {
  readonly name: string;
  /** Of the source it was made from; may be empty. */
  readonly sourceHash: string;
  readonly constants: readonly bigint[];
  readonly floatConstants: readonly number[];
  readonly strings: readonly ByteText[];
  /** The first is `__start__`. */
  readonly functions: readonly NgoFunction[];
  readonly types: readonly NgoType[];
  readonly imports: readonly NgoImport[];
  /** Symbol → index of the function. */
  readonly exports: ReadonlyMap<string, number>;
  /** Symbol → its type as text. */
  readonly exportTypes: ReadonlyMap<string, string>;
  readonly traits: readonly NgoTrait[];
  readonly impls: readonly NgoImpl[];
}
