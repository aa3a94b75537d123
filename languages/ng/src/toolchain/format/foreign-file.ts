// Says what a file is that is not a compiled module, as far as its first bytes tell.

import { fromRawBytes, isUtf8 } from './byte-text.js';

const signatures: readonly (readonly [start: string, what: string])[] = [
  ['NGVX', 'It is a module of a later NG, which shares no format with this one.'],
  ['NGSM', 'It is a source map without the module that it belongs to.'],
  ['NGDI', 'It is debug information without the module that it belongs to.'],
  ['\x7fELF', 'It is an executable of the system (ELF).'],
  ['MZ', 'It is an executable of the system (PE).'],
  ['\xcf\xfa\xed\xfe', 'It is an executable of the system (Mach-O).'],
  ['\0asm', 'It is a WebAssembly module.'],
  ['\xca\xfe\xba\xbe', 'It is a Java class or an executable of the system.'],
  ['PK\x03\x04', 'It is a ZIP archive.'],
  ['\x1f\x8b', 'It is compressed (gzip).'],
  ['\x89PNG', 'It is an image (PNG).'],
  ['%PDF', 'It is a PDF document.'],
];

/** A sentence for people; undefined when nothing can be said. */
export function describeForeignFile(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty.';
  const beginning = fromRawBytes(bytes.subarray(0, 512));
  const known = signatures.find(([start]) => beginning.startsWith(start));
  if (known !== undefined) return known[1];
  return isText(beginning) ? 'It is a text file; sources of NG are named .ng.' : undefined;
}

/** The last bytes of the beginning may be half a character. */
const isText = (beginning: string): boolean =>
  !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(beginning) &&
  [0, 1, 2, 3].some(cut => isUtf8(beginning.slice(0, beginning.length - cut)));
