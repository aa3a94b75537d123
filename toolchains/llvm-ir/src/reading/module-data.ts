// A module as data: what a reader finds besides its debug metadata.

import type { DebugData } from './debug-data.js';
import type { MetadataBody, MetadataId } from './metadata-text.js';

export interface ParameterData {
  readonly type: string;
  /** Without its `%`; numbered ones have their number. */
  readonly name: string;
  readonly attributes: readonly string[];
}

export interface InstructionData {
  readonly line: number;
  /** Without what is attached to it. */
  readonly text: string;
  readonly opcode: string;
  /** The name of its value, without `%`. */
  readonly result?: string;
  readonly location?: MetadataId;
}

export interface BlockData {
  /** Without `%`. */
  readonly label: string;
  readonly instructions: readonly InstructionData[];
}

/** Tells the debugger about a variable from here on. */
export interface VariableRecord {
  /** `declare`: lies at this address; `value`: has this value; others as they are named. */
  readonly kind: string;
  /** With its type: `ptr %x`. */
  readonly operand: string;
  readonly variable: MetadataId;
  readonly expression: string;
  readonly location?: MetadataId;
  readonly block: string;
  /** It comes before this instruction of its block. */
  readonly before: number;
}

export interface FunctionData {
  readonly name: string;
  readonly line: number;
  readonly isDefinition: boolean;
  /** Linkage, visibility, calling convention and attributes before the type of the result. */
  readonly prefixes: readonly string[];
  readonly resultType: string;
  readonly parameters: readonly ParameterData[];
  readonly varargs: boolean;
  readonly subprogram?: MetadataId;
  readonly blocks: readonly BlockData[];
  readonly variables: readonly VariableRecord[];
}

export interface GlobalData {
  readonly name: string;
  readonly line: number;
  readonly kind: 'variable' | 'constant' | 'alias' | 'other';
  /** Defined elsewhere. */
  readonly isExternal: boolean;
  /** Everything behind `=`. */
  readonly text: string;
  readonly debug: readonly MetadataId[];
}

export interface ModuleData {
  readonly sourceName?: string;
  readonly triple?: string;
  readonly dataLayout?: string;
  /** Named types and their bodies. */
  readonly types: ReadonlyMap<string, string>;
  readonly globals: readonly GlobalData[];
  readonly functions: readonly FunctionData[];
  readonly metadata: ReadonlyMap<MetadataId, MetadataBody>;
  readonly namedMetadata: ReadonlyMap<string, readonly MetadataId[]>;
  readonly debug: DebugData;
  /** Statements that were not understood. */
  readonly unknown: readonly { readonly line: number; readonly text: string }[];
}
