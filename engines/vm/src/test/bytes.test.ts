// Output that is not text: exactly the bytes that the program printed, wherever they go.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { listProgram } from './list-program.js';

const engine = vmEngine(new URL('./list-machine.js', import.meta.url), {
  without: ['goto', 'restartFrame', 'endTask', 'disassemble', 'restrictTo', 'memory'],
});
const printing = () =>
  listProgram([
    {
      name: '(main)',
      parameters: 0,
      code: [
        ['push', 'text é'],
        ['print'],
        ['push', 0xc3],
        ['push', 0xff],
        ['push', 0x00],
        ['list', 3],
        ['bytes'],
        ['push', 'more'],
        ['print'],
        ['trap'],
        ['push', 0],
        ['return'],
      ],
    },
  ]);
const wanted = Buffer.from([...Buffer.from('text é\n'), 0xc3, 0xff, 0x00, ...Buffer.from('more\n')]);
let driver: EngineDriver | undefined;
let proxy: ChildProcessWithoutNullStreams | undefined;

afterEach(async () => {
  await driver?.dispose();
  proxy?.kill('SIGKILL');
});

describe('bytes that are no text', () => {
  it('come as they were printed, between the texts', async () => {
    driver = await EngineDriver.start(engine, printing(), { settings: { noDebug: true } });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(0);
    expect(driver.outputBytes()).toEqual(wanted);
  });

  it.skipIf(process.platform === 'win32')('reach a terminal unchanged', async () => {
    const chunks: Buffer[] = [];
    let closed: Promise<unknown> | undefined;
    driver = await EngineDriver.start(engine, printing(), {
      settings: { console: 'integratedTerminal', noDebug: true },
      runInTerminal: async ({ args: [command = '', ...rest], env }) => {
        const started = spawn(command, rest, { env: { ...process.env, ...env } as NodeJS.ProcessEnv });
        proxy = started;
        started.stdout.on('data', (data: Buffer) => chunks.push(data));
        closed = new Promise(resolve => started.once('close', resolve));
        return {};
      },
    });
    await driver.engine.begin();
    expect(await driver.finish()).toBe(0);
    await closed;
    expect(Buffer.concat(chunks)).toEqual(wanted);
  });
});

describe('a program that asks for the debugger', () => {
  it('stops when there is one, and does not notice when there is none', async () => {
    driver = await EngineDriver.start(engine, printing());
    await driver.begin();
    expect(driver.reasons).toEqual([{ kind: 'program' }]);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
  });
});
