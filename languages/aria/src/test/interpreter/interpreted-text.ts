// A program written in a test, checked and run.

import { inMain, programOf } from '../../toolchain/checker/checked-text.js';
import { run, type Run, type RunOptions } from './interpreter.js';

export const runText = (text: string, options?: RunOptions): Run => run(programOf(text), options);

/** What statements in main print. Declarations may stand before. */
export const printed = (statements: string, before = ''): string =>
  runText(inMain(statements, before)).stdout;

/** The lines that are printed, without the last line end. */
export const lines = (text: string, options?: RunOptions): readonly string[] =>
  runText(text, options).stdout.replace(/\n$/, '').split('\n');
