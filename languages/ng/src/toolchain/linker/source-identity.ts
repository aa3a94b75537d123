// Source identity: whether the file that a module names is still the text it was compiled from.

import { createHash } from 'node:crypto';
import { readOrdinarySync, type SourceRef } from '@sonde/engine';
import { sourceHash } from '../format/source-hash.js';

/** Hashing is slow by the byte, and nobody writes more in one file. */
const largestSource = 4 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Modules carry a hash of their own kind; the file that has it is the text, and its SHA-256 is known from then on. */
export function sourceIdentity(path: string, compiled: string): Pick<SourceRef, 'sha256' | 'outdated'> {
  const text = textOf(path);
  if (text === undefined || compiled === '') return {};
  if (sourceHash(decoder.decode(text)) !== compiled) return { outdated: true };
  return { sha256: createHash('sha256').update(text).digest('hex') };
}

function textOf(path: string): Uint8Array | undefined {
  try {
    return readOrdinarySync(path, largestSource);
  } catch {
    // A program can be debugged without its sources.
    return undefined;
  }
}
