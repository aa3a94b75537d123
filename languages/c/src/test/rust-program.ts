// Programs in Rust, whose compiler need not be here: built, and run to their marker `// #stop`.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StopReader, type BreakpointSpec, type RawValue, type Stop } from '@sonde/engine';
import { findTool } from '@sonde/engine-native';
import { TestSession, toolsMissing, variable } from '@sonde/engine-native/testing';
import { Lens, type Renderer } from '@sonde/lens';
import { afterEach, beforeAll } from 'vitest';
import { bridge } from '../pack/bridge.js';

const compiler = await findTool({
  name: 'rustc',
  variable: 'SONDE_RUSTC',
  commands: ['rustc'],
  install: 'apt-get install -y rustc',
}).catch(() => undefined);
if (compiler === undefined)
  process.stderr.write('\nA TEST OF RUST PROGRAMS IS SKIPPED: `apt-get install -y rustc`\n');

export const rustMissing = toolsMissing || compiler === undefined;

/** To be called inside `describe`: built before its tests, and gone with what they leave behind. */
export function useRustProgram(name: string): RustProgram {
  const program = new RustProgram(name);
  beforeAll(async () => {
    await program.build();
    return program.remove;
  });
  afterEach(() => TestSession.disposeAll());
  return program;
}

export class RustProgram {
  readonly #folder = join(tmpdir(), `sonde-native-${randomUUID()}`);
  readonly #source: string;

  constructor(readonly name: string) {
    this.#source = fileURLToPath(new URL(`../../src/test/fixtures/${name}.rs`, import.meta.url));
  }

  get #program(): string {
    return join(this.#folder, this.name);
  }

  async build(...options: readonly string[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await promisify(execFile)(compiler!, ['-g', ...options, this.#source, '-o', this.#program]);
  }

  remove = (): Promise<void> => rm(this.#folder, { recursive: true });

  /** `renderers`: those that values are shown by; none where only the engine is tried. */
  async stopped(more: Partial<BreakpointSpec> = {}, renderers: readonly Renderer[] = []): Promise<RustStop> {
    const session = await this.#started(more);
    return new RustStop(session, await session.stopped(), renderers);
  }

  /** The first line that a log message writes. */
  async logged(logMessage: string): Promise<string | undefined> {
    const session = await this.#started({ logMessage });
    await session.next('exited');
    return session.text('console').split('\n')[0];
  }

  async #started(more: Partial<BreakpointSpec>): Promise<TestSession> {
    const lines = (await readFile(this.#source, 'utf8')).split('\n');
    const line = lines.findIndex(text => text.includes('// #stop')) + 1;
    const session = await TestSession.start(this.#program, { engine: { bridge } });
    const source = { name: `${this.name}.rs`, path: this.#source };
    await session.breakAt({ kind: 'source', source, line }, more);
    await session.engine.begin();
    return session;
  }
}

export class RustStop {
  readonly #lens: Lens;
  readonly #reader: StopReader;

  constructor(
    readonly session: TestSession,
    readonly stop: Stop,
    renderers: readonly Renderer[],
  ) {
    const { types } = session.engine;
    this.#lens = new Lens({ renderers, types, pointerSize: 8, littleEndian: true });
    this.#reader = new StopReader(session.engine, stop.id);
  }

  textOf = (value: RawValue): Promise<string> => this.#lens.text(value, this.#reader);

  /** Name and text of each, all asked for at once. */
  async texts(names: readonly string[]): Promise<Record<string, string>> {
    const texts = await Promise.all(names.map(name => this.textOf(variable(this.stop, name))));
    return Object.fromEntries(names.map((name, nth) => [name, texts[nth] ?? '']));
  }

  typeOf(name: string): string {
    return this.session.engine.types.get(variable(this.stop, name).type).name;
  }

  evaluate(text: string): Promise<RawValue> {
    const { engine } = this.session;
    return engine.evaluateText!(this.stop.id, this.stop.top!.frames[0]!.id, text, undefined, 'none');
  }
}
