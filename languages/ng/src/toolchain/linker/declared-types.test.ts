import { expect, test } from 'vitest';
import { runtimeNameOf } from './declared-types.js';

const known = new Set([
  'i32',
  'f64',
  'Bool',
  'String',
  'unit',
  'Array',
  'Tuple',
  'ref',
  'Event',
  'Box',
  'ref<Show>',
]);

test.each([
  ['i32', 'i32'],
  ['int', 'i32'],
  ['bool', 'Bool'],
  ['string', 'String'],
  ['unit', 'unit'],
  ['Event', 'Event'],
  ['vector<i32>', 'Array'],
  ['vector<vector<i32>>', 'Array'],
  ['[i32]', 'Array'],
  ['i32 vector', 'Array'],
  ['(i32, string)', 'Tuple'],
  ['(vector<i32>, (i32) -> i32)', 'Tuple'],
  ['()', 'Tuple'],
  ['(i32)', 'i32'],
  ['ref<Event>', 'ref'],
  ['ref<fun (i32) -> i32>', 'ref'],
  ['ref<Show>', 'ref<Show>'],
  ['Box<i32>', 'Box'],
  ['span<i32>', 'Span'],
  ['range<i32>', 'Range'],
])('values of %s are %s', (declared, runtime) => {
  expect(runtimeNameOf(declared, known)).toBe(runtime);
});

test.each([
  'T',
  'fun (i32) -> i32',
  '(i32) -> (i32, i32)',
  'i32 | string',
  'Unknown<i32>',
  '',
  '<',
  ')(',
  '[i32',
  '(((',
])('values of %j tell themselves what they are', declared => {
  expect(runtimeNameOf(declared, known)).toBeUndefined();
});
