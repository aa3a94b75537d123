import { expect, it } from 'vitest';
import { instructionMarks } from './instruction-marks.js';

it('own breakpoints come before those of others, and say what became of them', () => {
  const marks = instructionMarks(
    [{ instructionReference: '0x10' }, { instructionReference: '0x20' }],
    [{ verified: true }, { verified: false, message: 'There is no instruction.' }],
    [
      { kind: 'instruction', instructionReference: '0x10', owner: 'Editor', mine: false, verified: true },
      { kind: 'instruction', instructionReference: '0x30', owner: 'Editor', mine: false, verified: true },
      { kind: 'source', owner: 'Editor', mine: false, verified: true },
    ],
  );
  expect(Object.fromEntries(marks)).toEqual({
    '0x10': { state: 'set', title: 'Breakpoint.' },
    '0x20': { state: 'waiting', title: 'There is no instruction.' },
    '0x30': { state: 'foreign', title: 'Breakpoint of Editor.' },
  });
});
