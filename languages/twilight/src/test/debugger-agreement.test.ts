// The debugger against two oracles: the other mode of an example, and the interpreter of its tree.

import { seededRandom } from '@sonde/testkit/seeded-random';
import { expect, it } from 'vitest';
import { addressText, Twins } from './generated/agreement.js';
import { RandomContract } from './generated/random-programs.js';
import { statementRows } from './generated/stops.js';
import { example } from './sources.js';
import { stepped, type Call, type Stepped } from './stepped.js';

const bob = 0xb0bn;

/** Few, because each begins a thread. */
const exampleCalls: Readonly<Record<string, readonly Call[]>> = {
  token: [
    ['init', ['1000000']],
    ['transfer', [addressText(bob), '250000']],
  ],
  vault: [
    ['init', []],
    ['deposit', [2000], { sender: bob }],
    ['withdraw', [1500], { sender: bob }],
  ],
  auction: [
    ['init', [100]],
    ['bid', [], { sender: bob, value: 10n }],
    // It reverts.
    ['bid', [], { value: 5n }],
  ],
  bughunt: [
    ['init', []],
    ['join', [100]],
    ['join', [7], { sender: bob }],
    ['leave', []],
  ],
};

/** Steps through the calls, and expects at every statement what the interpreter visits and sees. */
async function followed(twins: Twins, calls: readonly Call[], about: string): Promise<Stepped> {
  const visits = calls.flatMap(([name, args, facts]) => {
    const { stops } = twins.call(name, args, facts).interpreted;
    const stored = twins.storedAtStops;
    return stops.map((stop, nth) => ({ ...stop, storage: stored[nth] }));
  });
  const run = await stepped(twins.contract, calls);
  const rows = statementRows(twins.contract);
  // Between statements it stands too: behind a call.
  const begun = run.sights.flatMap(({ line, column, seen: { offset, function: where, locals, storage } }) => {
    const here = rows.filter(([at]) => at === offset);
    const shown = here.at(-1);
    if (shown !== undefined) expect([line, column], about).toEqual([shown[2], shown[3]]);
    return here.map(row => ({
      line: row[2],
      column: row[3],
      where,
      locals,
      storage: twins.comparable(name => storage[name]!),
    }));
  });
  expect(begun, about).toEqual(visits);
  return run;
}

it.each(Object.entries(exampleCalls))(
  '%s stops, shows and costs the same in both modes, as the interpreter says',
  async (name, calls) => {
    const [native, solidity] = await Promise.all(
      [name, `${name}.solidity`].map(async file => {
        const twins = new Twins(example(`${file}.twl`), { runtimeAsserts: true, name: `${name}.twl` });
        const { sights, told } = await followed(twins, calls, file);
        // The code is the same, so that an offset is a function and the ordinal of a statement in it.
        return { told, sights: sights.map(({ seen }) => seen) };
      }),
    );
    expect(native!.sights.length).toBeGreaterThan(12);
    expect(native).toEqual(solidity);
  },
);

it.each([3, 7])('random contract %i shows at every statement what the interpreter sees', async seed => {
  const contract = new RandomContract(seededRandom(seed));
  const { name, parameters } = contract.entries.at(-1)!;
  const call: Call = [name, parameters.map(each => contract.argument(each))];
  await followed(new Twins(contract.source), [['init', []], call], contract.source);
});

/** Vectors inside values, which have no keys of their own, in everything that may hold them. */
const nested = `
enum Vote { No, Why { text: string, weights: vector<u8> } }
struct Inner { tags: vector<string>, maybe: Option<vector<u64>> }
struct Proposal { inner: Inner, votes: vector<Vote>, pair: (u64, string) }
contract Nested {
  storage {
    by_id: map<u64, Proposal>; one: Proposal; rows: vector<vector<u64>>; maybe: Option<Proposal>;
    result: Result<vector<u64>, string>; deep: map<u64, map<u64, vector<vector<u64>>>>; two: (u64, vector<string>);
    lists: map<string, vector<u64>>;
  }
  fn made(n: u64) -> Proposal {
    Proposal {
      inner: Inner { tags: ["a".to_string(), "bb".to_string()], maybe: Some([n, n + 1]) },
      votes: [Vote::No, Vote::Why { text: "so", weights: [1, 2] }],
      pair: (n, "x".to_string()),
    }
  }
  pub fn fill() {
    by_id.insert(1, made(1));
    one = made(2);
    maybe = Some(made(3));
    rows.push([1, 2]);
    rows.push([3]);
    result = Ok([7, 8]);
    deep[1][2].push([5]);
    two = (3, ["q".to_string()]);
    one.inner.tags.push("c".to_string());
    two.0 = 4;
    lists["a"].push(4);
    lists.insert("b", [7, 8]);
    lists["c"].push(1);
    lists["c"].pop();
    val there = (lists.contains("a"), lists.contains("c"), lists.contains("d"));
    val gotten = (lists.get("b"), lists.get("d"));
    val removed = (lists.remove("a"), lists.remove("d"));
    val gone = (lists.contains("a"), lists.get("a"), lists["a"].len(), deep[1].contains(2));
    lists["a"].push(9);
    print("{} {} {} {}", there.0, gotten.0.is_some(), removed.0.is_some(), gone.0);
  }
}`;

it('shows vectors inside stored values and maps as the interpreter has them', async () => {
  await followed(
    new Twins(nested),
    [
      ['init', []],
      ['fill', []],
    ],
    'nested',
  );
});
