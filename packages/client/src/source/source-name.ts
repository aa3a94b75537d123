// What people call a source: its name, or the last part of its path.
import type { Source } from '@sonde/dap';

export const sourceName = ({ name, path }: Source): string =>
  name ?? (path === undefined ? 'source' : fileName(path));

export const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
