// Snapshots of the machine: however a moment is reached, everything is there as it was, down to who shares what with whom.

import type { MachineImage, MachineSnapshot } from '@sonde/engine-vm';
import { describe, expect, it } from 'vitest';
import { build, example, written } from '../../test/harness.js';
import { bench, BenchHost, type Machine } from '../../test/runtime/bench-machine.js';
import { createMachine } from '../machine.js';
import { Composite, Handle, Reference, TraitObject, type Value } from '../values.js';

/** All that the program can reach, with objects numbered in the order in which they are met. */
function dump(machine: Machine): string {
  const numbers = new Map<object, number>();
  const waiting: object[] = [];
  const named = (value: Value | readonly Value[] | object): string => {
    if (typeof value !== 'object') return `${typeof value} ${String(value)}`;
    const known = numbers.get(value);
    if (known !== undefined) return `#${known}`;
    numbers.set(value, numbers.size);
    waiting.push(value);
    return `#${numbers.size - 1}`;
  };
  const lines = [...machine.roots!()].map(({ name, place, word }) =>
    [name, JSON.stringify(place), named(word as Value)].join(' '),
  );
  // It grows while it is gone through.
  for (const next of waiting) lines.push(content(next, named));
  const frames = machine.frames(1, 0, 1_000);
  return [machine.time, machine.hash!(), JSON.stringify(frames), ...lines].join('\n');
}

