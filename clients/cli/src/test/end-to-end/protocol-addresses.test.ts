import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import type { WitnessLanguage } from '@sonde/testkit';
import { describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();
const number = /^0x[0-9a-f]+$/;

/** The same address, whoever is asked, and each of them takes it from the others. */
async function oneFormat(program: string): Promise<void> {
  const client = await stoppedIn(server, program);
  const [breakpoint] = await client.setBreakpoints(program, ['#here']);
  const frame = await client.topFrame();
  const pointer = frame.instructionPointerReference!;
  expect(pointer).toMatch(number);
  expect(breakpoint!.instructionReference).toBe(pointer);

  const { instructions } = (await client.request('disassemble', {
    memoryReference: pointer,
    instructionCount: 4,
  }))!;
  expect(instructions[0]!.address).toBe(pointer);
  expect(instructions[0]!.line).toBe(frame.line);
  const next = instructions[1]!.address;

  const { modules } = await client.request('modules', {});
  const inside = modules.filter(({ addressRange }) => {
    const [start, end] = (addressRange ?? '1-0').split('-').map(BigInt);
    return start! <= BigInt(pointer) && BigInt(pointer) < end!;
  });
  expect(inside.map(({ id }) => id)).toEqual([frame.moduleId]);

  await client.setBreakpoints(program, []);
  const { breakpoints } = await client.request('setInstructionBreakpoints', {
    breakpoints: [{ instructionReference: next }],
  });
  expect(breakpoints[0]).toMatchObject({ verified: true, instructionReference: next });
  await client.continue();
  expect((await client.topFrame()).instructionPointerReference).toBe(next);
}

/** Exactly as many rows as were asked for; those in front of the program and behind it are marked. */
async function edges(program: string, far: number): Promise<void> {
  const client = await stoppedIn(server, program);
  const pointer = (await client.topFrame()).instructionPointerReference!;
  const rows = async (instructionOffset: number, instructionCount: number, memoryReference = pointer) => {
    const answer = await client.request('disassemble', {
      memoryReference,
      instructionOffset,
      instructionCount,
    });
    expect(answer!.instructions).toHaveLength(instructionCount);
    return answer!.instructions;
  };
  expect((await rows(-3, 1))[0]!.presentationHint).not.toBe('invalid');
  const around = await rows(-2, 4);
  expect(around[2]!.address).toBe(pointer);
  // A page in front of the reference that does not reach it is part of a longer one.
  expect((await rows(-3, 2)).map(({ address }) => address)).toEqual(
    (await rows(-3, 6)).slice(0, 2).map(({ address }) => address),
  );
  expect(await rows(0, 0)).toEqual([]);
  const before = await rows(-far, 10);
  expect(before.map(({ presentationHint }) => presentationHint)).toEqual(Array(10).fill('invalid'));
  const nowhere = await rows(-5, 10, '0x0');
  expect(nowhere.slice(0, 5).every(({ presentationHint }) => presentationHint === 'invalid')).toBe(true);
}

const miniProgram = 'let z = 3;\nprint z;\nlet a = 1 + z;\nlet b = a + 1; // #here\nprint b;\n';

describe('addresses of a machine', () => {
  witness(
    mini,
    [
      'request disassemble',
      'capability supportsDisassembleRequest',
      'request setInstructionBreakpoints',
      'capability supportsInstructionBreakpoints',
    ],
    'are written alike everywhere',
    () => oneFormat(written('addresses.mini', miniProgram)),
  );

  it('that lie in front of the program are rows without an instruction', () =>
    edges(written('edges.mini', miniProgram), 10_000));

  it('of memory may be plain numbers: then the memory of the machine is meant', async () => {
    const program = written('plain.mini', 'size(16);\nmem[5] = 7;\nprint mem[5]; // #here\n');
    const client = await stoppedIn(server, program);
    const read = await client.request('readMemory', { memoryReference: '0x4', count: 2 });
    expect(read).toMatchObject({ address: '0x4', data: Buffer.from([0, 7]).toString('base64') });
    const again = await client.request('readMemory', { memoryReference: read!.address, offset: 1, count: 1 });
    expect(Buffer.from(again!.data!, 'base64')[0]).toBe(7);
    const info = await client.request('dataBreakpointInfo', { name: '0x5', asAddress: true, bytes: 1 });
    expect(info.dataId).not.toBeNull();
  });
});

describeUnlessMissing('addresses of C', (await nativeTools()).missing, () => {
  const program = 'int main(void) {\n  int a = 1;\n  int b = a + 1; // #here\n  return b - 2;\n}\n';
  witness(
    c satisfies WitnessLanguage,
    ['request disassemble', 'capability supportsDisassembleRequest', 'request modules'],
    'are written alike everywhere',
    () => oneFormat(written('addresses.c', program)),
  );

  it('that hold no code are rows without an instruction', () => edges(written('edges.c', program), 4_000));
});
