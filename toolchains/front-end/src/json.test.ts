import { describe, expect, test } from 'vitest';
import { JsonFile, jsonPointer } from './json.js';
import { Problems } from './problems.js';
import { SourceText } from './source-text.js';

function read(text: string) {
  const problems = new Problems(new SourceText({ name: 'file.json' }, text));
  const file = JsonFile.read(problems);
  const told = problems
    .diagnostics()
    .map(({ location, message }) => `${location?.line}:${location?.column} ${message}`);
  return { file, told };
}

test('a value is what JSON.parse makes of it, and every part has a place', () => {
  const text = '{ "a": [1, -2.5e3,\n  "x\\u00e9\\n"], "b/c": {"~": null}, "": true, "__proto__": 1 }';
  const { file, told } = read(text);
  expect(told).toEqual([]);
  expect(JSON.stringify(file!.value)).toBe(JSON.stringify(JSON.parse(text)));
  expect(file!.placeOf('/a/1')).toMatchObject({ line: 1, column: 12 });
  expect(file!.placeOf('/a/2')).toMatchObject({ line: 2, column: 3, endColumn: 14 });
  expect(file!.placeOf(jsonPointer(jsonPointer('', 'b/c'), '~'))).toMatchObject({ line: 2, column: 30 });
  // Of what is missing: the part that it is missing in.
  expect(file!.placeOf('/a/7/x')).toMatchObject({ line: 1, column: 8 });
  expect(file!.placeOf('/nothing')).toMatchObject({ line: 1, column: 1 });
});

describe('what is no JSON is told with its place', () => {
  test.each([
    ['', '1:1 this is no JSON: a value was expected'],
    ['{"a": 1,}', '1:9 this is no JSON: a name in quotes was expected'],
    ['{"a" 1}', '1:6 this is no JSON: a colon was expected'],
    ['[1 2]', '1:4 this is no JSON: a comma or ] was expected'],
    ['{"a": 1\n"b": 2}', '2:1 this is no JSON: a comma or } was expected'],
    ['[1,\n tru]', '2:2 this is no JSON: tru is no value'],
    ['["abc', '1:2 this is no JSON: a text is not closed'],
    ['["\\q"]', '1:2 this is no JSON: "\\q" is no value'],
    ['[01]', '1:2 this is no JSON: 01 is no value'],
    ['[1] 2', '1:5 this is no JSON: something follows behind the value'],
    ['{"a": 1,\n "a": 2}', '2:2 "a" stands here twice'],
    ['['.repeat(5_000), '1:202 this is no JSON: it is nested deeper than 200 levels'],
  ])('%j', (text, wrong) => {
    const { file, told } = read(text);
    expect(file).toBeUndefined();
    expect(told).toEqual([wrong]);
  });
});
