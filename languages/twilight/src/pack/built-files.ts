// Contracts that are built already: a module, and what is known of it in a file beside it.

import { stat } from 'node:fs/promises';

const built = /\.(?:wasm|meta)$/;

export const moduleBeside = (path: string): string => path.replace(built, '.wasm');
export const metaBeside = (path: string): string => path.replace(built, '.meta');

/** Every module ends in `.wasm`; a contract has its `.meta` beside it. */
export async function takesFile(path: string): Promise<boolean> {
  if (!path.endsWith('.wasm')) return true;
  const found = await stat(metaBeside(path)).catch(() => undefined);
  return found?.isFile() === true;
}
