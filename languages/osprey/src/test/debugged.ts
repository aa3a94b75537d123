// Programs under the debugger: where they stop, and what is in sight there as the lens of the pack shows it.

import { readFileSync } from 'node:fs';
import {
  StopReader,
  type Engine,
  type RawValue,
  type RelativePlace,
  type Stop,
  type StopId,
} from '@sonde/engine';
import { readImage } from '@sonde/engine-native';
import { lineOf, TestSession } from '@sonde/engine-native/testing';
import type { RuntimeModel } from '@sonde/language';
import { evaluate, Lens, type Shown } from '@sonde/lens';
import { afterEach } from 'vitest';
import type { HeapReads, InspectedObject, ObjectWalk } from '../pack/inspection/object-walk.js';
import { osprey } from '../pack/osprey.js';
import type { Memory } from '../toolchain/memory.js';
import type { Builder } from './built.js';

export interface Sight {
  readonly stop: Stop;
  readonly function: string;
  readonly line: number | undefined;
  /** Texts of variables by name, in the order in which they are listed. */
  readonly values: Readonly<Record<string, string>>;
  readonly show: (name: string) => Promise<Shown>;
  readonly children: (of: Shown, range?: Parameters<Lens['expand']>[1]) => Promise<readonly string[]>;
  /** Why the tables of the runtime could not be read. */
  readonly factsTrouble: string | undefined;
  /** What an expression shows, or why it does not. */
  readonly evaluate: (text: string) => Promise<string>;
  /** The name of the type of what an expression gives. */
  readonly typeOf: (text: string) => Promise<string>;
}

export class Debugged {
  private constructor(
    readonly session: TestSession,
    private readonly source: string,
  ) {}

