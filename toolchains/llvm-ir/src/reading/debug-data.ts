// Debug metadata as data: what a reader finds in a module. Nodes refer to each other by id, for they go in circles.

import type { MetadataId } from './metadata-text.js';

export interface FileData {
  readonly name: string;
  readonly directory: string;
  readonly md5?: string;
}

export interface UnitData {
  readonly id: MetadataId;
  /** `DW_LANG_…`, or a number. */
  readonly language: string;
  readonly producer: string;
  readonly isOptimized: boolean;
  readonly file?: FileData;
}

/** What everything with a name and a place shares. */
interface Declared {
  readonly id: MetadataId;
  readonly name: string;
  readonly line: number;
  readonly file?: FileData;
  readonly scope?: MetadataId;
}

export interface SubprogramData extends Declared {
  readonly linkageName?: string;
  readonly type?: MetadataId;
  readonly unit?: MetadataId;
  readonly scopeLine?: number;
  readonly isDefinition: boolean;
  readonly isLocal: boolean;
  readonly isArtificial: boolean;
}

export interface LexicalBlockData {
  readonly id: MetadataId;
  readonly scope?: MetadataId;
  readonly file?: FileData;
  readonly line: number;
  readonly column: number;
}

export interface VariableData extends Declared {
  readonly type?: MetadataId;
  /** From 1, for parameters. */
  readonly position?: number;
  readonly isArtificial: boolean;
}

export interface GlobalVariableData extends Declared {
  readonly linkageName?: string;
  readonly type?: MetadataId;
  readonly isLocal: boolean;
}

export interface LocationData {
  readonly id: MetadataId;
  readonly line: number;
  readonly column: number;
  readonly scope?: MetadataId;
  /** The call that an optimiser replaced by this code. */
  readonly inlinedAt?: MetadataId;
}

export interface MemberData {
  /** `member`, `inheritance`, … */
  readonly tag: string;
  readonly name: string;
  readonly type?: MetadataId;
  readonly sizeInBits: number;
  readonly offsetInBits: number;
  readonly isArtificial: boolean;
  readonly isBitField: boolean;
}

interface TypeBase {
  readonly id: MetadataId;
  readonly name: string;
  readonly sizeInBits?: number;
}

/** `tag` and `encoding` are DWARF's names without their prefixes. */
export type TypeData = TypeBase &
  (
    | { readonly kind: 'basic'; readonly encoding: string }
    /** Typedefs, pointers, references, qualifiers; without a target it is void. */
    | { readonly kind: 'derived'; readonly tag: string; readonly target?: MetadataId }
    | {
        readonly kind: 'composite';
        readonly tag: string;
        readonly isDeclaration: boolean;
        readonly members: readonly MemberData[];
      }
    | {
        readonly kind: 'array';
        readonly element?: MetadataId;
        /** Outermost first; undefined where it is not a constant. */
        readonly counts: readonly (number | undefined)[];
      }
    | {
        readonly kind: 'enumeration';
        readonly base?: MetadataId;
        readonly enumerators: readonly { readonly name: string; readonly value: bigint }[];
      }
    | {
        readonly kind: 'subroutine';
        readonly result?: MetadataId;
        readonly parameters: readonly (MetadataId | undefined)[];
      }
  );

export interface DebugData {
  readonly units: ReadonlyMap<MetadataId, UnitData>;
  readonly files: ReadonlyMap<MetadataId, FileData>;
  readonly subprograms: ReadonlyMap<MetadataId, SubprogramData>;
  readonly blocks: ReadonlyMap<MetadataId, LexicalBlockData>;
  readonly variables: ReadonlyMap<MetadataId, VariableData>;
  /** By the id that a global variable carries. */
  readonly globals: ReadonlyMap<MetadataId, GlobalVariableData>;
  readonly locations: ReadonlyMap<MetadataId, LocationData>;
  readonly types: ReadonlyMap<MetadataId, TypeData>;
}
