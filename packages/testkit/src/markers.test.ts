import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lineOf, markersIn } from './markers.js';

const folder = mkdtempSync(join(tmpdir(), 'sonde-markers-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['x = 1; // #bp1', '//'],
  ['x = 1; //#bp1', '// without a space'],
  ['x = 1; /* #bp1 */', '/* */'],
  ['x = 1  # #bp1', '#'],
  ['x := 1 -- #bp1: the reason', '--'],
  ['mov a, b ; #bp1', ';'],
  ['x = 1 % #bp1', '%'],
  ['let x = 1 (* #bp1 *)', '(* *)'],
  ['<p> <!-- #bp1 -->', '<!-- -->'],
])('finds a marker in %s', line => {
  expect([...markersIn(`first\r\n${line}\n`, 'file')]).toEqual([['#bp1', 2]]);
});

test.each([
  '#include <stdio.h>',
  "color = '#fff'",
  'this.#field = 1;',
  'see issue #12',
  '// about #bp1',
  '#bp1',
])('takes %s for no marker', line => {
  expect(markersIn(line, 'file').size).toBe(0);
});

test('one line may have several markers', () => {
  expect([...markersIn('x // #one #two, and why', 'file').keys()]).toEqual(['#one', '#two']);
});

test('a marker that is there twice is an error that names both lines', () => {
  expect(() => markersIn('a // #x\nb\nc // #x\n', 'prog')).toThrow(
    'prog has marker #x twice, in lines 1 and 3',
  );
});

test('an unknown marker is an error that lists those that exist', () => {
  const file = join(folder, 'program');
  writeFileSync(file, 'a // #one\nb // #two\n');
  expect(lineOf(file, '#two')).toBe(2);
  expect(() => lineOf(file, '#three')).toThrow('has no marker #three; it has #one, #two');
  writeFileSync(file, 'nothing here');
  expect(() => lineOf(file, '#one')).toThrow('it has none');
});
