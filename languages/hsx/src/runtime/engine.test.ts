import { moduleId, typeId, type SymbolData } from '@sonde/engine';
import { vmEngine } from '@sonde/engine-vm';
import { EngineDriver } from '@sonde/engine-vm/driver';
import { afterEach, expect, test } from 'vitest';
import { program } from '../test/runtime/bench-machine.js';
import { globalIndex, type HsxImage } from './image.js';
import { imageOf } from './load.js';

const drivers: EngineDriver[] = [];

afterEach(async () => {
  await Promise.all(drivers.splice(0).map(driver => driver.dispose()));
});

/** One line of text is one instruction, except LDI32, which has two words: the text has a blank line behind it. */
const source = `main: PUSH R7
MOV R7, R15
LDI R1, 20
CALL half
CALL half
LDI R2, 0
DIV R0, R1, R2
POP R7
RET
half: PUSH R7
MOV R7, R15
PUSH R1
LDI R3, 1
LSR R1, R1, R3
LDI32 R4, total

ST [R4+0], R1
POP R5
POP R7
RET`;

const int = typeId(1);
const lines = source.split('\n');
const addressOf = (line: number): number => (line - 1) * 4;
const halfStart = addressOf(lines.findIndex(line => line.startsWith('half:')) + 1);
const end = addressOf(lines.length + 1);

function symbols(): SymbolData {
  const variable = (name: string, slot: number, parameter = false) =>
    ({ name, slot, type: int, parameter, from: halfStart + 12, to: end }) as const;
  return {
    modules: [{ id: moduleId('0'), name: 'main', start: 0, end }],
    sources: [{ name: 'main.mvasm', path: '/main.mvasm' }],
    functions: [
      { name: 'main', source: 0, module: moduleId('0'), start: 0, end: halfStart, locals: [], body: 8 },
      {
        name: 'half',
        source: 0,
        module: moduleId('0'),
        start: halfStart,
        end,
        body: halfStart + 12,
        locals: [variable('n', 0, true), variable('result', 1)],
      },
    ],
    lines: lines.flatMap((text, nth) =>
      text === '' ? [] : [{ address: nth * 4, source: 0, line: nth + 1, column: 1, statement: true }],
    ),
    globals: [{ name: 'total', index: globalIndex(0, 0), type: int, perTask: true }],
    types: [[int, { kind: 'integer', name: 'int', size: 4, signed: true }]],
  };
}

async function start(): Promise<EngineDriver> {
  const text = lines.map(line => line.replace(': ', ':\n')).join('\n');
  const made = program(`.text\n.entry main\n${text}\n.data\ntotal:\n.word 0`).program;
  const slots: HsxImage['programs'][number]['slots'] = [
    [{ start: 0, end, at: { kind: 'frame', offset: -4 } }],
    [{ start: 0, end, at: { kind: 'register', register: 1 } }],
  ];
  const code = imageOf([{ ...made, slots, globals: [0x4000] }], {
    types: { word: int, shapes: [[int, { size: 4 }]] },
  });
  const target = {
    program: '/main.mvasm',
    temporary: [],
    image: { code, symbols: symbols(), loaded: [moduleId('0')] },
  };
  const factory = vmEngine(new URL('./machine.js', import.meta.url), {
    without: ['restartFrame', 'evaluate'],
    registers: true,
    variablesInMemory: true,
  });
  const driver = await EngineDriver.start(factory, target);
  drivers.push(driver);
  return driver;
}

test('a session: breakpoint, stack, variables in memory and registers, steps, the fault at the end', async () => {
  const driver = await start();
  await driver.break({ kind: 'function', name: 'half' });
  await driver.break({ kind: 'exception', filter: 'uncaught' });
  await driver.begin();
  const { frames } = await driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 20);
  expect(frames.map(frame => [frame.function, frame.location?.line])).toEqual([
    ['half', 13],
    ['main', 4],
  ]);
  expect(await driver.variables()).toMatchObject({
    Arguments: { n: [20, 0, 0, 0] },
    Locals: { result: [20, 0, 0, 0] },
    Globals: { total: [0, 0, 0, 0] },
    Registers: { R1: [20, 0, 0, 0], PC: [48, 0, 0, 0], SP: [0xec, 0xff, 0, 0] },
    Trace: { instructions: 'object' },
  });
  expect((await driver.variables(frames[1]))['Registers']).toEqual({
    R7: [0xf8, 0xff, 0, 0],
    R15: [0xf8, 0xff, 0, 0],
    SP: [0xf8, 0xff, 0, 0],
    PC: [16, 0, 0, 0],
  });
  await driver.step('over');
  await driver.step('over');
  expect((await driver.variables())['Locals']).toEqual({ result: [10, 0, 0, 0] });
  await driver.step('out');
  expect(driver.line).toBe(5);
  await driver.step('in');
  expect(driver.line).toBe(10);
  await driver.continue();
  expect(driver.line).toBe(13);
  await driver.continue();
  expect(driver.reasons).toMatchObject([
    { kind: 'exception', thrown: { name: 'division by zero', message: '5 / 0' } },
  ]);
  expect(driver.line).toBe(7);
  await driver.move({ kind: 'continue' });
  expect(await driver.finish()).toBe(5);
  expect(driver.output('stderr')).toContain('division by zero');
});

test('a global is watched where it lies, with what it was and became', async () => {
  const driver = await start();
  const place = { kind: 'memory', address: { space: 'task1', offset: 0x4000n } } as const;
  await driver.break({ kind: 'data', place, size: 4, access: 'write' });
  await driver.begin();
  expect(driver.reasons).toMatchObject([{ kind: 'data', access: 'write' }]);
  expect((await driver.variables())['Globals']).toEqual({ total: [10, 0, 0, 0] });
  await driver.continue();
  expect((await driver.variables())['Globals']).toEqual({ total: [5, 0, 0, 0] });
});
