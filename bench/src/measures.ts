// The measurements: each does the same piece of work on any adapter and says how long it took.
import { performance } from 'node:perf_hooks';
import { connect, type BreakpointPlace, type TestClient } from '@sonde/testkit';
import type { MeasuredAdapter } from './adapters.js';

export interface Program {
  readonly source: string;
  readonly binary: string;
}

export interface Measure {
  readonly name: string;
  /** What one unit of the result is. */
  readonly unit: 'ms' | 'ms each' | 'per second';
  /** Bigger is better only for rates. */
  run(adapter: MeasuredAdapter, program: Program): Promise<number>;
}

const patienceMs = 300_000;

/** Runs the work on a session that stopped at the place, and ends the session. */
async function stopped<T>(
  adapter: MeasuredAdapter,
  program: Program,
  place: BreakpointPlace,
  work: (client: TestClient) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const client = await connect(adapter.endpoint, {
    timeoutMs: patienceMs,
    tolerate: [/^/],
    initialize: { adapterID: adapter.adapterID },
  });
  try {
    await client.launch(adapter.launch(program.binary, args), each =>
      each.setBreakpoints(program.source, [place]),
    );
    await client.waitForStop();
    return await work(client);
  } finally {
    await client.close();
  }
}

/** What an editor asks for after every stop. */
async function firstScreen(client: TestClient, threadId: number): Promise<void> {
  await client.request('threads');
  const { stackFrames } = await client.request('stackTrace', { threadId, startFrame: 0, levels: 20 });
  const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
  const locals = scopes.find(scope => !scope.expensive) ?? scopes[0]!;
  await client.request('variables', { variablesReference: locals.variablesReference });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const steps = 100;
const conditionHits = 2000;
const pages = 20;
const pageSize = 1000;

/** A variable of the top frame that has children. */
async function referenceOf(client: TestClient, expression: string): Promise<number> {
  const frame = await client.topFrame();
  const { variablesReference } = await client.evaluate(expression, { frameId: frame.id, context: 'watch' });
  return variablesReference;
}

async function indexed(client: TestClient, reference: number, start: number, count: number): Promise<void> {
  const { variables } = await client.request('variables', {
    variablesReference: reference,
    filter: 'indexed',
    start,
    count,
  });
  if (variables.length !== count) throw new Error(`asked for ${count} elements, got ${variables.length}`);
}

export const nativeMeasures: readonly Measure[] = [
  {
    name: 'Start to first stop, with stack and variables',
    unit: 'ms',
    run: (adapter, program) =>
      timed(() =>
        stopped(adapter, program, '#begin', async client => {
          const { threads } = await client.request('threads');
          await firstScreen(client, threads[0]!.id);
        }),
      ),
  },
  {
    name: 'Step with threads, stack, scopes and variables',
    unit: 'ms each',
    run: (adapter, program) =>
      stopped(adapter, program, '#begin', async client => {
        await client.setBreakpoints(program.source, []);
        const total = await timed(async () => {
          for (let step = 0; step < steps; step++) await firstScreen(client, (await client.next()).threadId);
        });
        return total / steps;
      }),
  },
  {
    name: 'Evaluate an expression',
    unit: 'ms each',
    run: (adapter, program) =>
      stopped(adapter, program, '#begin', async client => {
        const frame = await client.topFrame();
        const evaluate = () =>
          client.evaluate('a + b * 2 + where.y', { frameId: frame.id, context: 'watch' });
        await evaluate();
        const total = await timed(async () => {
          for (let time = 0; time < steps; time++) await evaluate();
        });
        return total / steps;
      }),
  },
  {
    name: 'All 10,000 elements of an array',
    unit: 'ms',
    run: (adapter, program) =>
      stopped(adapter, program, '#arrays', async client => {
        const reference = await referenceOf(client, 'small');
        return timed(() => indexed(client, reference, 0, 10_000));
      }),
  },
  {
    name: '20 pages of 1,000 from an array of 1,000,000',
    unit: 'ms',
    run: (adapter, program) =>
      stopped(adapter, program, '#arrays', async client => {
        const reference = await referenceOf(client, '*all');
        return timed(async () => {
          for (let page = 0; page < pages; page++)
            await indexed(client, reference, page * (1_000_000 / pages), pageSize);
        });
      }),
  },
  {
    name: 'False conditions',
    unit: 'per second',
    run: (adapter, program) => conditions(adapter, program, { condition: 'i == -1' }),
  },
  {
    name: 'Hit counts not reached',
    unit: 'per second',
    run: (adapter, program) => conditions(adapter, program, { hitCondition: '1000000' }),
  },
];

/** From the first stop to the end of the program, past a line that is reached so many times and never stops. */
function conditions(
  adapter: MeasuredAdapter,
  program: Program,
  how: { readonly condition?: string; readonly hitCondition?: string },
): Promise<number> {
  return stopped(
    adapter,
    program,
    '#arrays',
    async client => {
      await client.setBreakpoints(program.source, [{ at: '#often', ...how }, '#end']);
      return (conditionHits / (await timed(() => client.continue()))) * 1000;
    },
    [String(conditionHits)],
  );
}
