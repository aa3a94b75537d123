// The measurements: each does the same piece of work on any debugger and says how long it took.
import { performance } from 'node:perf_hooks';
import type { Debugger, Program, Session } from './debuggers.js';

export interface Measure {
  readonly name: string;
  /** What one unit of the result is. */
  readonly unit: 'ms' | 'ms each' | 'per second';
  /** Bigger is better only for rates. */
  run(debugged: Debugger, program: Program): Promise<number>;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs the work on a session that stopped at the marker, and ends the session. */
async function stopped<T>(
  debugged: Debugger,
  program: Program,
  marker: string,
  work: (session: Session) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const session = await debugged.open(program, marker, args);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const steps = 200;
const pages = 20;
const pageSize = 1000;
/** A rate is measured over at least this long, by as many passes as it takes. */
const leastMs = 500;
const fewestPasses = 1000;
const mostPasses = 1_000_000_000;

/** The middle of many, in ms: one that the machine was busy for does not count. */
async function each(session: Session, times: number, ms: (nth: number) => Promise<number>): Promise<number> {
  await session.firstScreen();
  await ms(0);
  const all: number[] = [];
  for (let nth = 1; nth <= times; nth++) all.push(await ms(nth));
  return all.sort((a, b) => a - b)[times >> 1]!;
}

export const nativeMeasures: readonly Measure[] = [
  {
    name: 'Start to first stop, with stack and variables',
    unit: 'ms',
    async run(debugged, program) {
      let session: Session | undefined;
      const total = await timed(async () => {
        session = await debugged.open(program, '#begin', []);
        await session.firstScreen();
      });
      await session?.close();
      return total;
    },
  },
  {
    name: 'Step with threads, stack, scopes and variables',
    unit: 'ms each',
    run: (debugged, program) =>
      stopped(debugged, program, '#begin', async session => {
        await session.breakpoints([]);
        return each(session, steps, () =>
          timed(async () => {
            await session.step();
            await session.firstScreen();
          }),
        );
      }),
  },
  {
    name: 'Evaluate an expression',
    unit: 'ms each',
    run: (debugged, program) =>
      stopped(debugged, program, '#begin', session =>
        each(session, steps, () => timed(() => session.evaluate('a + b * 2 + where.y'))),
      ),
  },
  {
    name: 'All 10,000 elements of an array',
    unit: 'ms',
    run: (debugged, program) =>
      stopped(debugged, program, '#arrays', async session => {
        await session.elements('small', 0, 1);
        return session.elements('small', 0, 10_000);
      }),
  },
  {
    name: 'A page of 1,000 from an array of 1,000,000',
    unit: 'ms each',
    run: (debugged, program) =>
      stopped(debugged, program, '#arrays', session =>
        each(session, pages, nth => session.elements('*all', nth * 40_000, pageSize)),
      ),
  },
  {
    name: 'False conditions',
    unit: 'per second',
    run: (debugged, program) => passing(debugged, program, { condition: 'i == -1' }),
  },
  {
    name: 'Hit counts not reached',
    unit: 'per second',
    run: (debugged, program) => passing(debugged, program, { passes: mostPasses }),
  },
];

/** How often a second the program passes a breakpoint that does not stop. */
async function passing(
  debugged: Debugger,
  program: Program,
  how: { readonly condition?: string; readonly passes?: number },
): Promise<number> {
  for (let passes = fewestPasses; ; passes *= 10) {
    const ms = await stopped(
      debugged,
      program,
      '#arrays',
      async session => {
        await session.breakpoints([{ marker: '#often', ...how }, { marker: '#end' }]);
        return timed(() => session.resume());
      },
      [String(passes)],
    );
    if (ms >= leastMs || passes >= mostPasses / 10) return (passes / ms) * 1000;
  }
}
