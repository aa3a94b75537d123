// What a build makes of a module: all that its engine needs.

import type { SymbolData } from '@sonde/engine';
import type { EntryCall, VariableLocations } from '@sonde/engine-wasm';
import type { ImportAnswers } from '../runtime/host-data.js';

export interface ModuleImage {
  readonly module: Uint8Array;
  readonly symbols: SymbolData;
  readonly locations: VariableLocations;
  /** Sources that a source map carries along, by their content keys. */
  readonly sourceTexts: ReadonlyMap<string, string>;
  /** Where the program begins for people: a function of theirs, behind what the C library does. */
  readonly entry?: number;
  readonly calls: readonly EntryCall[];
  /** The call whose result is told when it is over. */
  readonly shown?: string;
  readonly imports: ImportAnswers;
}
