import { capabilityNames } from '@sonde/dap';
import { expect, it } from 'vitest';
import { distance, meantBy } from './spelling.js';

it('counts the letters that differ', () => {
  expect(distance('', '')).toBe(0);
  expect(distance('abc', 'abc')).toBe(0);
  expect(distance('abc', 'abd')).toBe(1);
  expect(distance('abc', 'abcd')).toBe(1);
  expect(distance('', 'abc')).toBe(3);
  expect(distance('kitten', 'sitting')).toBe(3);
});

it('finds what was meant by a name with a slip', () => {
  expect(meantBy('supportsTerminateDebuggee')).toBe('supportTerminateDebuggee');
  expect(meantBy('supportStepBack')).toBe('supportsStepBack');
  expect(meantBy('supportsGotoTargetRequest')).toBe('supportsGotoTargetsRequest');
  expect(meantBy('supportsLogpoints')).toBe('supportsLogPoints');
  expect(meantBy('SupportsLogPoints')).toBe('supportsLogPoints');
});

it('leaves alone what is right and what is an adapter’s own', () => {
  for (const name of capabilityNames) expect(meantBy(name)).toBeUndefined();
  expect(meantBy('supportsModuleSymbolsRequest')).toBeUndefined();
  expect(meantBy('$__lldb_version')).toBeUndefined();
  expect(meantBy('supportsInputEvent')).toBeUndefined();
});
