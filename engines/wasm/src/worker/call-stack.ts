// The call stack from V8: wasm frames with their offsets, so that calls cost nothing while the program runs.

import { webAssembly } from '@sonde/wasm';
import { conditionModuleName } from '../condition/condition-names.js';
import type { OffsetMap } from '../instrument/offset-map.js';

export interface StackFrame {
  readonly function: number;
  /** In the top frame where it stands, in its callers the offset of the call. */
  readonly offset: number;
}

/** V8 cuts stacks at a few frames unless told otherwise. */
const mostFrames = 200_000;

interface CallSite {
  getPosition(): number;
  getFileName(): string | undefined;
  getFunctionName(): string | null;
}

/** Frames below this one belong to an execution that waits for this one to look at it. */
const boundary = 'runEntryCall';

type Prepare = (error: Error, sites: CallSite[]) => unknown;
const errors = Error as unknown as { prepareStackTrace: Prepare | undefined; stackTraceLimit: number };

/** V8 takes a stack when an error is made, so the limit has to be high before. */
export function keepWholeStacks(): void {
  errors.stackTraceLimit = mostFrames;
}

/** Top first. Without an error: of the code that runs now. */
export function callStack(offsets: OffsetMap, error?: object): readonly StackFrame[] {
  return sitesOf(error).flatMap(site => offsets.find(site.getPosition()) ?? []);
}

function sitesOf(error: object | undefined): readonly CallSite[] {
  const before = errors.prepareStackTrace;
  errors.prepareStackTrace = (_, sites) => sites;
  try {
    const holder = error ?? {};
    if (error === undefined) Error.captureStackTrace(holder, sitesOf);
    const { stack } = holder as { readonly stack?: unknown };
    const all = Array.isArray(stack) ? (stack as CallSite[]) : [];
    const end = all.findIndex(site => site.getFunctionName() === boundary);
    return all.slice(0, end < 0 ? all.length : end).filter(isWasm);
  } finally {
    errors.prepareStackTrace = before;
  }
}

/** Of the program itself. */
function isWasm(site: CallSite): boolean {
  const name = site.getFileName();
  return name?.startsWith('wasm://') === true && !name.includes(conditionModuleName);
}

/** An error that V8 threw because of an instruction, or because the stack was full. */
export const isTrap = (error: unknown): error is Error =>
  error instanceof webAssembly.RuntimeError || isStackOverflow(error);

export const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');
