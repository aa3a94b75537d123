import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SourceText } from '@sonde/native-compiler';
import { checkSource } from '../../toolchain/checker/check.js';
import { externs } from '../generated-programs.js';
import { run } from './interpreter.js';

const folder = new URL('../../../examples/', import.meta.url);

/** What each example prints. */
const outputs: Readonly<Record<string, string>> = {
  'async.aria': `fetch 1 starts
fetch 2 starts
fetch 1 ends
fetch 2 ends
sum 30
fetch 2 starts
fetch 3 starts
fetch 2 ends
with a failure 19
fetch 3 starts
error 9
fast 1
fast 2
slow 1
slow 2
`,
  'control.aria': `3 2 1 go
odd numbers to ten: 25
(0,0) (1,0) (1,1) (2,0) 
0 4 8 3 2 1 0 1 2 3 10 7 4 
all 3 tries done
broken off
`,
  'defer.aria': `open 1
open 2
about to close the second
close 2
close 1
worked: 3
open 1
close 1
error: 7
round 1
round 1 left
round 2 left
still open: 0
`,
  'extern.aria': `from 3 to -4: 7
aria has 4 letters, its first is number 65 as a capital
ff is 255
`,
  'gc.aria': `total 15
both names mean one object: 50
after the collection 54
pinned 51, missing -1
numbers[2] is 30 of 4
`,
  'jit.aria': `two to the tenth: 1024
next of 41: 42
of -1: error 4
applied: 7
`,
  'machine-code.aria': `20 bytes of code say that 41 is followed by 42
and that by 43
`,
  'pick.aria': `strange
failed
passed
perfect, well done
strange
few many none error
second
`,
  'pointers.aria': `red green colour 5
x 42, y 1
table 10 22 30
other 42, calls 0
twice 45, calls 1
blue is 5
`,
  'results.aria': `20 and 2: 5
20 and 0: error 3
with a default: -1
or another way: 3
piped: 20
the default binds tightly: 15
`,
  'scalars.aria': `int8 wraps to -128
uint16 wraps to 65535
level is fine, low is below
still 127
then ERR: lost
and it stays ERR
converted: ERR ERR
half 0.5, mask 240, odd false
3 <=> 5 is -1
`,
  'streams.aria': `line 1: hello
line 2: wörld
2 lines, 3 bytes with the sum 258
`,
  'strings.aria': `Aria of 2025, next year 2026
nested: <Aria> and &{plain}
tab\tquote" byte A
=-=-=-=-=-=
4 bytes, with é 2
a: 3
equal and ordered
0.30000000000000004 1 100000
`,
  'structs.aria': `squared: 25
moved: 4, 3
a copy is apart: 4 100
edge: 1,7 to 7,8
last corner 20, sum of 5 primes 28
`,
  'tour.aria': `attic: 35 degrees
oven: error 7
cellar: 7 degrees
the warmest that is left has 35
`,
  'wild.aria': `number is 156
pair is 10, 2
last is 9, before it 0
cells 0 16, third 4
none points nowhere
`,
};

const names = readdirSync(folder).filter(name => name.endsWith('.aria'));

describe('the examples', () => {
  it('are all known here', () => {
    expect(names).toEqual(expect.arrayContaining(Object.keys(outputs)));
  });

  it.each(names)('%s is checked without a word', name => {
    const text = new SourceText({ name }, readFileSync(new URL(name, folder), 'utf8'));
    expect(checkSource(text)).toMatchObject({ diagnostics: [], program: {} });
  });

  it.each(Object.keys(outputs))('%s prints what it should', name => {
    const { program } = checkSource(new SourceText({ name }, readFileSync(new URL(name, folder), 'utf8')));
    const done = run(program!, { stdin: 'hello\nwörld\n', stddati: Uint8Array.from([1, 2, 255]), externs });
    expect(done).toMatchObject({ ending: { kind: 'exited', status: 0 }, stdout: outputs[name], stderr: '' });
    if (name !== 'streams.aria') return;
    expect(done.stddbg).toBe('reading\ndone\n');
    expect([...done.stddato]).toEqual([1, 255, 1, 2, 255]);
  });
});
