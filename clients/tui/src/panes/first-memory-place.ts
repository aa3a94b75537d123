// Where the memory pane begins when nobody has named a place: in memory that the program works on.
import { parseAddress, type Address, type Region, type ShownVariable } from '@sonde/client';
import type { StackFrame } from '@sonde/dap';
import { regionName } from './region-list.js';

export interface FirstPlace {
  readonly reference: string;
  readonly label: string;
  /** It is better than none: the place of a variable would be better. */
  readonly isMakeshift?: true;
}

/**
 * The first variable of the frame that lies in data, or anywhere where nobody tells of regions; else the code of the frame,
 * where code is memory; else the first region of data. Some machines count their code from 0 too: such a number is an address
 * of memory only in a region of code.
 */
export function firstPlace(
  told: readonly Region[] | 'none',
  frame: StackFrame | undefined,
  variables: readonly ShownVariable[],
): FirstPlace | undefined {
  const code = frame?.instructionPointerReference;
  const place = parseAddress(code ?? '');
  const here: readonly FirstPlace[] =
    place === undefined ? [] : [{ reference: code!, label: frame!.name, isMakeshift: true }];
  for (const { name, memoryReference } of variables) {
    if (memoryReference === undefined) continue;
    const address = parseAddress(memoryReference);
    if (address === undefined) continue;
    const region = told === 'none' ? undefined : regionAt(told, address);
    if (told === 'none' || (region !== undefined && isData(region)))
      return { reference: memoryReference, label: name };
  }
  if (told === 'none') return here[0];
  const region = place === undefined ? undefined : regionAt(told, place);
  if (region !== undefined && isCode(region)) return here[0];
  const first = told.find(isData) ?? told[0];
  return first === undefined
    ? undefined
    : { reference: first.reference, label: regionName(first), isMakeshift: true };
}

/** The smallest piece comes last: the language divides what the machine has. */
export const regionAt = (regions: readonly Region[], { space, offset }: Address): Region | undefined =>
  regions.findLast(
    ({ start, size }) =>
      start.space === space && offset >= start.offset && offset < start.offset + BigInt(Math.floor(size)),
  );

const isData = ({ type }: Region): boolean => ['data', 'stack', 'heap'].includes(type);

const isCode = ({ type, permissions = '' }: Region): boolean => type === 'code' || permissions.includes('x');
