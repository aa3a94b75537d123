import { expect, it } from 'vitest';
import { Problems } from './problems.js';
import { SourceText } from './source-text.js';
import { TomlFile } from './toml.js';

const read = (text: string) => {
  const problems = new Problems(new SourceText({ name: 'p.toml' }, text));
  const file = TomlFile.read(problems);
  return {
    file,
    told: () =>
      problems
        .diagnostics()
        .map(({ location, message }) => `${location?.line}:${location?.column} ${message}`),
  };
};

it('gives values by table and key', () => {
  const { file } = read('top = 1\n[project]\nname = "a"\nroots = ["src", "lib"]\n[modules]\nwide = true\n');
  expect(file?.keys()).toEqual(['top', 'project', 'modules']);
  expect(file?.keys('project')).toEqual(['name', 'roots']);
  expect(file?.text('project', 'name')).toBe('a');
  expect(file?.texts('project', 'roots')).toEqual(['src', 'lib']);
  expect(file?.flag('modules', 'wide')).toBe(true);
  expect(file?.text('project', 'absent')).toBeUndefined();
});

it('says where a value is of another kind than it should be', () => {
  const { file, told } = read('# first\n[project]\n  name = 5\n[modules]\n"wide" = "yes"\nname = "other"\n');
  file?.text('project', 'name');
  file?.flag('modules', 'wide');
  file?.error('modules', 'absent', 'it is missing');
  file?.error(undefined, undefined, 'all of it');
  expect(told()).toEqual([
    '1:1 all of it',
    '3:3 `name` is a text',
    '4:1 it is missing',
    '5:2 `wide` is true or false',
  ]);
});

it.each([
  ['[project\nname = "a"\n', 1],
  ['[project]\nname = \n', 2],
  ['a = 1\na = 2\n', 2],
  ['\0\0\0', 1],
])('says where %j is no TOML', (text, line) => {
  const { file, told } = read(text);
  expect(file).toBeUndefined();
  expect(told()).toHaveLength(1);
  expect(told()[0]).toMatch(new RegExp(`^${line}:\\d+ this is no TOML: `));
});
