// Where code stands in the source, by what the modules say for debuggers.

import { relative } from 'node:path';
import { lastAtOrBefore } from '@sonde/engine';
import type { SourceMapEntry } from '../toolchain/format/debug-info.js';
import { shownName } from '../toolchain/format/shown-names.js';
import type { CodeFrame } from './frames.js';

/** `file.ng:12:5`; the function and the offset where the module has no source map. */
export function placeOfCode(frame: CodeFrame, address: number): string {
  const entry = entryAt(frame, address);
  if (entry === undefined) return `${functionName(frame)}+${address - frame.start}`;
  return `${shortPath(entry.sourceFile)}:${entry.sourceLine}:${entry.sourceColumn + 1}`;
}

export function functionName({ function: running, unit, start }: CodeFrame): string {
  const within = start - unit.image.base;
  const described = unit.image.debug?.functions.find(f => f.start === within && f.end > within);
  return described?.name ?? shownName(running.name);
}

function entryAt({ unit, start }: CodeFrame, address: number): SourceMapEntry | undefined {
  const entries = unit.image.sourceMap?.entries ?? [];
  const within = address - unit.image.base;
  const entry = entries[lastAtOrBefore(entries, within, ({ bytecodeAddress }) => bytecodeAddress)];
  // An entry of the function before says nothing about this one.
  return entry !== undefined && entry.bytecodeAddress >= start - unit.image.base ? entry : undefined;
}

/** From where the program runs, when that is shorter. */
function shortPath(path: string): string {
  const shorter = relative(process.cwd(), path);
  return shorter !== '' && !shorter.startsWith('..') ? shorter : path;
}
