// `sonde heap`: what a person sees of a heap, of its answers and of its refusals.

import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { HeapBuilder, jsonOf } from '@sonde/heap';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '../cli.js';
import { Workbench } from './sonde.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-heap-'));
  writeFileSync(file('before.json'), office(3));
  writeFileSync(file('office.json'), office(40));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => join(folder, name);

/** A cache that a module keeps and a fiber holds too, full of sessions. */
function office(sessions: number): string {
  const builder = new HeapBuilder();
  const ids = Array.from({ length: sessions }, (_, nth) => 100 + nth);
  builder.add({
    kind: 'sites',
    sites: [{ id: 1, file: 'office.src', line: 7, function: 'enter', module: 'office' }],
  });
  builder.add({
    kind: 'nodes',
    nodes: [
      { id: 1, type: 'Office', kind: 'record', size: 16 },
      { id: 2, type: 'Cache', kind: 'map', size: 64 },
      ...ids.map(id => ({
        id,
        type: 'Session',
        kind: 'record',
        size: 1000,
        summary: `user ${id}`,
        site: 1,
        owner: 'main',
      })),
      { id: 3, type: 'text', kind: 'string', size: 20, summary: 'left\nover' },
    ],
  });
  builder.add({
    kind: 'edges',
    edges: [
      { from: 1, to: 2, kind: 'field', name: 'cache' },
      ...ids.map((to, name) => ({ from: 2, to, kind: 'map-value', name: `key ${name}` }) as const),
    ],
  });
  builder.add({
    kind: 'roots',
    roots: [
      { id: 50, category: 'global', name: 'office', to: 1 },
      { id: 51, category: 'suspended-fiber', name: 'visitor', to: 100 },
    ],
  });
  return [...jsonOf(builder.done({ kind: 'file', name: 'office' }))].join('');
}

async function heap(...args: readonly string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const streams = { input: new PassThrough(), output, errors };
  const code = await runCommandLine(['heap', ...args], { languages: [mini, ng], streams });
  const text = (stream: PassThrough): string => String(stream.read() ?? '').replaceAll(`${folder}/`, '');
  return { code, out: text(output), err: text(errors) };
}

