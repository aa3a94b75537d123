// The dynamic call tree: who called whom, as stepping into everything shows it, is that of the interpreter.

import { describe, expect, it } from 'vitest';
import { toolsMissing, useBuilder } from './built.js';
import { Debugged, endSessions, type Sight } from './debugged.js';
import { interpret } from './interpreter/interpreter.js';
import { typed } from './programs.js';

const braces = `effect Log { say: fn(string) -> Unit }
fn double(n: int) -> int = (n * 2) ?: 0
fn both(n: int) -> int = (double(n) + double((n + 1) ?: 0)) ?: 0
fn count(n: int) -> int = match n {
    0 => 0
    _ => (1 + count((n - 1) ?: 0)) ?: 0
}
fn noisy(n: int) -> int !Log = {
    perform Log.say("n")
    both(n)
}
let add = fn(k: int) => (k + double(k)) ?: 0 // #start
let sum = (add(1) + count(2)) ?: 0
let list = range(0, 2) |> map(double) |> fold(0, fn(a: int, b: int) => (a + b) ?: 0)
mut lines = 0
let out = handle Log
    say text => { lines = double(1) }
in noisy(sum)
print("\${out} \${list}")
`;

const layout = `double n = (n * 2) ?: 0
add : int -> int -> int
add a b = (a + double b) ?: 0
start = 1 // #start
five = add start 2
print "\${five}"
`;

/** Depth first, a line for each activation, further to the right than its caller. */
class CallTree {
  readonly #children = new Map<number, number[]>();
  readonly #names = new Map<number, string>([[0, 'main']]);

  enter(activation: number, frame: string, caller: number): void {
    this.#names.set(activation, frame);
    this.#children.set(caller, [...(this.#children.get(caller) ?? []), activation]);
  }

  text(of = 0, depth = 0): string {
    const inner = (this.#children.get(of) ?? []).map(child => this.text(child, depth + 1));
    return [`${'  '.repeat(depth)}${this.#names.get(of)}`, ...inner].join('\n');
  }
}

function interpreted(text: string, flavor: 'default' | 'ml'): string {
  const tree = new CallTree();
  interpret(typed(text, flavor), undefined, (...call) => tree.enter(...call));
  return tree.text();
}

/** What is on the stack, the outermost first. */
interface Level {
  readonly number: number;
  readonly name: string;
}

describe.skipIf(toolsMissing)('[DEBUGGER-SOURCE-MAP] the call tree, without generated helper frames,', () => {
  const builder = useBuilder();
  endSessions();

  it.each([
    ['calls.osp', braces, 'default'],
    ['calls.ospml', layout, 'ml'],
  ] as const)(
    'of %s, seen by stepping into everything, is that of the interpreter',
    async (name, text, flavor) => {
      const [program, first] = await Debugged.start(builder, name, text, ['start']);
      const { engine } = program.session;
      const tree = new CallTree();
      let levels: Level[] = [{ number: 0, name: 'main' }];
      let count = 0;
      // Nothing loops, so that an activation is never twice at one address: who is there again was called again.
      let visited = new Map<number, Set<bigint>>();
      for (let sight: Sight | undefined = first; sight !== undefined;) {
        const { frames } = await engine.stack(sight.stop.id, sight.stop.focus, 0, 50);
        const seen = frames
          .filter(frame => frame.location?.source.path?.endsWith(name) === true)
          .toReversed();
        const top = seen.length - 1;
        let same = seen.findIndex((frame, nth) => levels[nth]?.name !== frame.function);
        if (same < 0) same = seen.length;
        const address = frames[0]!.address.offset;
        const here = levels[top];
        if (
          same > top &&
          here !== undefined &&
          levels.length === seen.length &&
          visited.get(here.number)?.has(address) === true
        )
          same = top;
        levels = levels.slice(0, same);
        for (const frame of seen.slice(same)) {
          const level = { number: ++count, name: frame.function };
          tree.enter(level.number, level.name, levels.at(-1)!.number);
          levels.push(level);
        }
        const now = levels.at(-1)!.number;
        visited = new Map(visited).set(now, new Set([...(visited.get(now) ?? []), address]));
        sight = await program.step('in').catch(() => undefined);
      }
      expect(tree.text()).toBe(interpreted(text, flavor));
    },
  );
});
