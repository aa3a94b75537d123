// How many instructions a second the machine runs, for `npm run bench`: a loop over local variables, nobody debugs it.

import { BenchHost, bench } from './runtime/bench-machine.js';

export const name = 'NG';

const loop = `PUSH_I32 1000000000
STORE_LOCAL 0
loop:
LOAD_LOCAL 0
PUSH_I32 1
ADD
STORE_LOCAL 1
LOAD_LOCAL 1
PUSH_I32 2
SUB
STORE_LOCAL 0
LOAD_LOCAL 0
PUSH_I32 0
EQ
JUMP_IF_FALSE loop
PUSH_UNIT
RETURN`;

/** For the rate of conditions that do not hold; `#often` is passed that many times. */
export const conditions = {
  file: 'count.ng',
  text: `fun count() -> i32 {
    val last = 300000; // #begin
    loop i = 0 {
        if (i < last) {
            next i + 1; // #often
        }
    }
    return last; // #end
}
print(count());
`,
  condition: 'i == 300000 + 5',
  passes: 300_000,
};

/** Answers how many it ran. */
export function run(instructions: number): number {
  const host = new BenchHost();
  host.debugged = false;
  const { machine } = bench(loop, {}, host);
  machine.run(instructions, false);
  return machine.time;
}
