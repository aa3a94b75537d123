// Recorded runs: the same schedule and input again, in compiled programs and under the debugger; what does not fit is told.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestSession } from '@sonde/engine-native/testing';
import { describe, expect, it } from 'vitest';
import { run, toolsMissing, useBuilder, type Ran } from './built.js';
import { Debugged, endSessions } from './debugged.js';

/** Fibers that race for a cell, for a channel and for the output, with and without arms that resume. */
const racing = `effect Count { bump: fn(int) -> int }
effect Ask { number: fn(int) -> int }
fn work(name: string, n: int) -> int !Count = match n > 0 {
    true => {
        let seen = perform Count.bump(n)
        print("\${name} \${n} sees \${seen}")
        work(name, (n - 1) ?: 0)
    }
    false => 0
}
fn asks(n: int) -> int !Ask = (perform Ask.number(n) + perform Ask.number((n * 2) ?: 0)) ?: 0
mut total = 0
let channel = Channel(2)
let out = handle Count
    bump by => {
        let before = total
        print("bump \${before}")
        total = (before + by) ?: before // #bump
        total
    }
in {
    let a = spawn work("a", 3)
    let b = spawn work("b", 3)
    let c = spawn { send(channel, 1)  send(channel, 2)  sleep(3)  send(channel, 3)  0 }
    let d = spawn handle Ask
        number n => { print("asked \${n}")  resume((n + 1) ?: 0) }
    in asks(5)
    print("got \${recv(channel)} \${recv(channel)}")
    await(a)
    await(b)
    print("then \${recv(channel)} and \${await(d)}")
    await(c)
}
print("total \${total}")
`;

