// What benchmarks measure: a module of others, instrumented, breakpoints that only pass, and what a recording takes.

import { serialize } from 'node:v8';
import { TypeTable } from '@sonde/engine';
import { build } from '@sonde/lens';
import { readModule, type WasmModule } from '@sonde/wasm';
import { piecesOf } from '../condition/captures.js';
import { compileHandler, type HandlerWishes } from '../condition/compile-handler.js';
import type { HostContext, WasmHost } from '../host.js';
import type { EntryCall, RunOutcome, VariableLocals } from '../messages.js';
import { PlainProgram } from '../plain-run.js';
import { ModuleView } from '../program/module-view.js';
import { Execution, never, type ExecutionListener } from '../worker/execution.js';
import { CallContext, HostCalls, importedFunctions } from '../worker/host-calls.js';
import { Recording } from '../worker/recording.js';
import { costTable, Variants } from '../worker/variants.js';
import { mainCall, marked, onwards, TestRun } from './harness.js';

/** Calls of its exports with one number. `armed`: a statement that is stopped at when it is reached, which none may be. */
export function instrumented(
  bytes: Uint8Array,
  statements: readonly number[],
  armed: number,
  variables?: VariableLocals,
): (name: string, ...given: readonly (number | bigint)[]) => unknown {
  const read = readModule(bytes);
  if (!read.ok) throw read.problem;
  const variants = new Variants(read.module, statements, costTable(), undefined, undefined, variables);
  const variant = variants.get();
  const calls = new HostCalls(new Recording(), new CallContext(), false);
  const host = idleHost(read.module);
  const listener: ExecutionListener = {
    reached: () => {
      throw new Error('the program was stopped');
    },
    left: () => undefined,
  };
  const functions = importedFunctions(read.module, host);
  const execution = new Execution(variant, read.module, host, functions, calls, listener);
  if (!variant.probes.has(armed)) throw new Error('there is no statement to arm');
  execution.probes.setBreakpoints(new Map([[armed, undefined]]));
  execution.limit = never;
  return (name, ...given) => execution.run([{ name, arguments: given }])[0];
}

/** Functions that do nothing, for calls that only compute. */
function idleHost(module: WasmModule): WasmHost {
  const functions: Record<string, Record<string, () => undefined>> = {};
  for (const { module: from, name, thing } of module.imports)
    if (thing.kind === 'function') (functions[from] ??= {})[name] = () => undefined;
  return { functions };
}

/** A loop with one statement, and what handlers of its probe are compiled with. */
function loopOf() {
  const loop = marked((module, statement) => {
    const main = module.function('main', { params: ['i32'], results: ['i32'] });
    const turn = main.local('i32', 'turn');
    main.code.loop(undefined, again => {
      statement(main.code, 'turn');
      main.code.get(turn).i32(1).op('i32.add').tee(turn).get(0).op('i32.lt_s').brIf(again);
    });
    main.code.get(turn);
    module.export('main', main);
  });
  const read = readModule(loop.bytes);
  if (!read.ok) throw read.problem;
  const view = new ModuleView(read.module);
  const types = new TypeTable();
  const int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  const bool = types.add({ kind: 'boolean', name: 'bool', size: 1 });
  const address = loop.at['turn']!;
  const place = { view, function: view.bodyAt(address)!.index, types, locations: {} };
  return {
    loop,
    address,
    place,
    int,
    bool,
    turn: { op: 'read', place: { kind: 'slot', slot: 1 }, type: int } as const,
  };
}

/** Passes a second of a breakpoint in a program in its thread: from the message that sets it going until it is over. */
async function passesPerSecond(
  passes: number,
  wishes: (loop: ReturnType<typeof loopOf>) => HandlerWishes,
): Promise<number> {
  const made = loopOf();
  const { loop, address, place } = made;
  const compiled = compileHandler(wishes(made), place);
  if (compiled === undefined) throw new Error('the handler was not compiled');
  const { module, captures } = compiled;
  const handler = {
    module,
    counter: { id: '1', counted: 0 },
    ...(captures === undefined ? {} : { log: { id: 1, pieces: captures.flatMap(piecesOf) } }),
  };
  const run = await TestRun.start({ module: loop.bytes, probes: loop.probes, calls: mainCall(passes) });
  await run.run.arm([address], new Map([[address, handler]]));
  const began = performance.now();
  const outcome: RunOutcome = await run.go(onwards);
  const ms = performance.now() - began;
  await run.run.end();
  if (outcome.kind !== 'exited' || outcome.results[0] !== passes) throw new Error('the program was stopped');
  if (captures !== undefined && run.logged !== passes) throw new Error('something was not logged');
  return (passes / ms) * 1000;
}

export const falseConditions = (passes: number): Promise<number> =>
  passesPerSecond(passes, ({ turn, int, bool }) => ({
    condition: build.conditions(bool).eq(turn, build.constant(-1n, int)),
  }));

/** Hits that do not fit a hit count. */
export const missedHits = (passes: number): Promise<number> =>
  passesPerSecond(passes, () => ({ hits: { compare: 'eq', count: passes + 1 } }));

/** Log points with one number, until the debugger's thread has it; writing the message comes on top. */
export const logPoints = (passes: number): Promise<number> =>
  passesPerSecond(passes, ({ turn }) => ({ log: [{ program: turn, behind: [] }] }));

export interface RecordedProgram {
  readonly bytes: Uint8Array;
  readonly costs?: Readonly<Record<string, number>>;
  readonly call: EntryCall;
  readonly host: (context: HostContext) => WasmHost;
  readonly limit: bigint;
}

/** A call whose host's answers are recorded and one whose are not, in turns: the fastest of each, and what was recorded. */
export function recordedCall({ bytes, costs, call, host, limit }: RecordedProgram, turns = 15) {
  const read = readModule(bytes);
  if (!read.ok) throw read.problem;
  const program = new PlainProgram(read.module, costs === undefined ? {} : { costs });
  let [plainMs, recordedMs] = [Infinity, Infinity];
  let recording = new Recording();
  const timed = (more: { readonly recording?: Recording }): number => {
    const began = performance.now();
    const { end } = program.run({ host, calls: [call], limit, ...more });
    if (end.kind !== 'exited') throw new Error('the call failed');
    return performance.now() - began;
  };
  for (let turn = 0; turn < turns; turn++) {
    plainMs = Math.min(plainMs, timed({}));
    recording = new Recording();
    recordedMs = Math.min(recordedMs, timed({ recording }));
  }
  return { plainMs, recordedMs, calls: recording.calls.length, bytes: serialize(recording.calls).length };
}
