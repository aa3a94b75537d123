import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Target } from '@sonde/engine';
import { EngineDriver, plain } from '@sonde/engine/driver';
import { OutputText, OwnedProcess } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { attachTo, engineWith, own } from './harness.js';
import { Proxy } from './proxy.js';

const folder = fileURLToPath(new URL('../../../../examples/remote-python/', import.meta.url));
const script = `${folder}server.py`;
const program = (name: string): string => `${folder}programs/${name}.tiny`;
const line = (name: string, number: number) =>
  ({ kind: 'source', source: { name, path: program(name) }, line: number }) as const;

const isThere = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0;
const missing = isThere ? undefined : 'python3 of version 3.10 or later is not installed';
const startMs = 20_000;

const launch = async (name: string): Promise<EngineDriver> => {
  const target: Target = {
    program: program(name),
    temporary: [],
    image: { server: ['python3', script] },
  };
  return own(await EngineDriver.start(engineWith(), target), driver => driver.dispose());
};

/** A server that waits, and its port. */
async function listening(name: string, ...args: readonly string[]): Promise<number> {
  const server = await OwnedProcess.start('python3', [script, '--port', '0', ...args, program(name)]);
  own(server, async it => {
    it.kill('SIGKILL');
    await it.end(startMs);
  });
  const printed = new OutputText();
  server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
  server.stdout.on('close', () => printed.end());
  return Number((await printed.waitFor(/127\.0\.0\.1:(\d+)/, startMs))[1]);
}

describeUnlessMissing('the server in Python', missing, () => {
  it('is stopped, looked at, changed and stepped', async () => {
    const driver = await launch('main');
    await driver.break({ kind: 'function', name: 'add' });
    await driver.begin();
    expect(await driver.variables()).toEqual({ Locals: { a: 42, b: 10 } });
    const { stop, top, engine } = driver;
    expect(plain(await engine.evaluateText!(stop.id, top.id, 'a * b'))).toBe(420);
    await expect(engine.evaluateText!(stop.id, top.id, 'a = 1', undefined, 'none')).rejects.toThrow();
    await expect(engine.evaluateText!(stop.id, top.id, '__import__("os")')).rejects.toThrow('no Call');
    await engine.evaluateText!(stop.id, top.id, 'a = 1', undefined, 'any');
    expect(await driver.variables()).toEqual({ Locals: { a: 1, b: 10 } });
    await driver.step('out');
    expect(driver.top.function).toBe('work');
    await driver.step('over');
    expect((await driver.variables())['Locals']).toMatchObject({ total: 11 });
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(0);
    expect(driver.output()).toBe('x 42\ntotal 26\n');
  });

  it('says what is wrong with a program', async () => {
    await expect(launch('broken')).rejects.toThrow(/broken\.tiny, line 1/);
    await expect(launch('nowhere')).rejects.toThrow(/nowhere\.tiny/);
  });

  it('is cut off in mid-run and found again, with its breakpoints', async () => {
    const port = await listening('endless');
    const proxy = own(await Proxy.to(port), it => it.close());
    const driver = await attachTo(proxy.port, { extra: { reconnectSeconds: 20 } });
    await driver.engine.begin();
    await driver.next('output');
    proxy.cut();
    await driver.break(line('endless', 7)).catch(() => undefined);
    await driver.stopped();
    expect([driver.line, driver.top.function]).toEqual([7, 'spin']);
    proxy.cut();
    await driver.next('notice', ({ message }) => message === 'Tiny is there again.');
    await driver.continue();
    expect(driver.line).toBe(7);
  });

  it('lets nobody in without the token', async () => {
    const port = await listening('main', '--token', 'sesame');
    await expect(attachTo(port)).rejects.toThrow('the token is wrong');
    const driver = await attachTo(port, { extra: { token: 'sesame' }, stopOnEntry: true });
    await driver.begin();
    expect(driver.top.function).toBe('main');
  });

  it('goes on without a debugger that has left', async () => {
    const port = await listening('endless');
    const first = await attachTo(port);
    await first.engine.begin();
    await first.next('output');
    await first.engine.detach(false);
    const second = await attachTo(port, { stopOnEntry: true });
    await second.begin();
    expect(second.top.function).toBe('spin');
  });
});
