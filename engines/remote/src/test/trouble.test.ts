import { describe, expect, it } from 'vitest';
import { silence, type FakeServer, type Override } from './fake-server.js';
import { atLine, attachTo, attached, endless, serve, tour } from './harness.js';

/** Short, because silence is what is tested. */
const impatient = { answerMs: 60 };
const alone = { reconnectSeconds: 0 };

const hello = (body: object): Override => {
  return ({ id, do: name }) => (name === 'hello' ? JSON.stringify({ id, ok: body }) : undefined);
};
const said = (text: string, more?: (server: FakeServer) => void): Override => {
  return ({ do: name }, server) => {
    if (name !== 'hello') return undefined;
    server.raw(text);
    more?.(server);
    return silence;
  };
};

describe('a server that answers the hello', () => {
  it.each<readonly [string, Override, RegExp]>([
    ['with nonsense', said('hello yourself\n'), /sent what is no JSON: "hello yourself"/],
    ['with bytes of a terminal', said('\u001b[31mred\n'), /no JSON: "\\u001b\[31mred"/],
    ['with a list', said('[1, 2]\n'), /sent what is no message/],
    ['with neither answer nor event', said('{"hi": 1}\n'), /neither an answer nor an event/],
    [
      'with half a line',
      said('{"id": 1, "o', server => server.cut()),
      /ended in the middle of a line|connection was closed/,
    ],
    ['with an endless line', said('x'.repeat(5000)), /a line was longer than 4096 bytes/],
    ['with nothing', () => silence, /did not answer "hello" within 0\.06 s/],
    ['by closing', said('', server => server.cut()), /is gone: the connection was closed/],
    ['in another version', hello({ version: 9, name: 'New', modules: [] }), /speaks version 9 .* speaks 1/],
    ['without modules', hello({ version: 1, name: 'Bare' }), /unusable answer to "hello" at \/modules/],
    [
      'with wrong lines',
      hello({ version: 1, name: 'Bare', modules: [{ name: 'm', source: 'm', functions: [], lines: [[1]] }] }),
      /unusable .* at \/modules\/0\/lines\/0/,
    ],
    ['with an error that is no text', said('{"id": 1, "error": {}}\n'), /"error" is no text/],
    [
      'with a refusal',
      ({ id }) => JSON.stringify({ id, error: 'the token is wrong' }),
      /^the token is wrong$/,
    ],
  ])('%s is refused with the reason', async (_, override, words) => {
    const server = await serve(tour);
    server.override = override;
    const limits = { line: 4096, unsent: 4096 };
    await expect(attachTo(server.port, { options: { ...impatient, limits } })).rejects.toThrow(words);
  });

  it('too late for somebody who has cancelled is left', async () => {
    const server = await serve(tour);
    const cancel = new AbortController();
    server.override = () => {
      cancel.abort();
      return silence;
    };
    const { jsonLines } = await import('../json-lines/protocol.js');
    const { TypeTable } = await import('@sonde/engine');
    const { EventRelay } = await import('../event-relay.js');
    const context = { types: new TypeTable(), events: new EventRelay().events, signal: cancel.signal };
    const settings = { cwd: '/', stopOnEntry: false, extra: { port: server.port } };
    await expect(jsonLines().attach!(settings, context)).rejects.toThrow('cancelled');
  });

  it('is not there at all', async () => {
    const server = await serve(tour);
    const { port } = server;
    await server.close();
    await expect(attachTo(port)).rejects.toThrow(`nothing listens at 127.0.0.1:${port}.`);
    await expect(attachTo(port, { extra: { port: 'x' } })).rejects.toThrow('needs the port');
  });
});

describe('while the program runs, a server', () => {
  it.each<readonly [string, (server: FakeServer) => void, RegExp]>([
    [
      'says nonsense',
      server => server.raw('nonsense\n'),
      /Fake is gone: it sent what is no JSON: "nonsense"/,
    ],
    [
      'stops in the wrong shape',
      server => server.event('stopped', { task: 'x', reason: 'pause' }),
      /Fake is gone: the server sent an unusable event "stopped" at \/task: /,
    ],
    [
      'stops for no known reason',
      server => server.event('stopped', { task: 1, reason: 'mood' }),
      /unusable event "stopped" at \/reason/,
    ],
    ['hangs up', server => server.cut(), /Fake is gone: the connection was closed\.$/],
    [
      'sends half a line and hangs up',
      server => {
        server.raw('{"event');
        server.cut();
      },
      /Fake is gone: /,
    ],
  ])('%s: the session ends with the reason', async (_, trouble, words) => {
    const { driver, server } = await attached(endless, { extra: alone });
    await driver.engine.begin();
    await driver.next('output');
    trouble(server);
    const { trouble: told } = await driver.next('ended');
    expect(told?.message).toMatch(words);
    await expect(driver.engine.pause()).rejects.toThrow('the program is over');
  });

  it('sends an event of a later version, which is passed over', async () => {
    const { driver, server } = await attached(endless);
    await driver.engine.begin();
    await driver.next('output');
    server.event('toString', {});
    server.event('weather', { sky: 'blue' });
    await driver.engine.pause();
    await driver.stopped();
  });
});

