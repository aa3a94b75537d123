// Options that several commands have.

import type { DebugGrade } from '../format/dbg.js';

/** Text is what is wrong with the usage. */
export function gradeOf(value: string | undefined): DebugGrade | string {
  if (value === undefined) return 3;
  return value === '1' || value === '2' || value === '3'
    ? (Number(value) as DebugGrade)
    : `--debug-grade is 1, 2 or 3, not ${value}`;
}
