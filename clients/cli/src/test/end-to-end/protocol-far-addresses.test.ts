// Addresses beyond the last one that there is: refused with the reason, and never answered.

import type { RequestArguments, RequestName } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { refusal } from './refusal.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();
const last = '0xffffffffffffffff';

async function beyond(program: string): Promise<void> {
  const client = await stoppedIn(server, program);
  const refused = <Name extends RequestName>(command: Name, args: RequestArguments<Name>) =>
    refusal(client.request(command, args as never));

  const outside = /^0x10000000000000000 is outside of all memory\./;
  expect(await refused('readMemory', { memoryReference: last, offset: 1, count: 1 })).toMatch(outside);
  expect(await refused('writeMemory', { memoryReference: last, offset: 1, data: 'AA==' })).toMatch(outside);
  expect(await refused('disassemble', { memoryReference: last, offset: 1, instructionCount: 1 })).toMatch(
    outside,
  );
  const { breakpoints } = await client.request('setInstructionBreakpoints', {
    breakpoints: [{ instructionReference: last, offset: 1 }],
  });
  expect(breakpoints).toMatchObject([{ verified: false }]);
  expect(breakpoints[0]!.message).toMatch(outside);
  const watched = { name: '0x10000000000000000', asAddress: true, bytes: 1 };
  expect(await client.request('dataBreakpointInfo', watched)).toMatchObject({ dataId: null });

  // The last byte that can be addressed, and some more: as many as can be read, which is none here.
  expect(await client.request('readMemory', { memoryReference: last, count: 16 })).toMatchObject({
    address: last,
    unreadableBytes: 16,
  });
  const rows = await client.request('disassemble', { memoryReference: last, instructionCount: 3 });
  expect(rows!.instructions.map(({ address }) => address)).toEqual([last, last, last]);
}

describe('addresses beyond the last one, asked of a machine', () => {
  it('are refused', () => beyond(written('beyond.mini', 'size(16);\nlet a = 1;\nprint a; // #here\n')));
});

describeUnlessMissing(
  'addresses beyond the last one, asked of a native program',
  (await nativeTools()).missing,
  () => {
    it('are refused', () =>
      beyond(written('beyond.c', 'int main(void) {\n  int a = 1;\n  return a; // #here\n}\n')));
  },
);
