// Debuggers on tasks that an executive runs: attached, left, killed, cut off and back; and peers that are no executives.

import { once } from 'node:events';
import { createServer, connect as connectSocket, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { EngineDriver } from '@sonde/engine/driver';
import { asFailure } from '@sonde/engine';
import { answer } from '@sonde/heap';
import { hsx } from '../../pack/hsx.js';
import { built, EventStream, startExecutive, type Bench } from './bench-executive.js';

/** Counts for ever; `total` is twice the number of rounds. */
const endless = `int total;
int twice(int n) { return n + n; }
int main(void) {
  int rounds = 0;
  for (;;) {
    rounds = rounds + 1; // #round
    total = twice(rounds); // #total
  }
}
`;

const drivers: EngineDriver[] = [];
const closing: (() => void)[] = [];

afterEach(async () => {
  for (const driver of drivers.splice(0)) await driver.dispose();
  for (const close of closing.splice(0)) close();
});

const lineOf = (marker: string): number => endless.split('\n').findIndex(line => line.includes(marker)) + 1;

async function running(...names: readonly string[]): Promise<{ bench: Bench; sources: readonly string[] }> {
  const bench = await startExecutive();
  const client = await bench.connect();
  const sources: string[] = [];
  for (const name of names) {
    const path = await built(`${name}.c`, endless);
    sources.push(path.replace(/\.hxe$/, '.c'));
    await client.ok('load', { path });
  }
  await client.ok('clock', { op: 'start' });
  return { bench, sources };
}

async function attach(extra: Readonly<Record<string, unknown>>, stopOnEntry = true): Promise<EngineDriver> {
  const driver = await EngineDriver.attach(hsx.engine, { extra, stopOnEntry });
  drivers.push(driver);
  return driver;
}

const at = (source: string, marker: string) =>
  ({ kind: 'source', source: { name: 'endless.c', path: source }, line: lineOf(marker) }) as const;

async function local(driver: EngineDriver, name: string): Promise<unknown> {
  return (await driver.variables())['Locals']?.[name];
}

it('a task that runs is halted, stepped, and goes on when it is left', async () => {
  const { bench, sources } = await running('endless');
  const driver = await attach({ port: bench.port });
  await driver.begin();
  expect(driver.reasons).toEqual([{ kind: 'entry' }]);
  await driver.break(at(sources[0]!, '#total'));
  await driver.continue();
  expect([driver.line, driver.top.function]).toEqual([lineOf('#total'), 'main']);
  await driver.step('in');
  expect(driver.top.function).toBe('twice');
  await driver.step('out');
  await driver.engine.detach(false);
  await driver.next('ended');
  const { sessions, tasks } = bench.executive;
  expect(sessions.ownerOf(1)).toBeUndefined();
  expect(tasks.get(1)?.stateName).toBe('running');
  expect(tasks.get(1)?.breakpoints.size).toBe(0);
});

it('a task that is left suspended stays where it is', async () => {
  const { bench } = await running('endless');
  const driver = await attach({ port: bench.port });
  await driver.begin();
  await driver.engine.detach(true);
  expect(bench.executive.tasks.get(1)?.stateName).toBe('paused');
});

it('two debuggers on two tasks and a watcher do not disturb one another', async () => {
  const { bench, sources } = await running('first', 'second');
  const watcher = await bench.connect();
  const stream = await EventStream.open(bench, await watcher.session(), { categories: ['debug_break'] });
  const one = await attach({ port: bench.port, task: 1 });
  const two = await attach({ port: bench.port, task: 'second' });
  await one.begin();
  await two.begin();
  await one.break(at(sources[0]!, '#round'));
  await two.break(at(sources[1]!, '#total'));
  await Promise.all([one.continue(), two.continue()]);
  expect([one.line, two.line]).toEqual([lineOf('#round'), lineOf('#total')]);
  const before = await local(two, 'rounds');
  await one.continue();
  await one.step('over');
  expect(await local(two, 'rounds')).toEqual(before);
  expect(new Set([(await stream.until('debug_break')).pid, (await stream.until('debug_break')).pid])).toEqual(
    new Set([1, 2]),
  );
  // Whoever comes third finds them taken.
  const refused = await attach({ port: bench.port }).catch((error: unknown) => asFailure(error).text);
  expect(refused).toMatch(/somebody else debugs all tasks/);
});

it('a condition is decided on the executive, and the debugger hears of it when it holds', async () => {
  const { bench, sources } = await running('endless');
  let asked = 0;
  const driver = await EngineDriver.attach(
    hsx.engine,
    { extra: { port: bench.port }, stopOnEntry: true },
    {
      compile: (text, names, types) => hsx.expressions!.compile(text, { names, types }),
      decide: async () => {
        asked++;
        return { stop: true };
      },
    },
  );
  drivers.push(driver);
  await driver.begin();
  await driver.break(at(sources[0]!, '#total'), { condition: 'rounds % 100000 == 0' });
  await driver.continue();
  expect(driver.line).toBe(lineOf('#total'));
  const [rounds] = [(await local(driver, 'rounds')) as number[]];
  expect(new DataView(Uint8Array.from(rounds).buffer).getInt32(0, true) % 100_000).toBe(0);
  expect(asked).toBe(1);
  // A step that ends at the same place does not depend on the condition.
  await driver.step('in');
  await driver.step('out');
  expect(driver.line).toBe(lineOf('#total'));
});

it('leaves an executive that stood still as it was', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  for (const name of ['first', 'second'])
    await client.ok('load', { path: await built(`${name}.c`, endless) });
  await client.ok('pause', { pid: 1 });
  const driver = await attach({ port: bench.port });
  await driver.begin();
  await driver.engine.detach(false);
  const { clock, tasks } = bench.executive;
  expect(clock.running).toBe(false);
  expect([tasks.get(1)?.stateName, tasks.get(2)?.stateName]).toEqual(['paused', 'running']);
  expect([tasks.get(1)?.state.steps, tasks.get(2)?.state.steps]).toEqual([0, 0]);
});

