// Programs with the debug information of the language's own compiler: its IR of the samples, with a small runtime of ours.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { address, StopReader, type Engine, type EngineEvent, type Stop } from '@sonde/engine';
import { clangTool, findTool } from '@sonde/engine-native';
import { evaluate, Lens } from '@sonde/lens';
import { outsideData } from '@sonde/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { osprey } from '../../pack/osprey.js';
import { frameName } from '../../pack/upstream/frame-names.js';
import { toolsMissing } from '../built.js';

const data = outsideData('osprey');
const run = promisify(execFile);
const runtime = fileURLToPath(new URL('../../../src/test/upstream/runtime.c', import.meta.url));

describe.skipIf(toolsMissing || data === undefined)('a program of the language’s own compiler', () => {
  let folder: string;
  const running: Engine[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-upstream-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(engine => engine.dispose()));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function built(name: string, memory: 'default' | 'arc', home: string = data!): Promise<string> {
    const program = join(folder, `${name}-${memory}`);
    const ir = join(folder, `${name}.ll`);
    const text = readFileSync(join(data!, `${name}.debug.ll`), 'utf8');
    await writeFile(ir, text.replaceAll('directory: "."', `directory: "${home}"`));
    const clang = await findTool(clangTool());
    const flags = ['-O0', '-g', '-fno-omit-frame-pointer', '-Wno-override-module'];
    await run(clang, [...flags, ...(memory === 'arc' ? ['-DARC'] : []), ir, runtime, '-lm', '-o', program]);
    return program;
  }

  /** Stops at all these lines, one after the other. */
  async function debugged(
    name: string,
    memory: 'default' | 'arc',
    lines: readonly number[],
    home: string = data!,
  ) {
    const program = await built(name, memory, home);
    const { target } = await osprey.build({
      ...{ program, cwd: folder, debugInfo: true, extra: {} },
      ...{ signal: new AbortController().signal, progress: () => undefined },
    });
    const waiting: ((event: EngineEvent) => void)[] = [];
    const heard: EngineEvent[] = [];
    const settings = {
      ...{ program, args: [], cwd: folder, env: {}, stopOnEntry: false, noDebug: false, extra: {} },
      ...{ stdin: { text: '', closed: true }, console: 'internalConsole' as const },
    };
    const host = {
      event: (event: EngineEvent) => {
        if (event.kind === 'output') event.taken?.();
        if (event.kind !== 'stopped' && event.kind !== 'ended') return;
        const next = waiting.shift();
        if (next === undefined) heard.push(event);
        else next(event);
      },
      decide: () => Promise.resolve({ stop: true }),
      compileCondition: () => {
        throw new Error('no conditions here');
      },
      compileLog: () => {
        throw new Error('no messages here');
      },
    };
    const engine = await osprey.engine.start(target!, settings, host, new AbortController().signal);
    running.push(engine);
    const source = { name: `${name}.osp`, path: join(home, `${name}.osp`) };
    await engine.changeBreakpoints(
      lines.map((line, nth) => ({
        id: (nth + 1) as never,
        where: { kind: 'source', source, line },
        enabled: true,
      })),
      [],
    );
    const next = (): Promise<EngineEvent> => {
      const event = heard.shift();
      return event === undefined ? new Promise(resolve => waiting.push(resolve)) : Promise.resolve(event);
    };
    await engine.begin();
    let stop: Stop;
    const sight = async (event: EngineEvent) => {
      if (event.kind !== 'stopped') return undefined;
      stop = event.stop;
      const reader = new StopReader(engine, stop.id);
      const model = osprey.runtime!.model({
        ...{ reader, pointerSize: 8, littleEndian: true },
        symbols: (names: readonly string[]) => engine.symbolAddresses!(names),
      });
      const lens = new Lens({
        ...{ renderers: osprey.renderers!, types: engine.types, pointerSize: 8, littleEndian: true },
        facts: async () => model.facts?.(),
      });
      const scopes = (stop.top?.scopes ?? []).filter(({ kind }) => kind === 'locals' || kind === 'arguments');
      const named = scopes.flatMap(({ variables }) => [...variables]);
      const shown = await lens.show(named, reader, {});
      const frame = stop.top!.frames[0]!;
      return {
        place: `${frame.function}:${frame.location?.line}`,
        values: Object.fromEntries(shown.map(({ name: own, text, type }) => [own, `${text}: ${type}`])),
        raw: (own: string) => named.find(item => item.name === own)!.value,
        evaluate: async (text: string) => {
          const names = await engine.names(stop.id, frame.id);
          const { program: code } = osprey.expressions!.compile(text, { names, types: engine.types });
          const value = await evaluate(code, {
            ...{ reader, types: engine.types, pointerSize: 8, littleEndian: true },
            read: place =>
              Promise.resolve(named.find(item => place.kind === 'named' && item.name === place.name)!.value),
            format: held => lens.text(held, reader),
          });
          return lens.text(value, reader);
        },
      };
    };
    const move = async (motion: 'continue' | 'over') => {
      const kind =
        motion === 'continue'
          ? ({ kind: 'continue' } as const)
          : ({ kind: 'step', how: 'over', granularity: 'line' } as const);
      await engine.resume({
        stop: stop.id,
        thread: stop.focus,
        scope: 'all',
        direction: 'forward',
        motion: kind,
      });
      return sight(await next());
    };
    const first = (await sight(await next()))!;
    /** The same place, with what is in its memory now. */
    const again = async () => (await sight({ kind: 'stopped', stop: stop! }))!;
    return { first, move, again, engine, stop: () => stop };
  }

  it('shows numbers as the language does, and parameters where their functions are', async () => {
    const { first, move } = await debugged('functions_basic', 'default', [2, 3, 4, 5, 6]);
    expect(first.place).toMatch(/^\w+:[2-6]$/);
    expect(Object.values(first.values).join()).toMatch(/: int/);
    expect(Object.keys(first.values).some(name => name.startsWith('$'))).toBe(false);
    expect(await move('continue')).toBeDefined();
  });

  it('shows values by the types of its source, and says that nothing confirms them', async () => {
    const { first } = await debugged('match_union_payload', 'default', [4, 9]);
    expect(first).toMatchObject({
      place: 'kind:9',
      values: { s: 'Circle { radius: 2 }: Shape (unverified)' },
    });
    expect(
      await first.evaluate('match s { Circle { radius } => radius * 10  Rect(w, h) => w  Point => 0 }'),
    ).toBe('20');
  });

  it('says that a value is exact where the header of its object confirms it', async () => {
    const { first, move } = await debugged('match_union_payload', 'arc', [4, 9, 15]);
    expect(first.place).toBe('main:15');
    expect(first.values).toEqual({
      shapes: '[Circle { radius: 2 }, Rect { width: 3, height: 4 }, Point]: List<Shape> (exact)',
    });
    const inside = await move('continue');
    expect(inside).toMatchObject({ place: 'kind:9', values: { s: 'Circle { radius: 2 }: Shape (exact)' } });
  });

  it('hides lets that have not run, and steps over lines without going back to the head of a function', async () => {
    const { first, move } = await debugged('closures_capture', 'default', [12]);
    expect(first.values).toEqual({});
    const places = [first.place];
    for (let sight = await move('over'); sight !== undefined && places.length < 9; sight = await move('over'))
      places.push(sight.place);
    const lines = places.map(place => Number(place.split(':')[1]));
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    expect(new Set(lines).size).toBeGreaterThan(3);
  });

  it('says that an object was released, or that nothing confirms that it is there', async () => {
    const { first, again, engine, stop } = await debugged('match_union_payload', 'arc', [9]);
    const { content } = first.raw('s');
    const bytes = content.kind === 'bytes' ? content.bytes : new Uint8Array(8);
    const at = address(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true) - 8n);
    await engine.writeMemory(stop().id, at, Uint8Array.of(0, 0, 0, 0));
    expect((await again()).values['s']).toMatch(/released/);
    const [table] = await engine.symbolAddresses!(['g_cap']);
    await engine.writeMemory(stop().id, address(at.offset), Uint8Array.of(1, 0, 0, 0));
    await engine.writeMemory(stop().id, table!, new Uint8Array(8));
    expect((await again()).values['s']).toMatch(/layout not confirmed/);
  });

  it('is shown as its debug information has it where its source is gone', async () => {
    const { first } = await debugged('match_union_payload', 'default', [9], join(folder, 'moved-away'));
    expect(first.place).toBe('kind:9');
    expect(first.values['s']).not.toContain('Shape');
  });

  it('is known by its marks, and by the name of its compiler', async () => {
    const program = await built('functions_basic', 'default');
    const bytes = readFileSync(program);
    const { marks = [], producer } = osprey.native!.recognises!;
    expect(marks.some(mark => bytes.includes(mark))).toBe(true);
    expect(bytes.includes('osp_layout_version')).toBe(false);
    expect(producer!.test('osprey')).toBe(true);
  });

  it('is built by the compiler that an option names, whose mistakes are told with their places', async () => {
    const compiler = join(folder, 'osprey-stand-in');
    const finished = await built('functions_basic', 'default');
    // Copies a program, as the real one writes it; refuses one with a mistake in its words.
    const script = `#!/bin/sh
case "$1" in --version) echo osprey 0.14.0; exit 0;; *bad*) echo "$1:2:4: unknown name" >&2; exit 3;; *silent*) kill -9 $$;; *idle*) exit 0;; esac
[ "$2 $3 $4" = "--debug --compile -o" ] && cp ${finished} "$5"
`;
    await writeFile(compiler, script);
    await chmod(compiler, 0o755);
    const source = join(folder, 'good.osp');
    const bad = join(folder, 'bad.osp');
    await writeFile(source, 'print(1)\n');
    await writeFile(bad, 'let a = 1\nlet b = c\n');
    const request = {
      ...{ cwd: folder, debugInfo: true, extra: { compiler } },
      ...{ signal: new AbortController().signal, progress: () => undefined },
    };
    const { target } = await osprey.build({ ...request, program: source });
    expect(existsSync(target!.program)).toBe(true);
    await Promise.all(target!.temporary.map(path => rm(path, { recursive: true })));
    const { target: none, diagnostics } = await osprey.build({ ...request, program: bad });
    expect(none).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({
      message: 'unknown name',
      location: { line: 2, column: 5 },
      sourceLine: 'let b = c',
    });
    expect(diagnostics.at(-1)!.message).toBe(`${compiler} ended with exit code 3`);
    for (const [name, ending] of [
      ['silent', 'was ended by SIGKILL and said nothing'],
      ['idle', 'ended well, but wrote no program and said nothing'],
    ] as const) {
      const program = join(folder, `${name}.osp`);
      await writeFile(program, 'print(1)\n');
      const {
        diagnostics: [said],
      } = await osprey.build({ ...request, program });
      expect(said!.message).toBe(`${compiler} ${ending}`);
    }
    const missing = { ...request, program: source, extra: { compiler: join(folder, 'nowhere') } };
    await expect(osprey.build(missing)).rejects.toThrow(/is not at .*nowhere/);
  });
});

describe('frames of such a program', () => {
  it.each([
    ['__closure_fn_3', 'lambda', false],
    ['__fiber_thunk_1', 'fiber', false],
    ['__handler_Log_say_2', 'Log.say', false],
    ['__resume_arm_Ask_number_1_0', 'Ask.number', false],
    ['__resume_drive_Ask_1', '__resume_drive_Ask_1', true],
    ['__fnval_add', '__fnval_add', true],
    ['pair$mono2', 'pair', false],
    ['area', 'area', false],
  ])('%s is %s', (symbol, name, artificial) => {
    expect(frameName(symbol)).toEqual({ name, artificial });
  });
});
