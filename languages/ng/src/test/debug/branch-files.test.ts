// Files of a recorded run: read and written once, and on a branch written to an overlay that the user is told of.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TimePosition } from '@sonde/engine';
import type { DriverOptions } from '@sonde/engine-vm/driver';
import { describe, expect, it } from 'vitest';
import { load, written, type NgDriver } from '../harness.js';

/** The program stands in a call with `amount`: it is changed, and a branch begins. */
async function change({ driver }: NgDriver): Promise<void> {
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const amount = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === 'amount')!;
  await driver.engine.write(driver.stop.id, amount.value.place!, {
    type: amount.value.type,
    content: { kind: 'scalar', value: 41n },
  });
}

async function goTo({ driver }: NgDriver, position: TimePosition): Promise<void> {
  await driver.engine.time!.goTo(driver.stop.id, position);
  await driver.stopped();
}

async function recordingOf({ driver }: NgDriver): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of driver.engine.time!.recording()) all.push(piece);
  return Buffer.concat(all);
}

/** What is written before the break is part of every branch from there, and what is written behind it of none. */
const writesAround = `fun main() {
    val amount = 1;
    writeFile("out.txt", "first");
    amount := amount + 1; // #change
    print(readFile("./out.txt"), readFile("in.txt"), amount);
    writeFile("./out.txt", "second");
    writeFile("in.txt", "third");
    print("end"); // #end
}
`;

/** Up to the end, and back to before the first read. */
async function beyondAndBack(recording: DriverOptions['settings']): Promise<NgDriver> {
  const program = written(writesAround, { 'in.txt': 'given' });
  const ng = await load(program, { settings: { cwd: dirname(program), ...recording } });
  await ng.breakAt('change');
  await ng.breakAt('end');
  await ng.driver.begin();
  const at = ng.driver.stop.time!.at;
  await ng.driver.continue();
  await goTo(ng, at);
  return ng;
}

const on = { recording: { kind: 'on', memoryBudget: 1 << 26 } } as const;

describe('a branch', () => {
  it('reads what was in files where it begins, and not what was written behind that', async () => {
    const ng = await beyondAndBack(on);
    expect(ng.driver.output()).toBe('first, given, 2\n');
    const { at } = ng.driver.stop.time!;
    await change(ng);
    await ng.driver.continue();
    expect(ng.driver.output()).toBe('first, given, 2\nfirst, given, 42\n');
    // Another one from the same moment, behind which the first has written, too.
    await goTo(ng, { ...at, branch: 1 });
    await change(ng);
    await ng.driver.continue();
    expect(ng.driver.stop.time!.at.branch).toBe(2);
    expect(ng.driver.output()).toBe('first, given, 2\nfirst, given, 42\nfirst, given, 42\n');
    expect(readFileSync(join(dirname(ng.program), 'out.txt'), 'utf8')).toBe('second');
  });

  it('of a recording has the files of the recording, and leaves the disk alone', async () => {
    const first = await beyondAndBack(on);
    const recording = { kind: 'replay', data: await recordingOf(first) } as const;
    // The program believes that it is where it was recorded, and the files there are others now.
    const folder = dirname(first.program);
    const again = await beyondAndBack({ recording, cwd: folder });
    writeFileSync(join(folder, 'in.txt'), 'of the disk');
    await change(again);
    await again.driver.continue();
    expect(again.driver.output()).toContain('first, given, 42\n');
    const [out, given] = ['out.txt', 'in.txt'].map(name => readFileSync(join(folder, name), 'utf8'));
    expect([out, given]).toEqual(['second', 'of the disk']);
  });
});

