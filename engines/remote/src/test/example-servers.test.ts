import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Target } from '@sonde/engine';
import { EngineDriver, plain } from '@sonde/engine/driver';
import { OutputText, OwnedProcess } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachTo, engineWith, own } from './harness.js';
import { Proxy } from './proxy.js';

interface Example {
  /** The folder below `examples/`. */
  readonly folder: string;
  /** What keeps it from running here. */
  readonly missing: string | undefined;
  /** Makes the command, once. */
  prepare(): readonly string[];
}

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const works = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const startMs = 20_000;

const inPython: Example = {
  folder: 'remote-python',
  missing: works('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))')
    ? undefined
    : 'python3 of version 3.10 or later is not installed',
  prepare: () => ['python3', `${examples}remote-python/server.py`],
};

let built: string | undefined;
const inC: Example = {
  folder: 'remote-c',
  missing: works('cc', '--version') ? undefined : 'cc is not installed',
  prepare: () => {
    built ??= mkdtempSync(join(tmpdir(), 'sonde-test-'));
    const server = join(built, 'server');
    const sources = ['server.c', 'tiny.c'].map(name => `${examples}remote-c/${name}`);
    const { stderr } = spawnSync('cc', [
      '-std=c11',
      '-D_XOPEN_SOURCE=700',
      '-Wall',
      '-Wextra',
      '-Werror',
      '-o',
      server,
      ...sources,
    ]);
    expect(String(stderr)).toBe('');
    return [server];
  },
};

afterAll(() => {
  if (built !== undefined) rmSync(built, { recursive: true });
});

for (const example of [inPython, inC])
  describeUnlessMissing(`the server in examples/${example.folder}`, example.missing, () => {
    let command: readonly string[] = [];
    beforeAll(() => {
      command = example.prepare();
    });
    const program = (name: string): string => `${examples}${example.folder}/programs/${name}.tiny`;
    const at = (name: string, marker: string) => ({
      ...{ kind: 'source' as const, source: { name, path: program(name) } },
      line:
        readFileSync(program(name), 'utf8')
          .split('\n')
          .findIndex(line => line.includes(`# #${marker}`)) + 1,
    });

    const launch = async (name: string): Promise<EngineDriver> => {
      const target: Target = { program: program(name), temporary: [], image: { server: command } };
      return own(await EngineDriver.start(engineWith(), target), driver => driver.dispose());
    };

    /** A server that waits, and its port. */
    async function listening(name: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
      const [file = '', ...args] = command;
      const server = await OwnedProcess.start(file, [...args, '--port', '0', program(name)], { env });
      own(server, async it => {
        it.kill('SIGKILL');
        await it.end(startMs);
      });
      const printed = new OutputText();
      server.stdout.setEncoding('utf8').on('data', (text: string) => printed.append(text));
      server.stdout.on('close', () => printed.end());
      return Number((await printed.waitFor(/127\.0\.0\.1:(\d+)/, startMs))[1]);
    }

    it('is stopped, looked at, changed and stepped', async () => {
      const driver = await launch('main');
      await driver.break({ kind: 'function', name: 'add' });
      await driver.begin();
      expect((await driver.variables())['Locals']).toMatchObject({ a: 42, b: 10 });
      const { stop, top, engine } = driver;
      expect(plain(await engine.evaluateText!(stop.id, top.id, 'a * b'))).toBe(420);
      await expect(engine.evaluateText!(stop.id, top.id, 'a +')).rejects.toThrow();
      const value = await engine.evaluateText!(stop.id, top.id, 'a');
      await engine.write(stop.id, value.place!, { type: value.type, content: { kind: 'scalar', value: 1n } });
      expect((await driver.variables())['Locals']).toMatchObject({ a: 1, b: 10 });
      await driver.step('out');
      expect(driver.top.function).toBe('work');
      await driver.step('over');
      expect((await driver.variables())['Locals']).toMatchObject({ total: 11 });
      await driver.move({ kind: 'continue' });
      expect(await driver.finish()).toBe(0);
      expect(driver.output()).toBe('x 42\ntotal 26\n');
    });

    it('takes input, shows a list, and steps to where an exception is caught', async () => {
      const driver = await launch('tour');
      await driver.break(at('tour', 'raises'));
      await driver.engine.begin();
      await driver.next('waiting-for-input', ({ waiting }) => waiting);
      await driver.engine.input('3\n');
      await driver.stopped();
      const [scope] = await driver.engine.scopes(driver.stop.id, driver.top.id);
      const squares = scope!.variables.find(({ name }) => name === 'squares')!.value.content;
      const object = squares.kind === 'object' ? squares.id : undefined;
      const [items = []] = await driver.engine.readObjects(driver.stop.id, [
        { object: object!, start: 0, count: 9 },
      ]);
      expect(items.map(({ value }) => plain(value))).toEqual([0, 1, 4]);
      await driver.step('over');
      expect(driver.line).toBe(at('tour', 'caught').line);
      await driver.move({ kind: 'continue' });
      expect(await driver.finish()).toBe(0);
      expect(driver.output()).toBe('there is no square of 3\nthe last one is 4\n');
    });

    it('says what is wrong with a program', async () => {
      await expect(launch('broken')).rejects.toThrow(/broken\.tiny, line 1/);
      await expect(launch('nowhere')).rejects.toThrow(/nowhere\.tiny/);
    });

    it('is cut off in mid-run and found again, with its breakpoints', async () => {
      const proxy = own(await Proxy.to(await listening('endless')), it => it.close());
      const driver = await attachTo(proxy.port, { extra: { reconnectSeconds: 20 } });
      await driver.engine.begin();
      await driver.next('output');
      proxy.cut();
      await driver.break(at('endless', 'turn')).catch(() => undefined);
      await driver.stopped();
      expect(driver.top.function).toBe('spin');
      proxy.cut();
      await driver.next('notice', ({ message }) => message === 'Tiny is there again.');
      await driver.continue();
      expect(driver.line).toBe(at('endless', 'turn').line);
    });

    it('lets nobody in without the token', async () => {
      const port = await listening('main', { TINY_TOKEN: 'sesame' });
      await expect(attachTo(port)).rejects.toThrow('the token is wrong');
      const stranger = own(connect(port, '127.0.0.1'), async it => void it.destroy());
      stranger.write('{"id":1,"do":"hello","version":1,"token":"guess"}\n{"id":2,"do":"end"}\n');
      const lines = createInterface({ input: stranger })[Symbol.asyncIterator]();
      expect(JSON.parse((await lines.next()).value as string)).toEqual({
        id: 1,
        error: 'the token is wrong',
      });
      expect(JSON.parse((await lines.next()).value as string)).toEqual({ id: 2, error: 'say hello first' });
      stranger.destroy();
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
