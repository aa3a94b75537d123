import { describe, expect, test } from 'vitest';
import { readNgo } from './ngo-reader.js';
import { writeNgo } from './ngo-writer.js';
import { verifyModule } from './verify.js';
import { assemble, emptyModule, fullModule, functionOf } from '../../test/format/sample-modules.js';

const problemsOf = (code: Uint8Array): readonly string[] =>
  verifyModule({
    ...fullModule,
    functions: [functionOf('__start__', code), ...fullModule.functions.slice(1)],
  }).map(({ text }) => text);

describe('a module is looked through before it runs', () => {
  test('and nothing is said of one that is right', () => {
    expect(verifyModule(fullModule)).toEqual([]);
  });

  test.each([
    [Uint8Array.of(0x60), 'unknown opcode 96, in __start__ at offset 0'],
    [Uint8Array.of(0x01, 0x05, 1), 'PUSH_I32 is cut off: 2 bytes are left, in __start__ at offset 1'],
    [assemble(['PUSH_STR']), 'PUSH_STR cannot be run, in __start__ at offset 0'],
    [assemble(['LOAD_STR', 4]), 'LOAD_STR names string 4 of 4, in __start__ at offset 0'],
    [assemble(['CALL', 3, 0]), 'CALL names function 3 of 3, in __start__ at offset 0'],
    [assemble(['CALL_IMPORT', 1, 0]), 'CALL_IMPORT names import 1 of 1, in __start__ at offset 0'],
    [assemble(['LOAD_CONST', 4]), 'LOAD_CONST names constant 4 of 4, in __start__ at offset 0'],
    [assemble(['CONSTRUCT_TAGGED', 2, 0, 0]), 'CONSTRUCT_TAGGED names type 2 of 2, in __start__ at offset 0'],
    [
      assemble(['CONSTRUCT_TAGGED', 1, 2, 0]),
      'CONSTRUCT_TAGGED names variant 2 of the 2 of Event, in __start__ at offset 0',
    ],
    [assemble(['JUMP', 6]), 'jump to 6, outside of the code (5 bytes), in __start__ at offset 0'],
    [assemble(['JUMP', -1]), 'jump to -1, outside of the code (5 bytes), in __start__ at offset 0'],
    [
      assemble(['NOP'], ['JUMP_IF_FALSE', 3]),
      'jump to 3, into the middle of an instruction, in __start__ at offset 1',
    ],
    [
      assemble(['SWITCH_TAG', 1, 0, 0, 2, 0, 0, 0]),
      'jump to 2, into the middle of an instruction, in __start__ at offset 0',
    ],
  ])('%#: what cannot be run is named', (code, problem) => {
    expect(problemsOf(code)).toEqual([problem]);
  });

  test('a jump behind the last instruction is what the original compiler writes', () => {
    expect(problemsOf(assemble(['JUMP', 5]))).toEqual([]);
  });

  test('tables that do not fit are named', () => {
    expect(verifyModule(emptyModule).map(p => p.text)).toEqual([
      'it has no functions, so nothing can be run',
    ]);
    const odd = {
      ...emptyModule,
      functions: [{ ...functionOf('main', assemble(['RETURN'])), numLocals: -1, numParams: 100_000 }],
      exports: new Map([['f', 1]]),
    };
    expect(verifyModule(odd).map(p => p.text)).toEqual([
      'its first function is main, not __start__',
      'it exports f as function 1 of 1',
      'main has -1 locals',
      'main has 100000 parameters',
    ]);
  });

  test('places are given as offsets of function, module and file', () => {
    const functions = [fullModule.functions[0]!, functionOf('bad', assemble(['NOP'], ['CALL', 9, 0]))];
    const bytes = writeNgo({ ...fullModule, functions });
    const [problem] = verifyModule(readNgo(bytes, 'x.ngo').module);
    expect(problem).toMatchObject({ function: 1, offset: 1, address: 16 });
    expect([...bytes.subarray(problem!.fileOffset, problem!.fileOffset! + 3)]).toEqual([0x2f, 9, 0]);
    expect(problem!.text).toContain(`(byte ${problem!.fileOffset} of the file)`);
  });

  test('many problems are counted', () => {
    const many = assemble(...Array.from({ length: 25 }, () => ['LOAD_STR', 9] as const));
    expect(problemsOf(many)).toHaveLength(21);
    expect(problemsOf(many).at(-1)).toBe('and 5 more');
    const countless = assemble(...Array.from({ length: 5000 }, () => ['LOAD_STR', 9] as const));
    expect(problemsOf(countless).at(-1)).toBe('and many more');
  });
});
