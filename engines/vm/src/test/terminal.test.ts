// The program's console in a terminal: output, input, Ctrl+C and the terminal's end, with a real proxy process.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { connect } from 'node:net';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFailure, type TerminalRequest } from '@sonde/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineDriver } from '../driver.js';
import { vmEngine } from '../factory.js';
import { Terminal } from '../host/terminal.js';
import { counting, program } from './sum-machine.js';

const engine = vmEngine(new URL('./sum-machine.js', import.meta.url), { without: ['memory', 'evaluate'] });
let driver: EngineDriver | undefined;
let proxy: ChildProcessWithoutNullStreams | undefined;

afterEach(async () => {
  await driver?.dispose();
  proxy?.kill('SIGKILL');
});

/** Stands for the terminal of a client. */
function openTerminal(request: TerminalRequest): {
  readonly text: Promise<string>;
  readonly code: Promise<number | null>;
} {
  const [command = '', ...args] = request.args;
  const started = spawn(command, args, { env: { ...process.env, ...request.env } as NodeJS.ProcessEnv });
  proxy = started;
  let text = '';
  started.stdout.on('data', (data: Buffer) => (text += data.toString()));
  const code = new Promise<number | null>(resolve => started.once('close', resolve));
  return { code, text: code.then(() => text) };
}

describe.skipIf(process.platform === 'win32')('a terminal', () => {
  it('shows the output and gets the exit code; nothing is shown twice', async () => {
    let terminal: ReturnType<typeof openTerminal> | undefined;
    let socketMode = 0;
    driver = await EngineDriver.start(engine, counting(5), {
      settings: { console: 'integratedTerminal' },
      runInTerminal: async request => {
        const path = request.args.at(-1)!;
        socketMode = (statSync(path).mode & 0o777) * 0o1000 + (statSync(dirname(path)).mode & 0o777);
        terminal = openTerminal(request);
        return {};
      },
    });
    expect(socketMode).toBe(0o600700);
    await driver.engine.begin();
    expect(await driver.finish()).toBe(0);
    expect(await terminal!.text).toBe('5\n');
    expect(await terminal!.code).toBe(0);
    expect(driver.output()).toBe('');
  });

  it('listens only to who knows the token', async () => {
    let refused: Promise<void> | undefined;
    driver = await EngineDriver.start(engine, counting(5), {
      settings: { console: 'externalTerminal' },
      runInTerminal: async request => {
        const intruder = connect(request.args.at(-1)!);
        intruder.on('error', () => undefined);
        refused = new Promise(resolve => intruder.once('close', () => resolve()));
        intruder.write('{"token":"guess"}\n');
        await refused;
        openTerminal(request);
        return {};
      },
    });
    await expect(refused).resolves.toBeUndefined();
  });

  it('that is still to open is given up with the launch, and nobody is told that it was late', async () => {
    const cancel = new AbortController();
    const never = (): Promise<never> => {
      cancel.abort();
      return new Promise(() => undefined);
    };
    const listener = { input: () => undefined, interrupt: () => undefined };
    const request = { kind: 'integrated', title: 'p', cwd: '/' } as const;
    const opening = Terminal.open(never, request, listener, cancel.signal);
    expect(asFailure(await opening.catch((error: unknown) => error)).code).toBe('cancelled');
  });

  it('pauses on Ctrl+C', async () => {
    driver = await EngineDriver.start(engine, endless(), {
      settings: { console: 'integratedTerminal' },
      runInTerminal: async request => {
        openTerminal(request);
        return {};
      },
    });
    await driver.engine.begin();
    proxy!.kill('SIGINT');
    await driver.stopped();
    expect(driver.reasons).toEqual([{ kind: 'pause' }]);
  });

  it('that is closed does not end the program; its output comes here instead', async () => {
    driver = await EngineDriver.start(engine, counting(5), {
      settings: { console: 'integratedTerminal', stopOnEntry: true },
      runInTerminal: async request => {
        openTerminal(request);
        return {};
      },
    });
    await driver.begin();
    const closed = new Promise(resolve => proxy!.once('close', resolve));
    proxy!.kill('SIGKILL');
    await closed;
    await driver.step('over');
    await driver.step('over');
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('5\n');
  });

  it('that the client does not have is said, and does not hinder', async () => {
    driver = await EngineDriver.start(engine, counting(5), { settings: { console: 'integratedTerminal' } });
    await driver.engine.begin();
    expect((await driver.next('notice')).message).toContain('no terminal');
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('5\n');
  });
});

const endless = () =>
  program(code => {
    const again = code.here;
    code.mark({ line: 1, column: 1 });
    code.emit('push', 1);
    code.emit('pop');
    code.emit('jump', again);
  });