describe.skipIf(toolsMissing)('recorded runs', () => {
  const builder = useBuilder();
  endSessions();

  const recorded = (program: string, record: string, seed: number): Promise<Ran> =>
    run(program, { OSPREY_RECORD: record, OSPREY_SCHEDULE_SEED: String(seed) });
  const replayed = (program: string, record: string, env = {}): Promise<Ran> =>
    run(program, { OSPREY_REPLAY: record, ...env });

  it('of racing fibers come back for 100 seeds: the same output and the same order of events', async () => {
    const { program } = await builder.buildText('racing.osp', racing);
    const release = (await builder.buildText('racing.osp', racing, false)).program;
    const [record, again] = [join(builder.folder(), 'a.rec'), join(builder.folder(), 'b.rec')];
    const outputs = new Set<string>();
    for (let seed = 0; seed < 100; seed++) {
      const first = await recorded(program, record, seed);
      expect(first).toMatchObject({ errors: '', exitCode: 0 });
      // Every other time the optimised program: a record is of the source, not of a build.
      expect(await replayed(seed % 2 === 0 ? program : release, record)).toEqual(first);
      outputs.add(first.output);
      if (seed % 10 !== 0) continue;
      await recorded(release, again, seed);
      expect(await readFile(again, 'utf8')).toBe(await readFile(record, 'utf8'));
    }
    expect(outputs.size).toBeGreaterThan(50);
  });

  it('under the debugger stop in the same fiber at the same place with the same values', async () => {
    const history = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const [debugged, first] = await Debugged.start(builder, 'races.osp', racing, ['bump'], { env });
      const seen: string[] = [];
      for (let sight = first; ; sight = await debugged.next()) {
        // One that has ended may take a moment to go.
        const threads = (await debugged.session.engine.threads()).filter(
          ({ handle }) => handle !== undefined,
        );
        const scopes = await debugged.runtimeScopes();
        seen.push(
          [
            threads.find(({ id }) => id === sight.stop.focus)?.name,
            ...threads.map(({ name, awaiting }) => `${name}: ${awaiting ?? '-'}`),
            ...[sight.function, sight.line, JSON.stringify(sight.values)],
            ...[scopes['Channels'], scopes['Run']?.filter(row => row.startsWith('event'))],
          ].join(' '),
        );
        if (seen.length === 5) return seen;
      }
    };
    for (const seed of ['3', '4']) {
      const record = join(builder.folder(), `debugged-${seed}.rec`);
      const first = await history({ OSPREY_RECORD: record, OSPREY_SCHEDULE_SEED: seed });
      // The program was ended at a stop: what it did up to there is in the record.
      await TestSession.disposeAll();
      const again = await history({ OSPREY_REPLAY: record });
      expect(again).toEqual(first);
      await TestSession.disposeAll();
    }
  });

  it('that do not fit are told, with what to do', async () => {
    const { program } = await builder.buildText('told.osp', racing);
    const other = await builder.buildText('other.osp', racing.replace('asks(5)', 'asks(6)'));
    const record = join(builder.folder(), 'told.rec');
    const first = await recorded(program, record, 11);
    const whole = await readFile(record, 'utf8');
    const lines = whole.trimEnd().split('\n');
    const events = lines.indexOf('events') + 1;
    const count = lines.length - events - 1;
    const damaged = async (text: string, at = program): Promise<Ran> => {
      const path = join(builder.folder(), 'damaged.rec');
      await writeFile(path, text);
      return replayed(at, path);
    };
    const changed = (nth: number, line: (before: string) => string): string =>
      lines.map((each, index) => (index === nth ? line(each) : each)).join('\n') + '\n';

    // Before the program begins.
    const refused: readonly (readonly [string, RegExp])[] = [
      ['', /is not the record of an Osprey program, or its beginning is damaged/],
      ['print("hello")\n', /is not the record of an Osprey program/],
      ['\0\u0001binary\0', /is not the record of an Osprey program/],
      [changed(0, () => 'osprey-record 9'), /has format 9, this program reads 1\. Record the program again/],
      [changed(1, () => 'runtime 7'), /was made with version 7 of the runtime, this program has 1/],
      [changed(events - 1, line => `argument x\n${line}`), /was made with other arguments/],
    ];
    for (const [text, words] of refused) {
      const ran = await damaged(text);
      expect(ran).toMatchObject({ output: '', exitCode: 1 });
      expect(ran.errors).toMatch(words);
    }
    expect((await damaged(whole, other.program)).errors).toMatch(
      /is of another program, or of another version of it/,
    );
    expect((await replayed(program, '/nowhere/x.rec')).errors).toMatch(
      /cannot be read: No such file or directory\. Record a run first/,
    );
    expect((await recorded(program, '/nowhere/x.rec', 1)).errors).toMatch(
      /cannot be written: No such file or directory\. Choose another file/,
    );
    expect((await replayed(program, record, { OSPREY_RECORD: record })).errors).toMatch(
      /either recorded or replayed/,
    );

    // While it runs: cut off, damaged, another order, and an end that comes too early or too late.
    const half = events + Math.floor(count / 2);
    const cut = await damaged(whole.slice(0, lines.slice(0, half).join('\n').length + 4));
    expect(cut.exitCode).toBe(1);
    expect(cut.errors).toMatch(
      new RegExp(
        `ends after event ${half - events} without the end of the program: it was cut off, or the program was killed`,
      ),
    );
    expect(first.output.startsWith(cut.output)).toBe(true);
    expect((await damaged(changed(half, () => 'what is this?'))).errors).toMatch(
      new RegExp(`is damaged at line ${half + 1}`),
    );
    expect(
      (await damaged(changed(half, line => line.replace(/^(\d+) (\d+) \w+/, '$1 $2 yield')))).errors,
    ).toMatch(
      new RegExp(
        `event ${half - events + 1} differs: strand \\d+ does .*, the record .* has strand \\d+ with .yield`,
      ),
    );
    expect((await damaged([...lines.slice(0, half), `end ${half - events}`, ''].join('\n'))).errors).toMatch(
      new RegExp(`the program goes on after event ${half - events}, where the record .* ends`),
    );
    const longer = lines.with(-1, `${count + 1} 1 yield 0 1\nend ${count + 1}`);
    expect(await damaged(`${longer.join('\n')}\n`)).toMatchObject({
      output: first.output,
      errors: expect.stringMatching(
        /the program ended after event \d+, the record .* goes on with: \d+ 1 yield 0 1/,
      ) as string,
      exitCode: 1,
    });
  });

  it('have what came from outside: lines, chance, files, time; nobody is asked again', async () => {
    const file = join(builder.folder(), 'given.txt');
    await writeFile(file, 'first line\n\ttab \\ back\n');
    const text = `let name = input()
let numbers = spawn (random() % 1000)
let read = readFile("${file}")
sleep(2)
print("\${name} \${await(numbers)} \${read}")
print(readFile("${file}.none"))
print(writeFile("${file}.out", name))
print("\${input()} \${randomBelow(1000000)}")
`;
    const { program } = await builder.buildText('outside.osp', text);
    const record = join(builder.folder(), 'outside.rec');
    const first = await run(program, { OSPREY_RECORD: record }, 'ann é\n', ['one', 'two words']);
    expect(first).toMatchObject({ errors: '', exitCode: 0 });
    expect(first.output).toContain('first line\n\ttab \\ back\n');
    expect(await readFile(record, 'utf8')).toContain('argument two words\n');
    await rm(file);
    await rm(`${file}.out`);
    const again = await run(program, { OSPREY_REPLAY: record }, 'another\n', ['one', 'two words']);
    expect(again).toEqual(first);
    await expect(readFile(`${file}.out`)).rejects.toThrow('ENOENT');
    const other = await run(program, { OSPREY_REPLAY: record }, '', ['one']);
    expect(other).toMatchObject({ output: '', exitCode: 1 });
    expect(other.errors).toMatch(/was made with other arguments/);
  });

  it('run again print nothing twice, go on live where the record ends, and end as the first one', async () => {
    const { program } = await builder.buildText('again.osp', racing);
    const record = join(builder.folder(), 'again.rec');
    const ours = { OSPREY_RECORD: record, OSPREY_GOES_BACK: '1' };
    const first = await run(program, { ...ours, OSPREY_SCHEDULE_SEED: '5' });
    const whole = await readFile(record, 'utf8');
    const lines = whole.split('\n');
    const begin = lines.indexOf('events') + 1;
    for (const kept of [0, 1, 7, lines.length - begin - 3]) {
      // As a program leaves it that stands at a stop, with an event that is half written.
      await writeFile(record, `${lines.slice(0, begin + kept).join('\n')}\n${kept + 1} 1 pri`);
      const printed = Math.floor((first.output.length * kept) / lines.length);
      const again = await run(program, { ...ours, OSPREY_AGAIN: `0 ${kept} ${printed} 0` });
      expect(again).toEqual({ ...first, output: first.output.slice(printed) });
      expect(await readFile(record, 'utf8')).toBe(whole);
    }
    // Less is left than the run had come to.
    await writeFile(record, `${lines.slice(0, begin + 3).join('\n')}\n`);
    const cut = await run(program, { ...ours, OSPREY_AGAIN: '0 9 0 0' });
    expect(cut.exitCode).toBe(1);
    expect(cut.errors).toMatch(/ends after event 3, but the run had come to event 9: the file was changed/);
  });

  it('that end in words, and fibers that nothing resumes, come back as well', async () => {
    const text = `effect Quit { now: fn(int) -> int }
fn tries(name: string) -> int !Quit = {
    print("\${name} tries")
    perform Quit.now(length(name))
}
let out = handle Quit
    now code => match code > 3 {
        true => code
        false => resume(code)
    }
in {
    let f = spawn tries("fiber")
    let g = spawn tries("abc")
    (await(f) + await(g)) ?: 0
}
print("out \${out}")
let channel = Channel(1)
let stuck = spawn recv(channel)
print("stuck \${await(stuck)}")
`;
    const { program } = await builder.buildText('ends.osp', text);
    const free = await run(program);
    expect(free.exitCode).toBe(1);
    expect(free.output).toContain('out 5\n');
    expect(free.errors).toBe('fatal: deadlock: every fiber waits for another one\n');
    const record = join(builder.folder(), 'ends.rec');
    for (let seed = 0; seed < 10; seed++) {
      const first = await recorded(program, record, seed);
      expect(first.exitCode).toBe(1);
      expect(first.output).toContain('out 5\n');
      expect(first.errors).toMatch(
        /^fatal: deadlock: every fiber waits for another one; .*main awaits fiber/,
      );
      expect(await replayed(program, record)).toEqual(first);
    }
  });
});
