// Files of a recorded run: read and written once, and on a branch written to an overlay that the user is told of.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { load, written } from '../harness.js';

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