const told = async (...args: readonly string[]): Promise<string> => {
  const { code, out, err } = await heap(file('office.json'), ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

test('the overview names what there is, what may leak, and what to ask next', async () => {
  expect(await told()).toBe(`office.json: 48 objects, 47 references, 40.1 kB
  roots      1 global, 1 suspended-fiber
  sizes      exact
  garbage    1 object that no root holds, 20 B

What may leak
  1. Cache @2 keeps 39.1 kB alive, 97 % of the heap, in 40 objects. Most of it
     is 39 × Session (39.0 kB). It is held by office → cache.

What keeps most alive
    keeps  itself  object
  39.1 kB    16 B  Office @1
  39.1 kB    64 B  Cache @2
   1.0 kB  1.0 kB  Session user 100 @100
   1.0 kB  1.0 kB  Session user 101 @101
   1.0 kB  1.0 kB  Session user 102 @102
   1.0 kB  1.0 kB  Session user 103 @103
   1.0 kB  1.0 kB  Session user 104 @104
   1.0 kB  1.0 kB  Session user 105 @105
   1.0 kB  1.0 kB  Session user 106 @106
   1.0 kB  1.0 kB  Session user 107 @107

Types that keep most alive
     keep  themselves  count  type
  40.0 kB     40.0 kB     40  Session
  39.1 kB        16 B      1  Office
  39.1 kB        64 B      1  Cache
     20 B        20 B      1  text

Next: sonde heap office.json --why 2, --dominated 2, --types; --help tells the rest.
`);
});

test('an object is alive because of two owners', async () => {
  expect(await told('--why', '@100'))
    .toBe(`Session user 100 @100 is alive because of 2 paths from roots that differ in who owns it:

1.
  suspended-fiber root  (suspended-fiber root) visitor @51  keeps 0 B
  visitor               Session user 100 @100  keeps 1.0 kB

2.
  global root     (global root) office @50  keeps 39.1 kB
  global office   Office @1  keeps 39.1 kB
  .cache          Cache @2  keeps 39.1 kB
  value of key 0  Session user 100 @100  keeps 1.0 kB
`);
  expect(await told('--path', '2')).toContain('  .cache         Cache @2  keeps 39.1 kB\n');
  expect(await told('--why', '3')).toBe(
    'text left over @3 is not alive: no root holds it. Nothing refers to it.\n',
  );
});

test('references, retainers and dominated objects come in pages', async () => {
  expect(await told('--refs', '2', '--start', '38', '--count', '5'))
    .toBe(`Cache @2 refers to 40 objects; 38 to 39:
  by                keeps  object
  value of key 38  1.0 kB  Session user 138 @138
  value of key 39  1.0 kB  Session user 139 @139
`);
  expect(await told('--retainers', '100')).toContain('is referred to by 2 objects\n');
  expect(await told('--dominated', '1')).toContain(
    'Office @1 keeps 39.1 kB alive; next below it is 1 object\n',
  );
});

test('a cut says what would be freed, or who still holds it', async () => {
  expect(await told('--cut', '1->2')).toBe(
    'Office @1: Without .cache to Cache @2, 40 objects would be freed: 39.1 kB.\n',
  );
  expect(await told('--cut', '@1.cache -> @2')).toContain('40 objects would be freed');
  expect(await told('--cut', '2->100')).toBe(
    'Cache @2: Without value of key 0 to Session user 100 @100 nothing would be freed: (suspended-fiber root) visitor @51 still holds it, by visitor.\n',
  );
});

test('two snapshots are compared by type, site and object', async () => {
  const out = await told('--diff', file('before.json'), '--count', '2');
  expect(out).toBe(`From before.json to office.json
  objects    11 → 48: 37 new, 0 gone
  bytes      3.1 kB → 40.1 kB: 37.0 kB new, 0 B gone
  of both    5 objects keep more or less alive, 0 are held another way

Types that changed
      keep  themselves  count  type
  +37.0 kB    +37.0 kB    +37  Session
  +37.0 kB           =      =  Cache

Sites that changed
      keep  themselves  count  site
  +37.0 kB    +37.0 kB    +37  office.src:7 in enter

New, and keeping most alive
   keeps  itself  object
  1.0 kB  1.0 kB  Session user 103 @103
  1.0 kB  1.0 kB  Session user 104 @104
`);
});

test('a snapshot is not written over by what is made of it', async () => {
  symlinkSync(file('office.json'), file('link.json'));
  for (const [option, name] of [
    ['--save', 'office.json'],
    ['--export', 'link.json'],
  ] as const) {
    const refused = await heap(file('office.json'), option, file(name));
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`${option} ${name} would write over office.json, which is read`);
  }
  const other = await heap(file('office.json'), '--diff', file('before.json'), '--save', file('before.json'));
  expect(other.err).toContain('would write over before.json');
  expect(readFileSync(file('office.json'), 'utf8')).toBe(office(40));
  expect(readFileSync(file('before.json'), 'utf8')).toBe(office(3));
});

test('nothing changed is said in words', async () => {
  expect(await told('--diff', file('office.json'))).toMatch(
    /: 0 new, 0 gone\n[^]*\n\nNo type changed in count or size\.\n$/,
  );
});

test('groups, largest objects, search, JSON and DOT', async () => {
  expect(await told('--by', 'owner')).toMatch(
    /^ +keep +themselves +count +owner\n +40\.0 kB +40\.0 kB +40 +main\n/,
  );
  expect(await told('--types', '--count', '1')).toMatch(/Session\n$/);
  expect(await told('--retained', '--count', '1')).toMatch(/Office @1\n$/);
  expect(await told('--retained', '--internal', '--count', '1')).toMatch(/\(roots\) @\d+\n$/);
  expect(await told('--find', 'user 117')).toMatch(/Session user 117 @117\n$/);
  expect(await told('--find', 'nobody')).toBe('Nothing has "nobody" in its type or value.\n');
  expect(JSON.parse(await told('--why', '2', '--json'))).toMatchObject({ node: { id: 2 }, complete: true });
  expect(JSON.parse(await told('--json'))).toMatchObject({ summary: { nodes: 48 } });
  expect(await told('--why', '100', '--dot')).toMatch(
    /^digraph heap \{\n[^]*n2 -> n100 \[label="key 0\\nmap-value"/,
  );
  expect(await told('--refs', '1', '--dot')).toContain('n1 -> n2 [label="cache\\nfield"];');
});

test('what --save and --export wrote opens as the same heap', async () => {
  const overview = (await told()).replaceAll('office.json', 'it');
  expect(await told('--save', file('office.index'), '--export', file('again.json'))).toBe('');
  expect(readFileSync(file('again.json'), 'utf8')).toBe(office(40));
  for (const name of ['office.index', 'again.json'])
    expect((await heap(file(name))).out.replaceAll(name, 'it')).toBe(overview);
});

test.each([
  [['nothing'], 1, 'sonde: there is no file nothing. Check the path.\n'],
  [['x', '--why', 'it'], 2, 'sonde: --why takes the id of an object, such as 17 or @17; not "it".\n'],
  [['x', '--why', '1', '--types'], 2, 'sonde: --types and --why are two questions: ask one at a time.\n'],
  [['x', '--by', 'colour'], 2, 'sonde: --by takes type, site, owner, kind, module; not "colour".\n'],
  [
    ['x', '--cut', '1'],
    2,
    'sonde: --cut takes two ids, such as 17->42 or 17.next->42 (in quotes); not "1".\n',
  ],
  [['x', '--count', 'many'], 2, 'sonde: --count takes a number; not "many".\n'],
  [['x', '--json', '--dot'], 2, 'sonde: --json and --dot are two answers: choose one.\n'],
] as const)('%j is refused', async (args, code, message) => {
  const answer = await heap(...args);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(message);
});

test('objects that are not there, and files that cannot be written, say what to do', async () => {
  const unknown = await heap(file('office.json'), '--why', '7');
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'sonde: there is no object @7 in this heap. Ids stand after the @ in every list; search finds them.\n',
  ]);
  const nowhere = await heap(file('office.json'), '--save', file('no/where'));
  expect(nowhere.err).toMatch(
    /^sonde: cannot write no\/where: there is no folder .*\. Make it first: mkdir -p /,
  );
  const types = await heap(file('office.json'), '--types', '--dot');
  expect(types.err).toContain('--dot draws paths and neighbours: use it with --why');
  writeFileSync(file('cut.json'), office(3).slice(0, 300));
  expect((await heap(file('cut.json'))).err).toMatch(
    /^sonde: cut\.json is no JSON: .* It may be cut off: export it again\.\n$/,
  );
});

const leak = fileURLToPath(new URL('leak.ng', ng.examples));

test('a program is run to its #look, and its objects are what is asked about', async () => {
  const { code, out, err } = await heap(leak, '--types');
  expect(code).toBe(0);
  expect(out).toContain('203  Visit\n');
  // The answer stands alone; what the program printed is beside it.
  expect(err).toBe('open for business\n');
  const grown = (await heap(leak, '--at', '40', '--since', 'leak.ng:38')).out;
  expect(grown).toContain('From line leak.ng:38 to line 40\n');
  expect(grown).toMatch(/\+200  Visit\n/);
});

test('what is not exact about an answer is said under it', async () => {
  const text = JSON.parse(office(3)) as { labels: object };
  text.labels = {
    ...text.labels,
    roots: { exactness: 'approximate', why: 'words may be numbers' },
    owners: { exactness: 'unavailable', why: 'nobody records them' },
  };
  writeFileSync(file('guessed.json'), JSON.stringify(text));
  const under = async (...args: readonly string[]) =>
    (await heap(file('guessed.json'), ...args)).out.split('\n').slice(-3, -1);
  const kept = 'What is kept is approximate; the answer without a question says why.';
  expect(await under('--by', 'owner')).toEqual(['Here owners are unavailable: nobody records them.', kept]);
  for (const question of [['--types'], ['--why', '100'], ['--cut', '1->2'], ['--diff', file('before.json')]])
    expect((await under(...question))[1], question[0]).toBe(kept);
  expect(await told('--types')).not.toContain('What is kept');
});

test('a program that has no objects, or does not come by, says so', async () => {
  const tour = fileURLToPath(new URL('tour.mini', mini.examples));
  expect((await heap(tour)).err).toContain('none refers to another');
  expect((await heap(leak, '--at', '900')).err).toContain('cannot stop at line 900');
  expect((await heap(leak, '--since', '38')).err).toContain('--since needs --at');
  expect((await heap(leak.replace('leak', 'words'))).err).toContain('ended before it reached');
});

test('a recording is a program: looked at where its run ended, or at a line of a source that came with it', async () => {
  const recording = file('leak.sonde');
  const streams = { input: new PassThrough().end(), output: new PassThrough(), errors: new PassThrough() };
  expect(await runCommandLine(['record', leak, '-o', recording], { languages: [ng], streams })).toBe(0);
  const end = await heap(recording, '--types');
  expect(end.out).toContain('203  Visit\n');
  expect(end.err).toMatch(/The program stands at .*leak\.ng:\d+: the program ended with exit code 0\.\n/);
  for (const place of ['leak.ng:38', '38'])
    expect((await heap(recording, '--at', place, '--types')).out, place).toContain('  3  Visit\n');
  expect((await heap(file('none.sonde'))).err).toContain('cannot be read');
});

const crash = `type Item { n: i32; }
val items = [new Item { n: 1 }]; // #first
print("start");
fun boom(n: i32) -> i32 { return 10 / n; } // #boom
val x = boom(0);
print("end"); // #end
`;

test('a program that fails before the line is not looked at: where and why it stands is said', async () => {
  writeFileSync(file('crash.ng'), crash);
  for (const since of [[], ['--since', '2']]) {
    const { code, out, err } = await heap(file('crash.ng'), '--at', '6', ...since);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/stopped before it reached line 6 of crash\.ng, at .*crash\.ng:4: .*zero/i);
    expect(err).toMatch(/Look at it there: --at .*crash\.ng:4\.\n$/);
  }
  expect((await heap(file('crash.ng'), '--at', '4')).code).toBe(0);
  // Without a line the failure is what is looked at.
  expect((await heap(file('crash.ng'), '--types')).out).toContain('Item');
});

