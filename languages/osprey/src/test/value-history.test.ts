// The history of variables as seen by stepping: nothing that the program never held, and every place that it came to.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shownName } from '../toolchain/generator/function-context.js';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions, type Sight } from './debugged.js';
import { interpret } from './interpreter/interpreter.js';
import { shown } from './interpreter/shown.js';
import { samples, typed } from './programs.js';

const handlers = `effect Log { say: fn(string) -> Unit  level: fn() -> int }
type Point = { x: int, y: int }
fn walk(points: List<Point>) -> int !Log = match points {
    [] => perform Log.level()
    [first, ...rest] => {
        let name = "p\${first.x}"
        perform Log.say(name)
        let below = walk(rest)
        (below + first.y) ?: 0
    }
}
fn choose(n: int) -> Result<int, MathError> = match n > 2 {
    true => intDiv(n, 2)
    false => intDiv(n, 0)
}
mut said = 0
let total = handle Log
    say text => {
        let next = (said + 1) ?: said
        said = next
    }
    level => (said * 100) ?: 0
in walk([Point { x: 1, y: 2 }, Point { x: 3, y: 4 }])
let table = range(0, 3) |> fold({}, fn(all: Map<string, int>, n: int) => {
    let key = "k\${n}"
    mapSet(all, key, n)
})
let good = choose(6)
let bad = choose(1)
print("\${total} \${mapLength(table)}")
print(good ?: 0)
`;

/** All sample programs but those whose threads take turns or that end early, where somebody wants to wait for that. */
const more =
  process.env['SONDE_EVERY_LINE'] === '1'
    ? (samples() ?? []).filter(
        ({ name }) => !/^(?:err_|exit_|fiber|channel|effect_(?:resume|abort))/.test(name),
      )
    : [];

const resumed = `effect Ask
    number : string => int
work : string -> int !Ask
work name =
    first = perform Ask.number name
    second = perform Ask.number "again"
    (first * second) ?: 0
total =
    handle Ask
        number which =>
            rest = resume (length which)
            (rest + 1) ?: 0
    in work "once"
print "\${total}"
`;

const own: Readonly<Record<string, string>> = { 'handlers.osp': handlers, 'resumed.ospml': resumed };

const textOf = (name: string): string =>
  own[name] !== undefined
    ? own[name]
    : (more.find(sample => sample.name === name)?.text ??
      readFileSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)), 'utf8'));

/** More steps than any of the programs has. */
const mostSteps = 400;

interface Visit {
  readonly place: string;
  readonly values: ReadonlyMap<string, string | undefined>;
}

function visitsOf(text: string, flavor: 'default' | 'ml'): readonly Visit[] {
  const visits: Visit[] = [];
  interpret(typed(text, flavor), (frame, { line }, environment) => {
    const values = new Map([...environment].map(([{ name }, { value }]) => [shownName(name), shown(value)]));
    visits.push({ place: `${frame}:${line}`, values });
  });
  return visits;
}

/** The next visit of the same function. */
function nextIn(visits: readonly Visit[], nth: number): readonly Visit[] {
  const own = frameOf(visits[nth]!);
  const next = visits.slice(nth + 1).find(visit => frameOf(visit) === own);
  return next === undefined ? [] : [next];
}

const frameOf = ({ place }: Visit): string => place.slice(0, place.lastIndexOf(':'));

/** Long values are cut when they are shown. */
const agrees = (seen: string, held: string | undefined): boolean =>
  held === undefined || seen === held || (seen.includes('…') && held.startsWith(seen.slice(0, 8)));

describe.skipIf(toolsMissing)('the history of variables', () => {
  const builder = useBuilder();
  endSessions();

  it.each(['tour.osp', 'layout.ospml', 'handlers.osp', ...more.map(({ name }) => name)])(
    'of %s is that of the interpreter',
    async name => {
      const text = textOf(name);
      const flavor = name.endsWith('ml') ? 'ml' : 'default';
      const visits = visitsOf(text, flavor);
      const first = visits[0]!.place.split(':')[1]!;
      const marked = text
        .split('\n')
        .map((line, nth) => (nth + 1 === Number(first) ? `${line} // #first` : line));
      // Counted, so that a value that is let go too early is seen.
      const options = { memory: 'arc' } as const;
      const [program, start] = await Debugged.start(builder, name, marked.join('\n'), ['first'], options);
      const places = new Set<string>();
      let sight = start;
      let ended = false;
      for (let steps = 0; steps < mostSteps; steps++) {
        const { function: frame, line, values } = sight;
        const place = `${frame}:${line}`;
        places.add(place);
        // In the middle of a line, behind what it called, values are those before it or those after it.
        const candidates = visits.flatMap((visit, nth) =>
          visit.place === place ? [visit, ...nextIn(visits, nth)] : [],
        );
        // A line may go on where the interpreter has no statement of its own.
        const all =
          candidates.length > 0 ? candidates : visits.filter(visit => visit.place.startsWith(`${frame}:`));
        const fits = all.some(({ values: held }) =>
          Object.entries(values).every(
            ([variable, seen]) => held.has(variable) && agrees(seen, held.get(variable)),
          ),
        );
        expect({ place, values, fits }).toMatchObject({ fits: true });
        const next = await program.step('in').catch(() => undefined);
        ended = next === undefined;
        if (next === undefined) break;
        sight = next;
      }
      // Of one that runs longer than anybody would step, all that was seen was true.
      for (const { place } of ended ? visits : []) expect(places).toContain(place);
      if (more.length === 0) expect(ended).toBe(true);
    },
  );

  // Threads take turns as they like: what each of them is seen to hold is held there some time, and nothing else.
  it.each(['effects.osp', 'fibers.osp', 'resumed.ospml'])(
    'of %s, stopped at every line of every thread, is that of the interpreter',
    async name => {
      const text = textOf(name);
      const visits = visitsOf(text, name.endsWith('ml') ? 'ml' : 'default');
      const lines = new Set(visits.map(({ place }) => Number(place.split(':')[1])));
      const marked = text
        .split('\n')
        .map((line, nth) => (lines.has(nth + 1) ? `${line} // #at${nth + 1}` : line));
      const markers = [...lines].map(line => `at${line}`);
      const [program, start] = await Debugged.start(builder, name, marked.join('\n'), markers);
      const places = new Set<string>();
      for (let sight: Sight | undefined = start; sight !== undefined;) {
        const { function: frame, line, values } = sight;
        const place = `${frame}:${line}`;
        places.add(place);
        const fits = visits.some(
          visit =>
            visit.place === place &&
            Object.entries(values).every(
              ([variable, seen]) => visit.values.has(variable) && agrees(seen, visit.values.get(variable)),
            ),
        );
        expect({ place, values, fits }).toMatchObject({ fits: true });
        sight = await program.next().catch(() => undefined);
      }
      // Of threads that come to their lines together one is told of.
      const told =
        name === 'fibers.osp' ? [...places].filter(place => /^(?:produce|double):/.test(place)) : visits;
      expect(told.length).toBeGreaterThan(0);
      for (const { place } of name === 'fibers.osp' ? [] : visits) expect(places).toContain(place);
    },
  );
});
