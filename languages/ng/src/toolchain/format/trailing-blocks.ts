// What may follow the module in its file: NGSM and NGDI, in any order, among bytes that nobody here knows.
//
// The program runs without them, so whatever is wrong with a block is reported and the block left out.

import { Failure } from '@sonde/engine';
import { ByteCursor } from './byte-cursor.js';
import {
  checkSumsOf,
  debugBlockMagic,
  debugBlockVersion,
  readDebugBlock,
  type DebugBlock,
} from './debug-block.js';
import type { DebugParts, SourceMap as SourceMapData } from './debug-info.js';
import type { NgoModule } from './ngo.js';
import { readSourceMap, sourceMapMagic } from './source-map.js';
import { usableParts } from './usable-parts.js';

/** Of real files there are two; more are looked at because bytes that nobody knows may look like the start of one. */
const mostBlocks = 16;

interface Blocks {
  sourceMap?: { readonly map: SourceMapData; readonly bytes: Uint8Array };
  debugBlock?: DebugBlock;
  readonly problems: string[];
}

export interface TrailingParts {
  readonly parts: DebugParts;
  readonly problems: readonly string[];
}

/** `end` is where the module ends. */
export function readTrailingBlocks(bytes: Uint8Array, end: number, module: NgoModule): TrailingParts {
  const blocks = findBlocks(bytes, end, module.name);
  const { sourceMap, debugBlock, problems } = blocks;
  const parts = usableParts(
    module,
    sourceMap?.map,
    matchingDebug(debugBlock, bytes.subarray(0, end), sourceMap?.bytes, problems),
    problems,
  );
  return { parts, problems };
}

function findBlocks(bytes: Uint8Array, end: number, unit: string): Blocks {
  const blocks: Blocks = { problems: [] };
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = end;
  for (let tried = 0; tried < mostBlocks; tried++) {
    const next = nextBlock(rest, at);
    if (next === undefined) break;
    at =
      next.magic === sourceMapMagic
        ? takeSourceMap(bytes, next.at, unit, blocks)
        : takeDebug(bytes, next.at, blocks);
  }
  return blocks;
}

function nextBlock(bytes: Buffer, from: number): { readonly at: number; readonly magic: string } | undefined {
  const [first] = [sourceMapMagic, debugBlockMagic]
    .map(magic => ({ at: bytes.indexOf(magic, from, 'latin1'), magic }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return first;
}

/** Answers where to look for the next block. */
function takeSourceMap(bytes: Uint8Array, at: number, unit: string, blocks: Blocks): number {
  if (blocks.sourceMap !== undefined) {
    blocks.problems.push(`a second source map at byte ${at} is not used`);
    return at + sourceMapMagic.length;
  }
  const cursor = new ByteCursor(bytes, 'NGSM block', at);
  try {
    blocks.sourceMap = { map: readSourceMap(cursor, unit), bytes: bytes.subarray(at, cursor.offset) };
    return cursor.offset;
  } catch (error) {
    blocks.problems.push(`the source map is not used: ${textOf(error)}`);
    // How long it would be is not known: another block may stand anywhere behind.
    return at + sourceMapMagic.length;
  }
}

function takeDebug(bytes: Uint8Array, at: number, blocks: Blocks): number {
  const cursor = new ByteCursor(bytes, 'NGDI block', at);
  const behind = (): number => Math.max(cursor.offset, at + debugBlockMagic.length);
  try {
    const found = readDebugBlock(cursor);
    if ('newerVersion' in found)
      blocks.problems.push(
        `the debug information at byte ${at} is not used: it is of version ${found.newerVersion}, known is ${debugBlockVersion}`,
      );
    else if (blocks.debugBlock !== undefined)
      blocks.problems.push(`a second block of debug information at byte ${at} is not used`);
    else blocks.debugBlock = found;
  } catch (error) {
    blocks.problems.push(`the debug information is not used: ${textOf(error)}`);
  }
  return behind();
}

/** Debug information that was made for other bytes would point at the wrong places. */
function matchingDebug(
  block: DebugBlock | undefined,
  module: Uint8Array,
  sourceMap: Uint8Array | undefined,
  problems: string[],
): DebugBlock['debug'] | undefined {
  if (block === undefined) return undefined;
  const found = checkSumsOf(module, sourceMap);
  if (found.module !== block.checkSums.module) {
    problems.push(
      `the module (bytes 0 to ${module.length}) is not the one that its debug information was made for: ` +
        'it was changed or damaged afterwards; debug information is not used',
    );
    return undefined;
  }
  if (found.sourceMap !== block.checkSums.sourceMap) {
    problems.push(
      sourceMap === undefined
        ? 'the source map is gone that the debug information was made with'
        : 'the source map is not the one that the debug information was made with: it was changed or damaged afterwards',
    );
    return { ...block.debug, statements: [] };
  }
  return block.debug;
}

function textOf(error: unknown): string {
  if (!(error instanceof Failure)) throw error;
  return error.message.replace(/\.$/, '');
}