const asking = `type Item { text: string; }
val first = readLine();
val items = [new Item { text: first }, new Item { text: readLine() }];
print(items[0].text); // #look
`;

test('a program reads from standard input, and meets its end', async () => {
  const bench = new Workbench();
  try {
    bench.file('ask.ng', asking);
    const piped = await bench.run(['heap', 'ask.ng', '--find', 'typed'], 'typed\n');
    expect(piped).toMatchObject({ code: 0, stderr: '' });
    expect(piped.stdout).toContain('typed');
    const none = await bench.startInShell('< /dev/null', ['heap', 'ask.ng', '--types']).finished();
    expect(none).toMatchObject({ code: 0, stderr: '' });
    expect(none.stdout).toMatch(/2 +Item/);
  } finally {
    await bench.close();
  }
});

test('as a process of its own it answers the same', async () => {
  const bench = new Workbench();
  try {
    bench.file('office.json', office(40));
    const { code, stdout, stderr } = await bench.run(['heap', 'office.json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(await told());
    // The debugger loads the thread of the object graph in another way.
    bench.file('alive', 'break 40\nrun\nalive server.history\nquit\n');
    const debugged = await bench.run(['debug', leak, '--script', 'alive']);
    expect(debugged.stdout).toMatch(/History @\d+ is alive because of one path from a root:/);
  } finally {
    await bench.close();
  }
});
