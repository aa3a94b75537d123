// An adapter that answers as a test says, and a model that speaks with it: no server, no browser.
import { Connection, createTransportPair, type IncomingRequest, type Transport } from '@sonde/dap';
import { SessionModel, type ModelSurroundings } from '../session-model.js';
import type { Shelf } from '../program-shelf.js';
import { Store, type Readable } from '../store.js';

export interface Asked {
  readonly command: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

type Answer = (asked: Asked, request: IncomingRequest) => unknown;

const usual: Readonly<Record<string, unknown>> = {
  threads: { threads: [{ id: 3, name: 'main' }] },
  stackTrace: {
    stackFrames: [{ id: 1, name: 'work', line: 1, column: 1, source: { path: '/p' } }],
    totalFrames: 1,
  },
  scopes: { scopes: [] },
  'sonde/breakpoints': { breakpoints: [] },
  'sonde/session': { id: 'abc', name: 'p', program: '/p', language: 'x' },
};

export class ScriptedAdapter {
  readonly asked: Asked[] = [];
  /** What is answered in place of the usual. */
  readonly answers: Record<string, Answer> = {};
  readonly connections: Connection[] = [];
  readonly #count = new Store(0);

  /** A new connection to it. */
  readonly connect = (): Promise<Transport> => {
    const [ours, theirs] = createTransportPair();
    const connection = new Connection(
      theirs,
      { request: request => Promise.resolve(this.#answer(request)) },
      { role: 'adapter' },
    );
    this.connections.push(connection);
    return Promise.resolve(ours);
  };

  event(name: 'initialized' | 'stopped' | 'terminated' | 'capabilities', body: object = {}): void {
    this.connections.at(-1)!.event(name, body);
  }

  stop(reason: string, about: object = {}): void {
    this.event('stopped', { reason, threadId: 3, allThreadsStopped: true, ...about });
  }

  /** The arguments of each request of this name. */
  of(command: string): readonly Asked['arguments'][] {
    return this.asked.filter(each => each.command === command).map(each => each.arguments);
  }

  /** Settles when it was asked so many times. */
  async until(command: string, times: number): Promise<void> {
    await until(this.#count, () => this.of(command).length >= times);
  }

  #answer(request: IncomingRequest): unknown {
    const asked = {
      command: request.command,
      arguments: (request.arguments ?? {}) as Asked['arguments'],
    };
    this.asked.push(asked);
    this.#count.update(count => count + 1);
    const { command } = asked;
    if (command === 'setBreakpoints' && this.answers[command] === undefined)
      return { breakpoints: (asked.arguments['breakpoints'] as { line: number }[]).map(bound) };
    return this.answers[command]?.(asked, request) ?? usual[command] ?? {};
  }
}

const bound = ({ line }: { readonly line: number }): object => ({ verified: true, line });

export class MemoryShelf implements Shelf {
  constructor(public text: string | null = null) {}

  read(): string | null {
    return this.text;
  }

  write(text: string): void {
    this.text = text;
  }
}

/** Each name has one shelf, as in a browser. */
export function modelFor(adapter: ScriptedAdapter, more: Partial<ModelSurroundings> = {}): SessionModel {
  const shelves = new Map<string, MemoryShelf>();
  return new SessionModel({
    introduction: { clientID: 'test', clientName: 'A test' },
    connect: adapter.connect,
    shelf: name => {
      const shelf = shelves.get(name) ?? new MemoryShelf();
      shelves.set(name, shelf);
      return shelf;
    },
    server: () => Promise.resolve('same'),
    fileText: () => Promise.resolve(''),
    pause: () => Promise.resolve(),
    ...more,
  });
}

/** Settles when the value is as wanted. */
export function until<T>(store: Readable<T>, isWanted: (value: T) => boolean): Promise<T> {
  return new Promise(resolve => {
    const look = (): void => {
      if (!isWanted(store.get())) return;
      stop();
      resolve(store.get());
    };
    const stop = store.subscribe(look);
    look();
  });
}
