// A small program with something of everything, as each kind of file.

import { assemble } from '../../toolchain/asm/assemble.js';
import type { DbgFile } from '../../toolchain/format/dbg.js';
import { writeDbg } from '../../toolchain/format/dbg-file.js';
import { writeHxo } from '../../toolchain/format/hxo-file.js';
import { writeSym } from '../../toolchain/format/sym-reader.js';
import { link } from '../../toolchain/ld/link.js';

export const sampleSource = `
.entry main
.export main
.value {"group": 1, "value": 2, "name": "speed", "unit": "m/s", "init": 1.5}
.cmd {"group": 1, "cmd": 2, "name": "stop", "help": "stops", "handler": "main"}
.mailbox {"target": "app:in", "capacity": 96, "mode": "RDWR"}
main:
LDI32 R1, text
CALL more
JMP main
more: RET
.data
text: .asciz "hi"
.word text+1
.bss
count: .space 4
`;

const dbg: DbgFile = {
  version: 1,
  module: 'a',
  producer: 'test',
  grade: 3,
  files: [{ filename: 'a.c', directory: '/src' }],
  functions: [
    {
      name: 'main',
      symbol: 'main',
      file: 0,
      line: 1,
      endLine: 4,
      start: 0,
      end: 4,
      body: 1,
      result: 0,
      variables: [
        {
          name: 'n',
          type: 1,
          position: 1,
          line: 1,
          column: 2,
          scope: { start: 0, end: 4 },
          locations: [
            { start: 0, end: 1, at: { kind: 'register', register: 1 } },
            { start: 1, end: 2, at: { kind: 'frame', offset: -4 } },
            { start: 2, end: 3, at: { kind: 'symbol', symbol: 'count', offset: 0 } },
            { start: 3, end: 4, at: { kind: 'constant', words: [5] } },
          ],
        },
      ],
    },
  ],
  lines: [
    { ordinal: 0, line: 0, column: 0, statement: false },
    { ordinal: 1, file: 0, line: 2, column: 3, statement: true },
  ],
  globals: [{ name: 'count', symbol: 'count', type: 0, file: 0, line: 9, local: true, function: 'main' }],
  types: [
    { name: 'int', kind: 'integer', signed: true, size: 4 },
    { name: 'struct s', kind: 'struct', size: 4, fields: [{ name: 'f', type: 0, bitOffset: 3, bitSize: 5 }] },
    { name: 'struct s *', kind: 'pointer', size: 4, target: 1 },
    { name: 'enum e', kind: 'enum', size: 4, underlying: 0, enumerators: [{ name: 'A', value: '-1' }] },
    { name: 'int (struct s *)', kind: 'function', result: 0, parameters: [2] },
    { name: 'int [3]', kind: 'array', element: 0, count: 3, size: 12 },
    { name: 'const int', kind: 'qualified', qualifier: 'const', target: 0 },
  ],
};

export interface SampleFiles {
  readonly hxe: Uint8Array;
  readonly hxo: Uint8Array;
  readonly dbg: Uint8Array;
  readonly sym: Uint8Array;
  readonly upstreamDbg: Uint8Array;
  readonly upstreamSym: Uint8Array;
}

export function sampleFiles(): SampleFiles {
  const { object, problems } = assemble(sampleSource, { file: 'a.mvasm' });
  if (object === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  const { image, sym } = link([{ name: 'a', object, dbg }], { appName: 'a', hxePath: 'a.hxe' });
  if (image === undefined || sym === undefined) throw new Error('the sample does not link');
  return {
    hxe: image,
    hxo: writeHxo(object),
    dbg: writeDbg(dbg),
    sym: writeSym(sym),
    upstreamDbg: json(upstreamDbg),
    upstreamSym: json({ ...upstreamSym, hxe_crc: sym.hxe_crc }),
  };
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value, undefined, 2));

const upstreamDbg = {
  version: 1,
  files: [{ id: '!1', filename: 'a.c', directory: '.' }],
  functions: [
    {
      function: 'main',
      name: 'main',
      linkage_name: null,
      file: { id: '!1', filename: 'a.c', directory: '.' },
      line: 1,
      mvasm_start_ordinal: 0,
      mvasm_end_ordinal: 2,
    },
  ],
  line_map: [
    { mvasm_line: 1, mvasm_ordinal: 0, source_kind: 'compiler' },
    {
      mvasm_line: 2,
      mvasm_ordinal: 1,
      source_kind: 'source',
      source_line: 2,
      source_column: 3,
      source_file: 'a.c',
      source_directory: '.',
    },
  ],
  variables: [{ id: '!9', name: 'n', function: 'main', locations: [] }],
};

const upstreamSym = {
  version: 1,
  hxe_path: 'a.hxe',
  hxe_crc: 0,
  symbols: {
    functions: [{ name: 'main', linkage_name: null, address: 0, size: 12, file: 'a.c', line: 1 }],
    variables: [{ name: 'text', address: 0x4000, size: 0, scope: 'global', type: null }],
    locals: [],
    labels: { '0x00000000': ['main'] },
  },
  instructions: [
    { pc: 0, word: 0x60100000, mvasm_line: 1, ordinal: 0, function: 'main', source_kind: 'compiler' },
    {
      pc: 4,
      word: 0,
      mvasm_line: 2,
      ordinal: 1,
      function: 'main',
      file: 'a.c',
      directory: '.',
      line: 2,
      column: 3,
      source_kind: 'source',
    },
  ],
  memory_regions: [{ name: 'code', type: 'text', start: 0, end: 19 }],
};
