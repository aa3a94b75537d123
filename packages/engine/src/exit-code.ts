// How a program ended, in one number as shells count.

import { constants } from 'node:os';
import type { ExitStatus } from './contract.js';

const numbers: Readonly<Record<string, number>> = constants.signals;
/** As GNU's C library has them (signal(7), "Real-time signals"); Node knows them by no name. */
const realTime: Readonly<Record<string, number>> = { SIGRTMIN: 34, SIGRTMAX: 64 };

export const exitCodeOf = (status: ExitStatus): number =>
  'code' in status ? status.code : 128 + signalNumber(status.signal);

/** 0 for one that nobody knows. */
function signalNumber(name: string): number {
  const known = numbers[name];
  if (known !== undefined) return known;
  const [, base = '', offset = '0'] = /^(SIGRTMIN|SIGRTMAX)([+-]\d+)?$/.exec(name) ?? [];
  const start = realTime[base];
  return start === undefined ? 0 : start + Number(offset);
}
