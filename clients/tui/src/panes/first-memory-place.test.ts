import { parseAddress, type Region } from '@sonde/client';
import { expect, it } from 'vitest';
import { firstPlace } from './first-memory-place.js';

const region = (reference: string, size: number, type: string, permissions?: string): Region => ({
  ...{ reference, size, type, start: parseAddress(reference)! },
  ...(permissions === undefined ? {} : { permissions }),
});
const frame = { id: 1, name: 'main', line: 1, column: 1, instructionPointerReference: '0x203' };
const variable = (name: string, memoryReference?: string) => ({
  ...{ name, value: '', variablesReference: 0 },
  ...(memoryReference === undefined ? {} : { memoryReference }),
});
const linear = [region('0x0', 131_072, 'data', 'rw-')];

it('an offset of code is no address of data, though data lies at that number', () => {
  expect(firstPlace(linear, frame, [])).toMatchObject({ reference: '0x0', label: 'data' });
});

it('begins at the first variable that lies in data', () => {
  const variables = [variable('i'), variable('wild', '0x7fff0000'), variable('sun', '0x10040')];
  expect(firstPlace(linear, frame, variables)).toEqual({ reference: '0x10040', label: 'sun' });
});

it('begins at the code of the frame where code is memory and no variable has a place', () => {
  const regions = [region('0x0', 0x1000, 'code', 'r-x'), region('0x2000', 16, 'stack', 'rw-')];
  expect(firstPlace(regions, frame, [variable('text', '0x10')])).toEqual({
    ...{ reference: '0x203', label: 'main', isMakeshift: true },
  });
});

it('begins at the first variable with a place where nobody tells regions, else at the code; nowhere without memory', () => {
  const sun = variable('sun', '0x10040');
  expect(firstPlace('none', frame, [variable('i'), sun])).toEqual({ reference: '0x10040', label: 'sun' });
  expect(firstPlace('none', frame, [variable('i')])).toMatchObject({ reference: '0x203', label: 'main' });
  expect(firstPlace([], frame, [])).toBeUndefined();
  expect(firstPlace('none', undefined, [])).toBeUndefined();
});
