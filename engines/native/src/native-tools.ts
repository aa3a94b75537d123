// What native debugging needs on this machine, and what of it is missing.

import { asFailure } from '@sonde/engine';
import { clangTool, findTool, lldbTool, toolVersion, type WantedTool } from './tool-search.js';

export interface FoundTool {
  readonly wanted: WantedTool;
  readonly found?: { readonly path: string; readonly version: string };
  readonly problem?: string;
}

export async function lookFor(wanted: WantedTool): Promise<FoundTool> {
  try {
    const path = await findTool(wanted);
    return { wanted, found: { path, version: await toolVersion(path) } };
  } catch (error) {
    return { wanted, problem: asFailure(error).text };
  }
}

/** The debugger and the compiler; `missing` is one sentence when a test or a user cannot go on without them. */
export async function nativeTools(): Promise<{
  readonly lldb: FoundTool;
  readonly clang: FoundTool;
  readonly missing?: string;
}> {
  const [lldb, clang] = await Promise.all([lookFor(lldbTool()), lookFor(clangTool())]);
  const problems = [lldb.problem, clang.problem].filter(problem => problem !== undefined);
  return { lldb, clang, ...(problems.length === 0 ? {} : { missing: problems.join(' ') }) };
}
