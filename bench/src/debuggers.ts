// Who is measured: debuggers as their users start them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { dapDebugger } from './dap.js';
import { gdbDebugger } from './gdb.js';

export interface Program {
  readonly source: string;
  readonly binary: string;
}

/** A breakpoint at a marker of the source, such as `#begin`. */
export interface Place {
  readonly marker: string;
  readonly condition?: string;
  /** How many times it is to be passed. */
  readonly passes?: number;
}

/** A program under a debugger, stopped. */
export interface Session {
  /** What an editor asks for after every stop: threads, stack, scopes, variables. */
  firstScreen(): Promise<void>;
  step(): Promise<void>;
  evaluate(expression: string): Promise<void>;
  /**
   * Elements of an array, as a list that unfolds it shows them. Answers with how many milliseconds it took from the
   * question until the last byte of the answer was here: to read a megabyte of JSON takes a client longer than the
   * debugger needs to write it, and the time of the client is not what is measured.
   */
  elements(expression: string, start: number, count: number): Promise<number>;
  /** Sets these breakpoints in place of all others. */
  breakpoints(places: readonly Place[]): Promise<void>;
  /** To the next stop. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

export interface Debugger {
  readonly name: string;
  readonly version: string;
  /** Starts the program and runs it to the marker. */
  open(program: Program, marker: string, args: readonly string[]): Promise<Session>;
}

export const sonde = fileURLToPath(new URL('../../clients/cli/bin/sonde.js', import.meta.url));

/** The first line a command prints about itself; undefined when it is not there. */
function versionOf(command: string, args: readonly string[] = ['--version']): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? (stdout + stderr).trim().split('\n')[0] : undefined;
}

export function nativeDebuggers(): {
  readonly found: readonly Debugger[];
  readonly missing: readonly string[];
} {
  const version = versionOf(process.execPath, [sonde, '--version']) ?? 'unknown';
  const found = [dapDebugger('Sonde', version, process.execPath, [sonde, 'c-dap'])];
  const missing: string[] = [];
  const lldb = versionOf('lldb-22');
  if (lldb === undefined || versionOf('lldb-dap-22', ['--help']) === undefined) missing.push('lldb-dap-22');
  else found.push(dapDebugger('lldb-dap', lldb, 'lldb-dap-22', []));
  const gdb = versionOf('gdb');
  if (gdb === undefined) missing.push('gdb');
  else found.push(gdbDebugger(gdb));
  return { found, missing };
}
