// Sources and places in them, as the bridge writes them.

import type { SourceLocation, SourceRef } from '@sonde/engine';
import { basename, isAbsolute } from 'node:path';
import { fields, integer, optional, text } from './wire.js';

/** Some compilers write relative paths whose folder nobody knows: such a file has only a name. */
const sourceAt = (path: string): SourceRef =>
  isAbsolute(path) ? { name: basename(path), path } : { name: basename(path) };

export function sourceFrom(value: unknown): SourceRef {
  const from = fields(value);
  return {
    ...sourceAt(text(from['path'])),
    ...optional(from, 'md5', text),
    ...(from['outdated'] === true ? { outdated: true } : {}),
  };
}

export function locationFrom(value: unknown): SourceLocation {
  const from = fields(value);
  return {
    source: { ...sourceAt(text(from['path'])), ...(from['dimmed'] === true ? { dimmed: true } : {}) },
    line: integer(from['line']),
    ...optional(from, 'column', integer),
  };
}
