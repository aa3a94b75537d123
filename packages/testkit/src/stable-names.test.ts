import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StableNames } from './stable-names.js';

test('ids are named by kind in order of appearance, the same id always the same', () => {
  const names = new StableNames();
  expect(names.value({ threadId: 4711, frameId: 9, variablesReference: 1000 })).toEqual({
    threadId: 'thread1',
    frameId: 'frame1',
    variablesReference: 'reference1',
  });
  expect(names.value([{ threadId: 12 }, { threadId: 4711 }])).toEqual([
    { threadId: 'thread2' },
    { threadId: 'thread1' },
  ]);
});

test('a bare id is named by the list it stands in', () => {
  const names = new StableNames();
  const value = {
    stackFrames: [{ id: 7, line: 7 }],
    threads: [{ id: 7 }],
    breakpoints: [{ id: 7, line: 7 }],
    hitBreakpointIds: [7],
    other: { id: 7 },
  };
  expect(names.value(value)).toEqual({
    stackFrames: [{ id: 'frame1', line: 7 }],
    threads: [{ id: 'thread1' }],
    breakpoints: [{ id: 'breakpoint1', line: 7 }],
    hitBreakpointIds: ['breakpoint1'],
    other: { id: 7 },
  });
});

test('a reference of 0 means none and stays', () => {
  expect(new StableNames().value({ variablesReference: 0 })).toEqual({ variablesReference: 0 });
});

test('addresses, ports and process numbers in texts are named too', () => {
  const names = new StableNames();
  expect(names.text('at 0x00007fffdeadbeef and 0x00007FFFDEADBEEF, not 0x10')).toBe(
    'at address1 and address1, not 0x10',
  );
  expect(names.text('connection://127.0.0.1:40123')).toBe('connection://127.0.0.1:port1');
  expect(names.text('process 8812 (pid: 8813) at 12:30')).toBe('process process1 (pid: process2) at 12:30');
  expect(names.value({ memoryReference: '0x00007fffdeadbeef' })).toEqual({ memoryReference: 'address1' });
});

test('temporary paths are named, what lies below them stays', () => {
  const names = new StableNames();
  const folder = join(tmpdir(), 'sonde-x7Yz');
  expect(names.text(`built ${folder}/out/a.bin, then ${folder}.`)).toBe(
    'built ${temp1}/out/a.bin, then ${temp2}',
  );
  expect(names.text(join(tmpdir(), 'other', 'b'))).toBe('${temp3}/b');
});

test('given paths get their names, the longest first', () => {
  const names = new StableNames({ paths: { '${root}': '/home/x', '${program}': '/home/x/a.src' } });
  expect(names.value({ path: '/home/x/a.src', name: '/home/x/b' })).toEqual({
    path: '${program}',
    name: '${root}/b',
  });
});
