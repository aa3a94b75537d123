import { expect, it } from 'vitest';
import { buildArguments, outputPlace } from './lldb-dap-build.js';

const request = { cwd: '/w', storage: '/s', debugOutputPath: '' };

it('builds programs of the same name in different folders to different places, and one always to the same', () => {
  const [one, two] = ['/w/one/main.c', '/w/two/main.c'].map(program => outputPlace({ ...request, program }));
  expect(one).toMatch(/^\/s\/builds\/[0-9a-f]{16}\/main$/);
  expect(two).not.toBe(one);
  expect(outputPlace({ ...request, program: 'one/main.c' })).toBe(one);
});

it('builds to the file or into the folder that the setting names', () => {
  const place = (debugOutputPath: string) =>
    outputPlace({ ...request, program: '/w/one/main.c', debugOutputPath });
  expect(place('/o/program')).toBe('/o/program');
  expect(place('/o/')).toBe('/o/main');
  expect(place('out/')).toBe('/w/out/main');
});

it('passes lists, numbers and switches on as well as texts, and only what the build knows', () => {
  const buildOptions = ['cflags', 'optimize', 'level', 'strict', 'absent', 'nothing'];
  const configuration = {
    cflags: ['-Wall', '-DNAME="a b"'],
    optimize: '0',
    level: 2,
    strict: false,
    nothing: null,
    lldb: '/usr/bin/lldb',
  };
  const args = buildArguments(configuration, { buildOptions });
  expect(args).toEqual([
    ...['--set', String.raw`cflags=["-Wall","-DNAME=\"a b\""]`],
    ...['--set', 'optimize="0"'],
    ...['--set', 'level=2'],
    ...['--set', 'strict=false'],
  ]);
});
