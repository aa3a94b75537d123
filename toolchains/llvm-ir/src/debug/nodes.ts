// Handles of debug metadata: what a code generator holds, and what may be given where.

import { misuse } from '../misuse.js';
import type { MetadataNode } from './metadata.js';

export interface DebugFile extends MetadataNode {
  readonly kind: 'file';
}

export interface DebugType extends MetadataNode {
  readonly kind: 'type';
  /** Absent where a type has none: subroutines, declared structs. */
  readonly sizeInBits?: number;
}

/** A struct, union or class. */
export interface DebugComposite extends DebugType {
  readonly composite: true;
}

export interface DebugNamespace extends MetadataNode {
  readonly kind: 'namespace';
}

export interface UnitScope extends MetadataNode {
  readonly kind: 'unit';
}

export interface Subprogram extends MetadataNode {
  readonly kind: 'subprogram';
  readonly name: string;
  readonly file: DebugFile;
  /** Only a definition has code. */
  readonly isDefinition: boolean;
}

export interface LexicalBlock extends MetadataNode {
  readonly kind: 'block';
  readonly parent: LocalScope;
  readonly file: DebugFile;
}

export interface DebugLocation extends MetadataNode {
  readonly kind: 'location';
  readonly line: number;
  readonly column: number;
  readonly scope: LocalScope;
}

/** A local variable or a parameter. */
export interface DebugVariable extends MetadataNode {
  readonly kind: 'variable';
  readonly scope: LocalScope;
  readonly line: number;
}

/** What a global variable is attached to. */
export interface DebugGlobal extends MetadataNode {
  readonly kind: 'global';
}

/** Where code can be. */
export type LocalScope = Subprogram | LexicalBlock;

/** Where something can be declared. */
export type DebugScope = LocalScope | DebugFile | UnitScope | DebugNamespace | DebugComposite;

export function subprogramOf(scope: LocalScope): Subprogram {
  let inner = scope;
  while (inner.kind === 'block') inner = inner.parent;
  return inner;
}

/** Lines and columns count from 1; 0 means that there is none. */
export function requireLine(line: number, what: string): number {
  if (!Number.isInteger(line) || line < 0 || line > 0xffff_ffff) misuse(`${what} cannot be in line ${line}`);
  return line;
}

/** LLVM keeps 16 bits of a column and treats what lies beyond as unknown. */
export function storedColumn(column: number, what: string): number {
  if (!Number.isInteger(column) || column < 0) misuse(`${what} cannot be in column ${column}`);
  return column > 0xffff ? 0 : column;
}
