// The kit under a language of its own kind: what it gives does not depend on what values are.

import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { decodeImage, encodeImage } from '../kit/kit.js';
import { assemble, program, source } from './decimal-machine.js';

const engine = vmEngine(new URL('./decimal-machine.js', import.meta.url), {
  without: ['memory', 'evaluate'],
});
const hypotenuse = `
fn:square:x
x x *
end
3.5 =a
a square() 12 square() + sqrt =c
c 100 < show
c show
`;
let driver: EngineDriver | undefined;
afterEach(() => driver?.dispose());

async function start(text: string): Promise<EngineDriver> {
  driver = await EngineDriver.start(engine, program(text));
  return driver;
}
const line = (number: number) => ({ kind: 'source', source, line: number }) as const;

describe('a language of decimals on the kit', () => {
  it('runs', async () => {
    const { engine: begun } = await start(hypotenuse);
    await begun.begin();
    expect(await driver!.finish()).toBe(0);
    expect(driver!.output()).toBe('true\n12.5\n');
  });

  it('has breakpoints, steps, variables and results of its own kind', async () => {
    const d = await start(hypotenuse);
    await d.break(line(3));
    await d.begin();
    expect(d.top.function).toBe('square');
    expect(await d.variables()).toMatchObject({ Arguments: { x: 3.5 } });
    await d.step('out');
    expect(d.reasons[0]).toMatchObject({ kind: 'step', returned: { content: { value: 12.25 } } });
    expect(await d.variables()).toMatchObject({ Globals: { a: 3.5, c: NaN } });
    await d.continue();
    expect(await d.variables()).toMatchObject({ Arguments: { x: 12 } });
  });

  it('changes values, and refuses what is none of its own', async () => {
    const d = await start(hypotenuse);
    await d.break(line(6));
    await d.begin();
    const a = { kind: 'global', index: 0 } as const;
    const scalar = (value: number | string) =>
      ({ type: undefined as never, content: { kind: 'scalar', value } }) as const;
    await d.engine.write(d.stop.id, a, scalar(0.25));
    expect(await d.variables()).toMatchObject({ Globals: { a: 0.25 } });
    await expect(d.engine.write(d.stop.id, a, scalar('x'))).rejects.toThrow('not a decimal');
  });

  it('stops at its own errors, and reports them', async () => {
    const d = await start('-1 =a\na sqrt show\n');
    await d.break({ kind: 'exception', filter: 'Negative' });
    await d.begin();
    expect(d.reasons).toMatchObject([{ kind: 'exception', thrown: { message: '-1 has no root' } }]);
    await d.move({ kind: 'continue' });
    expect(await d.finish()).toBe(1);
    expect(d.output('stderr')).toBe('Negative: -1 has no root\n  in (main) at sums.rpn:2\n');
  });

  it('gets the errors of the machine in its own words', async () => {
    const d = await start('fn:f:x\nx f()\nend\n1 f() show\n');
    await d.break({ kind: 'exception', filter: 'StackOverflow' });
    await d.begin();
    expect(d.reasons).toMatchObject([
      { thrown: { message: expect.stringContaining('calls deep') as string } },
    ]);
  });

  it('is written to files like any other', () => {
    const format = { magic: 'decimals', version: 1 };
    expect(decodeImage(format, encodeImage(format, assemble(hypotenuse)))).toEqual(assemble(hypotenuse));
  });
});
