import { PassThrough } from 'node:stream';
import { Connection, createTransportPair, type IncomingRequest, type Transport } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { plainStyle } from '../style.js';
import { Console } from './console.js';
import { scriptInput } from './line-input.js';
import { Screen } from './screen.js';

type Behaviour = (request: IncomingRequest, connection: Connection) => unknown;

/** An adapter that does what the test says; what it does not mention it simply accepts. */
class FakeAdapter {
  readonly asked: string[] = [];

  constructor(private readonly behaviour: Behaviour) {}

  connect(): Promise<Transport> {
    const [ours, theirs] = createTransportPair();
    const connection: Connection = new Connection(
      theirs,
      {
        request: request => {
          this.asked.push(request.command);
          return Promise.resolve(this.behaviour(request, connection) ?? {});
        },
      },
      { role: 'adapter' },
    );
    return Promise.resolve(ours);
  }
}

function consoleOn(adapter: FakeAdapter): { readonly console: Console; readonly text: () => string } {
  const output = new PassThrough();
  const console = new Console({
    screen: new Screen(output, plainStyle),
    start: { kind: 'launch', adapterName: 'fake', configuration: {} },
    program: '/a.x',
    connect: () => adapter.connect(),
  });
  return { console, text: () => (output.read() as Buffer | null)?.toString() ?? '' };
}

describe('the console', () => {
  it('passes plain lines of a script to a program that waits for input, and takes commands again afterwards', async () => {
    const lines: unknown[] = [];
    const adapter = new FakeAdapter((request, connection) => {
      const tell = (): void => connection.customEvent('sonde/input', { waiting: lines.length < 2 });
      if (request.command === 'configurationDone') request.afterResponse(tell);
      if (request.command === 'stackTrace') return { stackFrames: [] };
      if (request.command !== 'sonde/input') return undefined;
      lines.push((request.arguments as { readonly text?: string }).text);
      request.afterResponse(() => {
        tell();
        if (lines.length === 2) connection.event('stopped', { reason: 'pause' });
      });
      return undefined;
    });
    const { console, text } = consoleOn(adapter);
    expect(await console.load()).toBe(true);
    await console.converse(scriptInput('run\nhelp\ninput two words\nbreakpoints\n'));
    expect(lines).toEqual(['help\n', 'two words\n']);
    expect(text()).toBe(`(sonde) run
(input) help
(input) two words
Paused
(sonde) breakpoints
There are no breakpoints. Set one with: break LINE
`);
  });

  it('names a source without a path as the adapter does', async () => {
    const source = { name: 'src/inside.x', sourceReference: 7 };
    const asked: unknown[] = [];
    const adapter = new FakeAdapter((request, connection) => {
      if (request.command === 'initialize') return { supportsLoadedSourcesRequest: true };
      if (request.command === 'configurationDone')
        request.afterResponse(() => connection.event('stopped', { reason: 'pause' }));
      if (request.command === 'stackTrace')
        return { stackFrames: [{ id: 1, name: 'main', line: 3, column: 1, source }] };
      if (request.command === 'loadedSources') return { sources: [source] };
      if (request.command !== 'setBreakpoints') return undefined;
      asked.push(request.arguments);
      return { breakpoints: [{ verified: true, line: 3 }] };
    });
    const { console } = consoleOn(adapter);
    await console.load();
    await console.converse(scriptInput('run\nbreak 3\ndelete\nbreak inside.x:4\n'));
    const named = { path: 'src/inside.x', name: 'inside.x' };
    expect(asked).toMatchObject([
      { source: named, breakpoints: [{ line: 3 }] },
      { source: named, breakpoints: [] },
      { source: named, breakpoints: [{ line: 4 }] },
    ]);
  });

  it('pauses at Ctrl+C and leaves at the second when nothing comes of it', async () => {
    let paused!: () => void;
    const asked = new Promise<void>(resolve => (paused = resolve));
    const adapter = new FakeAdapter(request => {
      if (request.command === 'pause') paused();
    });
    const { console } = consoleOn(adapter);
    await console.load();
    const conversation = console.converse(scriptInput('run\nnext\n'));
    await console.debuggee.client.request('threads').catch(() => undefined);
    console.interrupt();
    await asked;
    console.interrupt();
    await conversation;
    expect(await console.end()).toBe(0);
    expect(adapter.asked).not.toContain('next');
    expect(adapter.asked.at(-1)).toBe('disconnect');
  });

  it('shows one of several threads that stopped, and names the others', async () => {
    const asked: unknown[] = [];
    const adapter = new FakeAdapter((request, connection) => {
      const stopped = (threadId: number, preserveFocusHint: boolean): void =>
        connection.event('stopped', { reason: 'goto', threadId, preserveFocusHint, allThreadsStopped: true });
      if (request.command === 'configurationDone')
        request.afterResponse(() => {
          stopped(2, true);
          stopped(4, true);
          stopped(3, false);
        });
      if (request.command !== 'stackTrace') return undefined;
      asked.push((request.arguments as { readonly threadId?: number }).threadId);
      return { stackFrames: [{ id: 1, name: 'main', line: 0, column: 0 }] };
    });
    const { console, text } = consoleOn(adapter);
    await console.load();
    await console.converse(scriptInput('run\nbreakpoints\n'));
    expect(asked).toEqual([3]);
    expect(text()).toBe(`(sonde) run
Jumped, in main at an unknown place
Jumped, also in threads 2, 4
(sonde) breakpoints
There are no breakpoints. Set one with: break LINE
`);
  });

  it('says when the adapter is gone', async () => {
    const adapter = new FakeAdapter((request, connection) => {
      if (request.command === 'configurationDone') request.afterResponse(() => connection.destroy());
    });
    const { console, text } = consoleOn(adapter);
    await console.load();
    await console.converse(scriptInput('run\nstack\n'));
    expect(text()).toMatch(
      /The connection to the debugger is gone: .*\n\(sonde\) stack\nThe program has ended/,
    );
  });
});