describe('a recording with little memory', () => {
  it('lets go of what was in files, and tells from where on one can still go back', async () => {
    const source = `fun main() {
    loop nth = 0 {
        if (nth < 6) {
            val text = readFile("large.txt");
            writeFile("large.txt", text + "x"); // #again
            next nth + 1;
        }
    }
    print("end"); // #end
}
`;
    const program = written(source, {
      'large.txt': 'y'.repeat(300_000),
    });
    const settings = { recording: { kind: 'on', memoryBudget: 2_000_000 }, cwd: dirname(program) } as const;
    const ng = await load(program, { settings });
    await ng.breakAt('again');
    await ng.breakAt('end');
    await ng.driver.begin();
    const begin = ng.driver.stop.time!.at;
    for (let nth = 0; nth < 6; nth++) await ng.driver.continue();
    expect(ng.driver.line).toBe(ng.line('end'));
    const notices = ng.driver.events.filter(({ kind }) => kind === 'notice');
    expect(notices).toMatchObject([
      { message: expect.stringContaining('takes more than the memory for the recording') as string },
    ]);
    expect(ng.driver.stop.time!.first.step).toBeGreaterThan(begin.step);
    await expect(ng.driver.engine.time!.goTo(ng.driver.stop.id, begin)).rejects.toThrow(
      'not within what is recorded',
    );
    await expect(recordingOf(ng)).rejects.toThrow('the run cannot be saved');
    await ng.driver.move({ kind: 'continue' }, { direction: 'back' });
    await ng.driver.stopped();
    expect(ng.driver.line).toBe(ng.line('again'));
    for (;;) {
      await ng.driver.move({ kind: 'continue' }, { direction: 'back' });
      await ng.driver.stopped();
      if (ng.driver.reasons[0]?.kind !== 'breakpoint') break;
    }
    expect(ng.driver.reasons).toMatchObject([{ kind: 'end-of-recording' }]);
    expect(ng.driver.stop.time!.at).toEqual(ng.driver.stop.time!.first);
  });
});

const source = `fun main() {
    val text = readFile("in.txt");
    val amount = 1; // #amount
    amount := amount + 1; // #change
    writeFile("out.txt", text);
    val back = readFile("out.txt");
    print(back, amount); // #print
    print("end"); // #end
}
`;

it('are not read or written again in the past, and go to an overlay on a branch', async () => {
  const program = written(source, { 'in.txt': 'first' });
  const folder = dirname(program);
  const out = join(folder, 'out.txt');
  const settings = { recording: { kind: 'on', memoryBudget: 1 << 26 }, cwd: folder } as const;
  const ng = await load(program, { settings });
  const { driver } = ng;
  await ng.breakAt('change');
  const { id } = await ng.breakAt('end');
  await driver.begin();
  const change = driver.stop.time!.at;
  await driver.continue();
  expect(readFileSync(out, 'utf8')).toBe('first');
  const printed = driver.output();
  // What is on the disk now is not what the program saw.
  writeFileSync(join(folder, 'in.txt'), 'other');
  writeFileSync(out, 'kept');
  await driver.engine.time!.goTo(driver.stop.id, change);
  await driver.stopped();
  expect(await driver.variables()).toMatchObject({ Locals: { text: 'first' } });
  await driver.continue();
  expect([readFileSync(out, 'utf8'), driver.output()]).toEqual(['kept', printed]);
  await driver.engine.time!.goTo(driver.stop.id, change);
  await driver.stopped();
  const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
  const amount = scopes.flatMap(({ variables }) => variables).find(({ name }) => name === 'amount')!;
  await driver.engine.write(driver.stop.id, amount.value.place!, {
    type: amount.value.type,
    content: { kind: 'scalar', value: 41n },
  });
  await driver.continue();
  expect(driver.reasons).toEqual([{ kind: 'breakpoint', hits: [id] }]);
  expect(driver.stop.time!.at.branch).toBe(1);
  // The branch reads what it wrote itself.
  expect(driver.output()).toBe(`${printed}first, 42\n`);
  expect([readFileSync(out, 'utf8'), existsSync(out)]).toEqual(['kept', true]);
  expect(driver.events.filter(({ kind }) => kind === 'notice')).toMatchObject([
    { message: expect.stringContaining('only for this branch') as string },
  ]);
});
