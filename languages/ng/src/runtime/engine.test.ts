import { vmEngine } from '@sonde/engine-vm';
import { EngineDriver } from '@sonde/engine-vm/driver';
import { afterEach, expect, test } from 'vitest';
import { link } from '../toolchain/linker/link.js';
import { assemble } from '../test/runtime/assembly.js';

const machine = new URL('./machine.js', import.meta.url);
const drivers: EngineDriver[] = [];

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

async function start(source: string, others: ReadonlyMap<string, string> = new Map()): Promise<EngineDriver> {
  const imports = [...others.keys()].map(module => ({ module, symbol: 'get' }));
  const indices = new Map([...others.keys()].map((name, nth) => [name, nth + 1]));
  const { image, symbols, loaded } = link(
    [
      {
        name: 'main',
        path: '/main.ngo',
        module: assemble(source, { imports }).module,
        importedModules: indices,
      },
      ...[...others].map(([name, text]) => ({
        name,
        path: `/${name}.ngo`,
        module: { ...assemble(text).module, name },
        importedModules: new Map<string, number>(),
      })),
    ],
    { upstreamCompatible: false },
  );
  const target = { program: '/main.ngo', temporary: [], image: { code: image, symbols, loaded } };
  const driver = await EngineDriver.start(
    vmEngine(machine, { without: ['endTask', 'restrictTo', 'memory'] }),
    target,
  );
  drivers.push(driver);
  return driver;
}

const names = async (driver: EngineDriver): Promise<readonly string[]> => {
  const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20);
  return frames.map(frame => frame.function);
};

test('stops in callbacks of a fold, with the fold on the stack', async () => {
  const driver =
    await start(`PUSH_I32 1\nPUSH_I32 2\nNEW_ARRAY 2\nFOLD_MAP_CALL twice\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun twice/1\nLOAD_LOCAL 0\nPUSH_I32 2\nMUL\nRETURN`);
  await driver.break({ kind: 'function', name: 'twice' });
  await driver.begin();
  expect(await names(driver)).toEqual(['twice', 'map', '__start__']);
  expect((await driver.variables())['Arguments']).toEqual({ param0: 1 });
  await driver.continue();
  expect((await driver.variables())['Arguments']).toEqual({ param0: 2 });
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
  expect(driver.output()).toBe('[2, 4]\n');
});

test('a breakpoint in a module that is not loaded yet is hit while that is initialised', async () => {
  const driver = await start(
    'CALL_IMPORT 0 0\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN',
    new Map([
      [
        'lib',
        'CALL make 0\nSTORE_GLOBAL 0\nPOP\nPUSH_UNIT\nRETURN\nfun get/0\nLOAD_GLOBAL 0\nRETURN\nfun make/0\nPUSH_I32 41\nRETURN',
      ],
    ]),
  );
  expect((await driver.break({ kind: 'function', name: 'make' })).state).not.toBe('resolved');
  await driver.begin();
  expect(await names(driver)).toEqual(['make', '__start__', 'initialise']);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
  expect(driver.output()).toBe('41\n');
});

test('an error stops before it ends the program', async () => {
  const driver = await start(
    'PUSH_I32 1\nPUSH_I32 0\nCALL divide 2\nRETURN\nfun divide/2\nLOAD_LOCAL 0\nLOAD_LOCAL 1\nDIV\nRETURN',
  );
  await driver.break({ kind: 'exception', filter: 'thrown' });
  await driver.begin();
  expect(driver.reasons).toMatchObject([{ kind: 'exception', thrown: { message: 'Division by zero' } }]);
  expect(await names(driver)).toEqual(['divide', '__start__']);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(255);
  expect(driver.output()).toBe('Runtime error: Division by zero at 0:0\n');
  expect(driver.output('stderr')).toContain('    at divide+6\n');
});

test('a hundred thousand calls deep can be looked at', async () => {
  const driver = await start(`PUSH_I32 100000\nCALL down 1\nPRINT 1\nPOP\nPUSH_UNIT\nRETURN
fun down/1\nLOAD_LOCAL 0\nPUSH_I32 0\nEQ\nJUMP_IF_FALSE more\nCALL bottom 0\nRETURN
more:\nPUSH_I32 1\nLOAD_LOCAL 0\nPUSH_I32 1\nSUB\nCALL down 1\nADD\nRETURN
fun bottom/0\nPUSH_I32 0\nRETURN`);
  await driver.break({ kind: 'function', name: 'bottom' });
  await driver.begin();
  const stack = await driver.engine.stack(driver.stop.id, driver.stop.focus, 100_000, 5);
  expect([stack.total, stack.frames.length]).toEqual([100_003, 3]);
  expect((await driver.variables(stack.frames[1]))['Arguments']).toEqual({ param0: 100_000 });
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(0);
  expect(driver.output()).toBe('100000\n');
});

test('a write to a watched variable stops, through a reference too', async () => {
  const driver =
    await start(`PUSH_I32 1\nSTORE_LOCAL 0\nPOP\nCALL stop 0\nPOP\nMAKE_LOCAL_REF 0\nPUSH_I32 5\nSTORE_REF\nPOP\nPUSH_UNIT\nRETURN
fun stop/0\nPUSH_UNIT\nRETURN`);
  await driver.break({ kind: 'function', name: 'stop' });
  await driver.begin();
  const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 1, 1);
  const place = { kind: 'slot', frame: frames[0]!.id, slot: 0 } as const;
  await driver.break({ kind: 'data', place, size: 4, access: 'write' });
  await driver.continue();
  expect(driver.reasons).toMatchObject([{ kind: 'data', access: 'write' }]);
  expect((await driver.variables())['Locals']).toMatchObject({ local0: 5 });
});
