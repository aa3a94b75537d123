// What the timeline says of output: text where it is some.

import { expect, it } from 'vitest';
import { outputText } from './moments.js';

it('shows bytes as the text that they are, also when they are cut within a letter', () => {
  expect(outputText(Buffer.from('grün\n'))).toBe('grün\n');
  expect(outputText(Buffer.from('ü'.repeat(1_000)).subarray(0, 799))).toBe('ü'.repeat(399));
});

it('counts bytes that are no text', () => {
  expect(outputText(Uint8Array.of(0xff, 0xfe, 0x80))).toBe('3 bytes');
});