describe('a server that closes the line', () => {
  const moments = ['breakpoints', 'resume', 'stack', 'scopes'] as const;

  it.each(moments)('at "%s" ends the session, and nothing hangs', async moment => {
    const { driver, server } = await attached(tour, { extra: alone });
    server.override = ({ do: name }) => {
      if (name !== moment) return undefined;
      server.cut();
      return silence;
    };
    await driver.break(atLine(3));
    await driver.engine.begin().catch(() => undefined);
    const { trouble } = await driver.next('ended');
    expect(trouble?.message).toMatch(/^Fake is gone: the connection was closed\.$/);
  });

  it.each(['step', 'resume', 'stack'] as const)('at "%s" of a step does so, too', async moment => {
    const { driver, server } = await attached(tour, { extra: alone, stopOnEntry: true });
    await driver.begin();
    server.override = ({ do: name }) => {
      if (name !== moment) return undefined;
      server.cut();
      return silence;
    };
    await driver.move({ kind: 'step', how: 'over', granularity: 'line' }).catch(() => undefined);
    if (moment === 'resume') {
      await driver.stopped();
      await driver.move({ kind: 'step', how: 'over', granularity: 'line' }).catch(() => undefined);
    }
    expect((await driver.next('ended')).trouble?.message).toContain('Fake is gone');
  });

  it.each(['pause', 'end', 'leave'] as const)('at "%s" is let go', async moment => {
    const { driver, server } = await attached(endless, { extra: alone });
    await driver.engine.begin();
    await driver.next('output');
    server.override = ({ do: name }) => {
      if (name !== moment) return undefined;
      server.cut();
      return silence;
    };
    if (moment === 'pause') await driver.engine.pause().catch(() => undefined);
    if (moment === 'end') await driver.engine.terminate();
    if (moment === 'leave') await driver.engine.detach(false);
    await driver.next('ended');
  });
});

describe('a server that is silent', () => {
  it('about a motion refuses it, and the program stands where it stood', async () => {
    const { driver, server } = await attached(tour, { stopOnEntry: true, options: impatient });
    await driver.begin();
    server.override = ({ do: name }) => (name === 'resume' ? silence : undefined);
    await expect(driver.move({ kind: 'continue' })).rejects.toThrow('did not answer "resume" within 0.06 s');
    server.override = () => undefined;
    await driver.step('over');
    expect(driver.line).toBe(2);
  });

  it('about what it shows is told as such', async () => {
    const { driver, server } = await attached(tour, { stopOnEntry: true, options: impatient });
    await driver.begin();
    server.override = () => silence;
    await expect(driver.engine.stack(driver.stop.id, driver.stop.focus, 0, 9)).rejects.toThrow(
      'did not answer "stack"',
    );
  });

  it('about its end is cut off', async () => {
    const { driver, server } = await attached(endless, { options: impatient });
    await driver.engine.begin();
    await driver.next('output');
    server.override = () => silence;
    await driver.engine.terminate();
    await driver.next('ended');
  });
});

describe('a server that says too much', () => {
  it('stopped twice is told so, once for each', async () => {
    const { driver, server } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    server.event('stopped', { task: 1, reason: 'pause', at: 0, frame: 1, depth: 1 });
    await driver.next('notice');
    await driver.step('over');
    expect(driver.line).toBe(2);
    const notices = driver.events.filter(event => event.kind === 'notice');
    expect(notices.map(({ message }) => message)).toEqual([
      'Fake said that it stopped (pause), although nothing had let it go: after a resume or a step there is one "stopped" or "exited".',
    ]);
  });

  it('exited while it stood is gone', async () => {
    const { driver, server } = await attached(tour, { stopOnEntry: true, extra: alone });
    await driver.begin();
    server.event('exited', { code: 0 });
    expect((await driver.next('ended')).trouble?.message).toBe('Fake is gone: the program has ended.');
  });

  it('answers what nobody waits for any more goes on', async () => {
    const { driver, server } = await attached(tour, { stopOnEntry: true });
    await driver.begin();
    server.raw('{"id": 77, "ok": {}}\n{"id": 78, "error": "late"}\n\n');
    await driver.step('over');
    expect(driver.line).toBe(2);
  });
});

describe('leaving', () => {
  it('lets a program go that was there before', async () => {
    const { driver, server } = await attached(endless);
    await driver.engine.begin();
    await driver.next('output');
    await driver.engine.detach(true);
    expect(server.requests('leave')).toMatchObject([{ suspended: true }]);
    expect(driver.events.some(({ kind }) => kind === 'exited')).toBe(false);
  });

  it('ends it where that is asked for', async () => {
    const { driver, server } = await attached(endless);
    await driver.engine.begin();
    await driver.next('output');
    await driver.engine.terminate();
    expect(server.requests('end')).toHaveLength(1);
    expect(driver.events.at(-2)).toEqual({ kind: 'exited', status: { code: 0 } });
  });
});

it('objects of a machine that shows no memory are not to be had, and the reason is told', async () => {
  const { driver } = await attached(tour, { stopOnEntry: true });
  await driver.begin();
  await expect(driver.heap()).rejects.toThrow('tells values one by one and shows no memory');
});
