// Modules for tests, made by hand.

import { ByteSink } from '../../toolchain/format/byte-sink.js';
import { codeOf, opcodeOf, type OperandKind } from '../../toolchain/format/opcodes.js';
import type { DebugInfo, SourceMap } from '../../toolchain/format/debug-info.js';
import type { NgoFunction, NgoModule } from '../../toolchain/format/ngo.js';

type Line = readonly [name: string, ...operands: number[]];

/** Instructions by name, operands as they stand in the code; the counts of tables are written by the test. */
export function assemble(...lines: readonly Line[]): Uint8Array {
  const sink = new ByteSink();
  for (const [name, ...operands] of lines) {
    const code = codeOf(name);
    sink.u8(code);
    const kinds = opcodeOf(code)!.operands;
    operands.forEach((value, nth) => writeOperand(sink, kinds[nth] ?? 'u8', value));
  }
  return sink.result();
}

function writeOperand(sink: ByteSink, kind: OperandKind, value: number): void {
  switch (kind) {
    case 'u8':
    case 'i8':
      return sink.u8(value);
    case 'i32':
    case 'u32':
    case 'target':
      return sink.i32(value);
    case 'i64':
    case 'u64':
      return sink.i64(BigInt(value));
    case 'f64':
      return sink.f64(value);
    default:
      return sink.u16(value);
  }
}

export const functionOf = (name: string, code: Uint8Array, numParams = 0): NgoFunction => ({
  name,
  numLocals: numParams,
  numParams,
  explicitReceiver: false,
  code,
});

export const emptyModule: NgoModule = {
  name: 'sample',
  sourceHash: '',
  constants: [],
  floatConstants: [],
  strings: [],
  functions: [],
  types: [],
  imports: [],
  exports: new Map(),
  exportTypes: new Map(),
  traits: [],
  impls: [],
};

/** Something in every table. */
export const fullModule: NgoModule = {
  name: 'shop.äpfel',
  sourceHash: '23f714e9b6990d64',
  constants: [0n, 1n, -(2n ** 63n), 2n ** 63n - 1n],
  floatConstants: [0.1, -0, Infinity],
  strings: ['abc', '', '\x00\xff\x80', 'Tag'],
  functions: [
    functionOf(
      '__start__',
      assemble(['PUSH_I32', 7], ['CALL', 1, 1], ['STORE_GLOBAL', 0], ['POP'], ['RETURN']),
    ),
    {
      name: 'Basket.count',
      numLocals: 3,
      numParams: 1,
      explicitReceiver: true,
      code: assemble(['LOAD_LOCAL', 0], ['STORE_LOCAL', 2], ['LOAD_STR', 0], ['RETURN']),
    },
    functionOf('nothing', new Uint8Array(0)),
  ],
  types: [
    { name: 'Basket', properties: ['items', 'owner'], derivedTraits: ['Copy'], variants: [] },
    {
      name: 'Event',
      properties: [],
      derivedTraits: [],
      variants: [
        { name: 'Deposit', payloadFields: ['amount'] },
        { name: 'Close', payloadFields: [] },
      ],
    },
  ],
  imports: [{ module: 'std.prelude', symbol: 'len' }],
  exports: new Map([
    ['b', 1],
    ['a', 0],
  ]),
  exportTypes: new Map([
    ['zebra', 'fun () -> unit'],
    ['ärmel', 'i32'],
    ['a', 'fun (i32) -> i32'],
  ]),
  traits: [
    {
      name: 'Show',
      module: 'shop',
      typeParameters: ['T'],
      superTraits: ['Eq'],
      methods: new Map([['show', 'fun (self) -> string']]),
      allMethods: new Map([
        ['show', 'fun (self) -> string'],
        ['eq', 'fun (self, self) -> bool'],
      ]),
    },
  ],
  impls: [
    {
      trait: 'Show',
      target: 'Basket',
      module: 'shop',
      genericParameters: ['T'],
      whereBounds: ['T: Show'],
      methods: new Map([['show', 'Basket.Show::show']]),
    },
  ],
};

/** Of `fullModule`. */
export const fullSourceMap: SourceMap = {
  compileUnitName: 'shop.äpfel',
  entries: [
    { bytecodeAddress: 0, sourceLine: 3, sourceColumn: 0, sourceFile: '/src/äpfel.ng' },
    { bytecodeAddress: 5, sourceLine: 3, sourceColumn: 8, sourceFile: '/src/äpfel.ng' },
    { bytecodeAddress: 15, sourceLine: 1, sourceColumn: 4, sourceFile: '/src/äpfel.ng' },
  ],
};

/** Of `fullModule`. */
export const fullDebugInfo: DebugInfo = {
  compileUnitName: 'shop.äpfel',
  sourcePath: '/src/äpfel.ng',
  sourceHash: 'ab'.repeat(32),
  functions: [
    { name: '__start__', index: 0, start: 0, end: 15, artificial: false, locals: [] },
    {
      name: 'Basket.count',
      index: 1,
      start: 15,
      end: 25,
      artificial: false,
      extent: { line: 3, endLine: 9 },
      locals: [
        { name: 'self', slot: 0, type: 'Basket', parameter: true, from: 15, to: 25 },
        {
          name: 'total',
          slot: 2,
          type: 'vector<i32>',
          parameter: false,
          from: 21,
          to: 25,
          declared: { line: 3, column: 9 },
        },
      ],
    },
    { name: 'nothing', index: 2, start: 25, end: 25, artificial: true, locals: [] },
  ],
  globals: [{ name: 'basket', index: 0, type: 'ref<Basket>', declared: { line: 1, column: 5 } }],
  statements: [
    { statement: true, endLine: 3, endColumn: 20 },
    { statement: false, endLine: 3, endColumn: 12 },
    { statement: true, endLine: 1, endColumn: 30 },
  ],
  calls: [{ address: 5, label: 'pick("ä")', line: 1, column: 14, endLine: 1, endColumn: 23 }],
  fields: [{ type: 'Basket', name: 'apples', line: 2, column: 3 }],
};