it('refuses the symbols of another program by name', async () => {
  const { bench } = await running('endless');
  const other = await built('other.c', 'int main(void) { return 3; }\n');
  const symbols = other.replace(/\.hxe$/, '.sym');
  const refused = await attach({ port: bench.port, symbols }).catch(
    (error: unknown) => asFailure(error).text,
  );
  expect(refused).toMatch(/other\.sym belongs to another program than endless\.hxe/);
  const missing = await attach({ port: bench.port, symbols: '/nowhere/x.sym' }).catch(
    (error: unknown) => asFailure(error).text,
  );
  expect(missing).toBe('the symbol file /nowhere/x.sym cannot be read: there is no such file.');
});

it('input reaches the task that asks for it, and ends', async () => {
  const bench = await startExecutive();
  const client = await bench.connect();
  const reader = `#include <stdio.h>
int main(void) {
  int sum = 0, c;
  while ((c = getchar()) != EOF) sum += c == 'x';
  return sum;
}
`;
  await client.ok('load', { path: await built('idle.c', endless) });
  await client.ok('load', { path: await built('reader.c', reader) });
  const driver = await attach({ port: bench.port, task: 'reader' }, false);
  await driver.engine.begin();
  await driver.next('waiting-for-input');
  await driver.engine.input('xyx\n');
  await driver.engine.input(undefined);
  const { status } = await driver.next('exited');
  expect(status).toEqual({ code: 2 });
});

it('tells which tasks there are when another one is asked for', async () => {
  const { bench } = await running('endless');
  const refused = await attach({ port: bench.port, task: 'nobody' }).catch(
    (error: unknown) => asFailure(error).text,
  );
  expect(refused).toBe('the executive has no task nobody. Those that run there are 1 (endless).');
});

it('a debugger that vanishes in the middle of a step leaves the task as it is, without its lock and breakpoints', async () => {
  const { bench, sources } = await running('endless');
  const proxy = await startProxy(bench.port);
  const driver = await attach({ port: proxy.port, reconnectSeconds: 0 });
  await driver.begin();
  await driver.break(at(sources[0]!, '#total'));
  await driver.continue();
  await driver.move({ kind: 'step', how: 'over', granularity: 'line' });
  proxy.cut();
  await driver.next('ended');
  // The session is bound to its connections and ends soon after them.
  const { sessions, tasks } = bench.executive;
  await expect.poll(() => sessions.ownerOf(1), { timeout: 20_000 }).toBeUndefined();
  expect(tasks.get(1)?.stateName).toBe('paused');
  expect(tasks.get(1)?.breakpoints.size).toBe(0);
});

it('an executive that dies is told with the reason', async () => {
  const { bench } = await running('endless');
  const proxy = await startProxy(bench.port);
  const driver = await attach({ port: proxy.port, reconnectSeconds: 2 }, false);
  await driver.engine.begin();
  await proxy.close();
  const { trouble } = await driver.next('ended');
  expect(trouble?.blame).toBe('environment');
  expect(trouble?.message).toMatch(/is gone: the connection was closed.*nothing listens at 127\.0\.0\.1/);
});

it('breakpoints stop the task after the connection was cut in mid-run and is back', async () => {
  const { bench, sources } = await running('endless');
  const proxy = await startProxy(bench.port);
  const driver = await attach({ port: proxy.port, reconnectSeconds: 20 });
  await driver.begin();
  const { id } = await driver.break(at(sources[0]!, '#round'));
  await driver.continue();
  await driver.engine.changeBreakpoints([], [id]);
  await driver.move({ kind: 'continue' });
  proxy.cut();
  await driver.next('notice', ({ message }) => message.endsWith('is there again.'));
  await driver.break(at(sources[0]!, '#total'));
  await driver.stopped();
  expect(driver.line).toBe(lineOf('#total'));
  await driver.step('over');
  expect(driver.line).toBe(lineOf('for (;;)'));
});