  /** Compiles the text and stops it at all lines that carry one of the markers `// #name`. */
  static async start(
    builder: Builder,
    name: string,
    text: string,
    markers: readonly string[],
    {
      env = {},
      memory,
      linkOptions,
    }: {
      readonly env?: Readonly<Record<string, string>>;
      readonly memory?: Memory;
      readonly linkOptions?: readonly string[];
    } = {},
  ): Promise<readonly [Debugged, Sight]> {
    const { source, program } = await builder.buildText(name, text, true, memory, linkOptions);
    const session = await TestSession.start(program, { settings: { env } });
    const debugged = new Debugged(session, source);
    for (const marker of markers)
      await session.breakAt({ kind: 'source', source: { name, path: source }, line: debugged.line(marker) });
    await session.engine.begin();
    return [debugged, await debugged.#sight(await session.stopped())];
  }

  line(marker: string): number {
    const lines = readFileSync(this.source, 'utf8').split('\n');
    const found = lines.findIndex(line => new RegExp(`// #${marker}\\b`).test(line));
    if (found < 0) throw new Error(`no marker #${marker}`);
    return found + 1;
  }

  async next(): Promise<Sight> {
    const stop = this.#last!;
    return this.#sight(await this.session.move(stop, { kind: 'continue' }));
  }

  async step(how: 'over' | 'in' | 'out'): Promise<Sight> {
    return this.#sight(await this.session.step(this.#last!, how));
  }

  /** The scopes that the runtime has for the thread in focus: `name: row, row`. */
  async runtimeScopes(): Promise<Readonly<Record<string, readonly string[]>>> {
    const stop = this.#last!;
    const { engine } = this.session;
    const reader = new StopReader(engine, stop.id);
    const model = runtimeModel(engine, reader);
    const thread = (await engine.threads()).find(({ id }) => id === stop.focus)!;
    const lens = lensOf(engine);
    const scopes = await model.scopes!(BigInt(thread.handle!));
    const rows = scopes.map(async ({ name, children }): Promise<readonly [string, readonly string[]]> => {
      const shown = await lens.expand({ name, text: '', type: '', children }, {}, reader);
      const inner = await Promise.all(
        shown.map(async row => (await lens.expand(row, {}, reader)).map(written)),
      );
      return [name, shown.map((row, nth) => [written(row), ...inner[nth]!].join(' | '))];
    });
    return Object.fromEntries(await Promise.all(rows));
  }

  /** The same stop, read anew: after its memory was changed. */
  again(): Promise<Sight> {
    return this.#sight(this.#last!);
  }

  #last: Stop | undefined;

  async #sight(stop: Stop): Promise<Sight> {
    this.#last = stop;
    const { engine } = this.session;
    const reader = new StopReader(engine, stop.id);
    const { pointerSize } = engine.process;
    let factsTrouble: string | undefined;
    const lens = lensOf(engine, trouble => (factsTrouble = trouble));
    const scopes = (stop.top?.scopes ?? []).filter(({ kind }) => kind === 'locals' || kind === 'arguments');
    const named = scopes.flatMap(scope => [...scope.variables]);
    const shown = await lens.show(named, reader, {});
    const frame = stop.top?.frames[0]?.id;
    const context = {
      reader,
      types: engine.types,
      pointerSize,
      littleEndian: true,
      read: (place: RelativePlace) => {
        const found = place.kind === 'named' ? named.find(item => item.name === place.name) : undefined;
        return found === undefined ? Promise.reject(new Error('elsewhere')) : Promise.resolve(found.value);
      },
      format: (value: RawValue) => lens.text(value, reader),
    };
    return {
      stop,
      function: stop.top?.frames[0]?.function ?? '?',
      line: lineOf(stop),
      values: Object.fromEntries(shown.map(({ name, text }) => [name, text])),
      show: name => Promise.resolve(shown.find(item => item.name === name)!),
      typeOf: async text => {
        const names = await engine.names(stop.id, frame);
        const { program } = osprey.expressions!.compile(text, { names, types: engine.types });
        return engine.types.get((await evaluate(program, context)).type).name;
      },
      evaluate: async text => {
        try {
          const names = await engine.names(stop.id, frame);
          const { program } = osprey.expressions!.compile(text, { names, types: engine.types });
          return await lens.text(await evaluate(program, context), reader);
        } catch (error) {
          return (error as Error).message;
        }
      },
      factsTrouble,
      children: async (of, range = {}) =>
        (await lens.expand(of, range, reader)).map(({ name, text }) => `${name} = ${text}`),
    };
  }
}

const lensOf = (engine: Engine, tell: (trouble: string) => void = () => undefined): Lens =>
  new Lens({
    renderers: osprey.renderers!,
    types: engine.types,
    pointerSize: engine.process.pointerSize,
    littleEndian: true,
    facts: at =>
      runtimeModel(engine, at).facts!().catch((error: unknown) => {
        tell((error as Error).message);
        return undefined;
      }),
  });

/** Reads of a stop as the walk over all objects wants them. */
export const heapReads = (engine: Engine, stop: StopId): HeapReads => ({
  reader: new StopReader(engine, stop),
  pointerSize: engine.process.pointerSize,
  littleEndian: true,
  symbols: names => engine.symbolAddresses!(names),
  image: (spans, signal) => readImage(ranges => engine.readMemory(stop, ranges, signal), spans, signal),
});

export async function allObjects(walk: ObjectWalk): Promise<readonly InspectedObject[]> {
  const all: InspectedObject[] = [];
  for await (const part of walk.objects()) all.push(...part);
  return all;
}

export const runtimeModel = (engine: Engine, reader: StopReader): RuntimeModel =>
  osprey.runtime!.model({
    reader,
    pointerSize: engine.process.pointerSize,
    littleEndian: true,
    symbols: names => engine.symbolAddresses!(names),
    typesNamed: names => engine.typesNamed!(names),
  });

const written = ({ name, text }: Shown): string => `${name} = ${text}`;

/** To be called inside `describe`: sessions end with their test. */
export const endSessions = (): void => {
  afterEach(() => TestSession.disposeAll());
};
