// What HSX needs of the machine: a clang that reads C, of the system or the one that comes as a package.

import { clangPackage } from '@sonde/built-in-clang';
import { optionalReport, type ToolReport } from '@sonde/language';
import { systemClang } from '../toolchain/cc/front-end.js';

export async function tools(): Promise<readonly ToolReport[]> {
  const program = await systemClang();
  if (program === undefined) return [await optionalReport(clangPackage)];
  return [{ tool: 'clang', purpose: 'reads C', found: { path: program, version: 'of the system' } }];
}