it('a breakpoint that is met while the connection is cut is told afterwards, of the task that met it', async () => {
  const { bench, sources } = await running('first', 'second');
  const proxy = await startProxy(bench.port);
  const driver = await attach({ port: proxy.port, reconnectSeconds: 20 });
  await driver.begin();
  const stream = await EventStream.open(bench, await (await bench.connect()).session(), {
    categories: ['debug_break'],
  });
  await driver.break(at(sources[1]!, '#total'));
  await driver.continue();
  const rounds = await local(driver, 'rounds');
  await stream.until('debug_break');
  proxy.dropAnswers();
  const moved = driver.move({ kind: 'continue' }).catch(() => undefined);
  await stream.until('debug_break');
  proxy.cut();
  await moved;
  await driver.stopped();
  expect([driver.line, driver.stop.focus, driver.reasons[0]?.kind]).toEqual([
    lineOf('#total'),
    2,
    'breakpoint',
  ]);
  expect(await local(driver, 'rounds')).not.toEqual(rounds);
});

for (const [name, answer] of Object.entries({
  nonsense: 'HTTP/1.1 400 Bad Request\r\n\r\n',
  'half a line': '{"version":1,"sta',
  'another protocol': '{"jsonrpc":"2.0","result":{}}\n',
  'wrong shapes': '{"version":1,"status":"ok","session":{"id":7}}\n',
}))
  it(`a peer that answers ${name} is refused with a reason`, async () => {
    const server = createServer(socket => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    closing.push(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const refused = await attach({ port: portOf(server) }).then(
      () => undefined,
      (error: unknown) => asFailure(error),
    );
    expect(refused?.blame).toBe('environment');
    expect(refused?.message).toMatch(/the executive/);
  });

it('says where nobody listens', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  const refused = await attach({ port }).catch((error: unknown) => asFailure(error).text);
  expect(refused).toBe(`nothing listens at 127.0.0.1:${port}. Start an executive (hsx-exec) there first.`);
});

it('wants the token that the executive was started with', async () => {
  const bench = await startExecutive({ token: 'open sesame' });
  const texts = [];
  for (const token of [undefined, 'wrong'])
    texts.push(
      await attach({ port: bench.port, ...(token === undefined ? {} : { token }) }).catch(
        (error: unknown) => asFailure(error).message,
      ),
    );
  expect(texts).toEqual(['the executive wants a token.', 'the executive does not accept the token.']);
});

it('shows instructions, registers and memory of a task without symbols, and says so', async () => {
  const bench = await startExecutive();
  const path = await built('bare.c', endless, { symbols: false });
  await (await bench.connect()).ok('load', { path });
  const driver = await attach({ port: bench.port });
  expect(driver.events).toContainEqual({
    kind: 'notice',
    important: true,
    message: 'the executive has no symbols of bare: only instructions, registers and memory can be seen.',
  });
  await driver.begin();
  await driver.step('over', 'instruction');
  expect(Object.keys((await driver.variables())['Registers'] ?? {})).toContain('SP');
});

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Between debugger and executive: connections can be cut, and what flows can be held back. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>();
  let holding = false;
  const server = createServer(near => {
    const far = connectSocket(target, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', data => far.write(data));
    far.on('data', data => void (holding ? undefined : near.write(data)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    holding = false;
    for (const socket of sockets) socket.destroy();
  };
  const proxy = {
    port: portOf(server),
    cut,
    dropAnswers: () => (holding = true),
    async close(): Promise<void> {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
  closing.push(() => {
    server.close();
    cut();
  });
  return proxy;
}

it('the objects of a task are found over the wire, under ids that last', async () => {
  const text = `#include <stdlib.h>
struct link { struct link *next; };
struct link *head;
int main(void) {
  for (;;) {
    struct link *link = malloc(sizeof *link);
    if (!link) break;
    link->next = head;
    head = link; // #grown
  }
  return 0;
}
`;
  const bench = await startExecutive();
  const client = await bench.connect();
  const path = await built('grows.c', text);
  await client.ok('load', { path });
  const driver = await attach({ port: bench.port });
  await driver.begin();
  const source = { name: 'grows.c', path: path.replace(/\.hxe$/, '.c') };
  const line = text.split('\n').findIndex(each => each.includes('#grown')) + 1;
  await driver.break({ kind: 'source', source, line });
  const links = async (): Promise<readonly number[]> => {
    await driver.continue();
    const heap = await driver.heap();
    const found = answer(heap, { ask: 'search', text: 'struct link' }).filter(({ kind }) => kind === 'block');
    expect(answer(heap, { ask: 'summary' }).labels.sizes).toEqual({ exactness: 'exact' });
    return found.map(({ id }) => id);
  };
  const first = await links();
  const second = await links();
  expect([first.length, second.length]).toEqual([1, 2]);
  expect(second).toEqual(expect.arrayContaining(first as number[]));
});