function content(object: object, named: (value: Value | readonly Value[]) => string): string {
  if (Array.isArray(object)) return object.map(each => named(each as Value)).join(' ');
  if (object instanceof Composite) {
    const { kind, shape, pins, targets, dead, armed, parts, bornAt, nth } = object;
    const { owners, items } = parts;
    return [kind, shape.name, pins, targets, dead, armed, owners, bornAt, nth, ...items.map(named)].join(' ');
  }
  if (object instanceof Reference) {
    const { owner, cells, key, kept, parent } = object;
    return ['ref', named(owner), named(cells ?? []), key, kept, named(parent)].join(' ');
  }
  if (object instanceof TraitObject) return `trait ${object.trait} ${named(object.target)}`;
  if (object instanceof Handle)
    return `handle ${object.memory.address} ${object.memory.live} ${object.owning}`;
  return JSON.stringify(object, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Numbers below a limit, the same in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return limit => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Walks to and fro between random moments, and compares each with how it was the first time. */
function walk(machine: Machine, seed: number, rounds: number, longest: number): void {
  const random = numbers(seed);
  const states = new Map<number, string>();
  let kept: { readonly snapshot: MachineSnapshot; readonly time: number }[] = [];
  const compare = (): void => {
    const state = dump(machine);
    expect(state).toBe(states.get(machine.time) ?? state);
    states.set(machine.time, state);
  };
  for (let round = 0; round < rounds; round++) {
    const choice = random(10);
    const one = kept[random(kept.length)];
    if (choice < 3 || one === undefined) {
      kept.push({ snapshot: machine.snapshot!()!, time: machine.time });
      compare();
    } else if (choice < 6) {
      machine.restore!(one.snapshot);
      expect(machine.time).toBe(one.time);
      compare();
    } else if (choice < 7 && kept.length > 4) {
      machine.release!(one.snapshot);
      kept = kept.filter(each => each !== one);
    } else {
      const until = machine.time + 1 + random(longest);
      while (machine.time < until) {
        const { kind } = machine.run(until, true);
        if (kind === 'exited' || kind === 'waiting') break;
      }
      compare();
    }
  }
}

async function machineOf(program: string): Promise<Machine> {
  const { target, diagnostics } = await build(program);
  expect(diagnostics).toEqual([]);
  return createMachine((target!.image as MachineImage).code, new BenchHost());
}

describe('a moment is the same however it was reached', () => {
  it.each(['folds', 'generics', 'references', 'shapes', 'tour', 'words', 'errors', 'leak'])(
    '%s',
    async name => {
      for (const seed of [1, 2, 3]) walk(await machineOf(example(name)), seed, 150, 100);
    },
  );

  it('with arrays that grow, are shared and written', async () => {
    const program = `fun change(r: ref<i32>, by: i32) { *r := *r + by; }
fun sum(xs: vector<vector<i32>>) -> i32 { xs[0][0] := 1; return xs[0][0] + xs[1][0]; }
fun lent(n: i32) -> ref<i32> { val x = n; x := x + 1; x := x * 2; return ref x; }
fun work() {
    val table = [[1, 2], [3, 4]];
    val other = table;
    val count = 0;
    val all = [0];
    loop i = 0 {
        if (i < 60) {
            table[i % 2][0] := i;
            val same = table;
            if ((i % 3) == 0) { other := same; }
            all := all << sum(same);
            change(ref table[1][1], i);
            change(ref count, all[i]);
            val there = lent(i);
            change(there, 3);
            next i + 1;
        }
    }
    print(table, other, count, all);
}
work();
`;
    for (const seed of [1, 2, 3, 4]) walk(await machineOf(written(program)), seed, 250, 80);
  });

  it('with values that are told of their end, and memory outside', () => {
    const types = [{ name: 'D', properties: ['n'], derivedTraits: [], variants: [] }];
    const source = `PUSH_I32 0\nSTORE_LOCAL 0\nPOP
again:
CALL f 0\nSTORE_GLOBAL 0\nPOP
NATIVE_CALL "gcFree" 0\nPOP
LOAD_LOCAL 0\nPUSH_I32 1\nADD\nSTORE_LOCAL 0\nPOP
LOAD_LOCAL 0\nPUSH_I32 12\nEQ\nJUMP_IF_FALSE again
PUSH_UNIT\nRETURN
fun f/0
PUSH_I32 8\nNATIVE_CALL "nativeMalloc" 1\nSTORE_LOCAL 0\nPOP
LOAD_LOCAL 0\nSTORE_GLOBAL 1\nPOP
PUSH_I32 5\nNEW_OBJECT "D" 1\nSTORE_LOCAL 1\nPOP
PUSH_I32 7\nNEW_OBJECT "D" 1\nLOAD_REF\nSTORE_LOCAL 2\nPOP
LOAD_LOCAL 2\nRETURN
method D.Drop::drop/1\nLOAD_STR "drop"\nLOAD_LOCAL 0\nINVOKE_MEMBER "n" 0\nPRINT 2\nRETURN`;
    walk(bench(source, { types }).machine, 11, 200, 30);
  });

  it('ends as it would have ended', async () => {
    const plain = await machineOf(example('folds'));
    const travelled = await machineOf(example('folds'));
    walk(travelled, 5, 60, 40);
    for (const machine of [plain, travelled]) while (machine.run(Infinity, true).kind !== 'exited');
    expect(dump(travelled)).toBe(dump(plain));
  });

  it('with a hundred thousand live objects, of which few are written', async () => {
    const program = `fun work() {
    val all = [[0]];
    loop i = 0 { if (i < 100000) { all := all << [i]; next i + 1; } }
    loop i = 0 { if (i < 1000) { all[i * 97][0] := 0 - i; next i + 1; } }
}
work();
`;
    const longest = (of: Machine): readonly Value[] => {
      const lists = [...of.roots!()].map(({ word }) => word).filter(word => word instanceof Composite);
      return lists.find(({ parts }) => parts.items.length > 100_000)?.parts.items ?? [];
    };
    const contents = (of: Machine): string =>
      longest(of)
        .map(each => (each as Composite).parts.items[0] as number)
        .join();
    const machine = await machineOf(written(program));
    while (longest(machine).length === 0) machine.run(machine.time + 1_000, true);
    const states = new Map<MachineSnapshot, string>();
    const first = machine.snapshot!()!;
    for (let nth = 0; nth < 4; nth++) {
      const snapshot = machine.snapshot!()!;
      states.set(snapshot, contents(machine));
      machine.run(machine.time + 300, true);
    }
    for (const [snapshot, state] of [...states].reverse()) {
      machine.restore!(snapshot);
      expect(contents(machine) === state).toBe(true);
    }
    machine.restore!(first);
    expect(new Set(states.values()).size).toBe(4);
  });
});

it('a program is in the same states where breakpoints are written over all of its instructions', async () => {
  const program = written(`val all = [[1], [2]];
fun work() {
    val kept = [0];
    loop i = 0 { if (i < 3) { kept := all[i % 2]; all := all << kept; next i + 1; } }
    print(kept);
}
work();
`);
  const [plain, armed] = [await machineOf(program), await machineOf(program)];
  const addresses = new Set<number>();
  for (;;) {
    const at = armed.frames(1, 0, 1)[0]?.pc;
    if (at !== undefined && !addresses.has(at))
      // Up to the end of the code that it is in: what comes next is armed before it runs.
      for (let next = at; !addresses.has(next);) {
        addresses.add(next);
        armed.arm(next);
        const size = armed.disassemble!(next)?.size;
        if (size === undefined) break;
        next += size;
      }
    const until = plain.time + 1;
    const outcomes = [plain, armed].map(each => each.run(until, true).kind);
    expect(dump(armed)).toBe(dump(plain));
    if (outcomes[0] === 'exited') return expect(outcomes).toEqual(['exited', 'exited']);
  }
});

it('a snapshot does not grow with the calls behind it whose locals were referred to', async () => {
  const program = `fun put(r: ref<i32>, n: i32) { *r := n; }
fun once(n: i32) -> i32 { val x = 0; put(ref x, n); return x; }
fun work() { val sum = 0; loop i = 0 { if (i < 3000) { sum := sum + once(i); next i + 1; } } print(sum); }
work();
`;
  const machine = await machineOf(written(program));
  machine.run(2_000, true);
  const snapshot = machine.snapshot!()!;
  const { bytes } = snapshot;
  machine.run(20_000, true);
  const later = machine.snapshot!()!;
  expect(machine.time).toBe(20_000);
  // A few hundred calls began and ended in between; noting each would take a hundred bytes of it.
  expect(snapshot.bytes - bytes).toBeLessThan(3_000);
  const state = dump(machine);
  machine.restore!(snapshot);
  machine.run(20_000, true);
  expect(dump(machine)).toBe(state);
  machine.restore!(snapshot);
  machine.restore!(later);
  expect(dump(machine)).toBe(state);
});

it('the path of what runs a program comes from its host', () => {
  const { machine, host } = bench('NATIVE_CALL "currentExecutablePath" 0\nPRINT 1\nPUSH_UNIT\nRETURN');
  while (machine.run(Infinity, true).kind !== 'exited');
  expect(host.stdout).toBe(`${host.executable}\n`);
});
