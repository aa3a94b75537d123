// What native debugging needs on this machine, and what of it is missing.

import { asFailure } from '@sonde/engine';
import { olderThanTested } from './lldb-version.js';
import { clangTool, findTool, lldbTool, toolVersion, type WantedTool } from './tool-search.js';

export interface FoundTool {
  readonly wanted: WantedTool;
  readonly found?: { readonly path: string; readonly version: string };
  readonly problem?: string;
  /** What to do about it, where it was not found. */
  readonly next?: string;
  /** The command that installs it; absent where that would not help, because who named it named it wrongly. */
  readonly install?: string;
}

export async function lookFor(wanted: WantedTool): Promise<FoundTool> {
  try {
    const path = await findTool(wanted);
    const version = await toolVersion(path);
    const problem = olderThanTested(version);
    const { install } = wanted;
    return { wanted, install, found: { path, version }, ...(problem === undefined ? {} : { problem }) };
  } catch (error) {
    const { message, next } = asFailure(error);
    const told = (wanted.explicit ?? process.env[wanted.variable] ?? '') !== '';
    return {
      wanted,
      problem: message,
      ...(next === undefined ? {} : { next }),
      ...(told ? {} : { install: wanted.install }),
    };
  }
}

/** A line of `sonde doctor` about a tool. */
export function toolReport({ wanted, found, problem, next, install }: FoundTool, purpose: string) {
  // The command that installs it stands on a line of its own.
  const remedy = install === undefined && next !== undefined ? ` ${next}` : '';
  return {
    tool: wanted.name,
    purpose,
    ...(install === undefined ? {} : { install }),
    ...(found === undefined ? {} : { found }),
    ...(problem === undefined ? {} : { problem: `${problem}${remedy}` }),
  };
}

/** The debugger and the compiler; `missing` is one sentence when a test or a user cannot go on without them. */
export async function nativeTools(): Promise<{
  readonly lldb: FoundTool;
  readonly clang: FoundTool;
  readonly missing?: string;
}> {
  const [lldb, clang] = await Promise.all([lookFor(lldbTool()), lookFor(clangTool())]);
  // One that was found can be used, whatever is to be said of it.
  const problems = [lldb, clang].flatMap(({ found, problem, next }) =>
    found === undefined && problem !== undefined ? [next === undefined ? problem : `${problem} ${next}`] : [],
  );
  return { lldb, clang, ...(problems.length === 0 ? {} : { missing: problems.join(' ') }) };
}
