// What benchmarks measure: a module of others, instrumented, and conditions that never hold.

import { TypeTable } from '@sonde/engine';
import { build } from '@sonde/lens';
import { readModule } from '@sonde/wasm';
import { compileHandler } from '../condition/compile-handler.js';
import type { RunOutcome } from '../messages.js';
import { ModuleView } from '../program/module-view.js';
import { Execution, never, type ExecutionListener } from '../worker/execution.js';
import { CallContext, HostCalls } from '../worker/host-calls.js';
import { Recording } from '../worker/recording.js';
import { costTable, Variants } from '../worker/variants.js';
import { marked, onwards, TestRun } from './harness.js';

/** Calls of its exports with one number. `armed`: a statement that is stopped at when it is reached, which none may be. */
export function instrumented(
  bytes: Uint8Array,
  statements: readonly number[],
  armed: number,
): (name: string, given: number) => unknown {
  const read = readModule(bytes);
  if (!read.ok) throw read.problem;
  const variant = new Variants(read.module, statements, costTable()).get();
  const calls = new HostCalls(new Recording(), new CallContext(), false);
  const listener: ExecutionListener = {
    reached: () => {
      throw new Error('the program was stopped');
    },
    left: () => undefined,
  };
  const execution = new Execution(variant, read.module, { functions: {} }, [], calls, listener);
  if (!variant.probes.has(armed)) throw new Error('there is no statement to arm');
  execution.probes.setBreakpoints(new Map([[armed, undefined]]));
  execution.limit = never;
  return (name, given) => execution.run([{ name, arguments: [given] }])[0];
}

/** False conditions a second, in a program in its thread: from the message that sets it going until it is over. */
export async function falseConditions(passes: number): Promise<number> {
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
  const is = build.conditions(types.add({ kind: 'boolean', name: 'bool', size: 1 }));
  const program = is.eq(
    { op: 'read', place: { kind: 'slot', slot: 1 }, type: int },
    build.constant(-1n, int),
  );
  const address = loop.at['turn']!;
  const place = { view, function: view.bodyAt(address)!.index, types, locations: {} };
  const condition = compileHandler({ condition: program }, place);
  if (condition === undefined) throw new Error('the condition was not compiled');
  const run = await TestRun.start({
    module: loop.bytes,
    probes: loop.probes,
    calls: [{ name: 'main', arguments: [passes] }],
  });
  await run.run.arm([address], new Map([[address, condition]]));
  const began = performance.now();
  const outcome: RunOutcome = await run.go(onwards);
  const ms = performance.now() - began;
  await run.run.end();
  if (outcome.kind !== 'exited' || outcome.results[0] !== passes) throw new Error('the program was stopped');
  return (passes / ms) * 1000;
}
