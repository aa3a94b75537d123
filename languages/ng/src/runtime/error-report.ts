// What people read when a program fails: on standard output the words of the original, on standard error where it was.

import { fromBytes } from '../toolchain/format/byte-text.js';
import type { Frame } from './frames.js';
import { functionName, placeOfCode } from './source-places.js';
import type { ProgramError } from './values.js';

/** Shown of a long stack, from each end. */
const shownFrames = 10;

/** The original does not know where it was, and says so. */
export const verdict = ({ message }: ProgramError): string => `Runtime error: ${message} at 0:0`;

export function reportLines({ message, notice }: ProgramError, frames: readonly Frame[]): readonly string[] {
  const top = frames.at(-1);
  const where = top === undefined ? '' : `${nameAt(top, true)}: `;
  return [
    ...(notice === undefined ? [] : [fromBytes(notice)]),
    `${where}Runtime error: ${fromBytes(message)}`,
    ...stackLines(frames),
  ];
}

const nameAt = (frame: Frame, isTop: boolean): string =>
  frame.work === undefined ? placeOfCode(frame, isTop ? frame.pc : frame.pc - 1) : frame.work.name;

function stackLines(frames: readonly Frame[]): readonly string[] {
  const line = (index: number): string => {
    const frame = frames[index]!;
    if (frame.work !== undefined) return `    at ${frame.work.name}`;
    const name = functionName(frame);
    const place = nameAt(frame, index === frames.length - 1);
    return place.startsWith(`${name}+`) ? `    at ${place}` : `    at ${name} (${place})`;
  };
  const indices = [...frames.keys()].reverse();
  if (indices.length <= 2 * shownFrames + 1) return indices.map(line);
  return [
    ...indices.slice(0, shownFrames).map(line),
    `    … ${indices.length - 2 * shownFrames} more calls`,
    ...indices.slice(-shownFrames).map(line),
  ];
}
