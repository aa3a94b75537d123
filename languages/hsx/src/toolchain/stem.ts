// What a module is called: the name of its file without folder and ending.

import { basename, extname } from 'node:path';

export const stemOf = (path: string): string => basename(path, extname(path));
