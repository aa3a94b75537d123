// How many instructions a second the machine runs, for `npm run bench`: a loop over variables in the frame, as the
// compiler makes it; nobody debugs it.

import { createMachine } from '../runtime/machine.js';
import { BenchHost, image } from './runtime/bench-machine.js';

export const name = 'HSX';

const loop = `
.text
.entry main
main:
PUSH R7
MOV R7, R15
PUSH R12
PUSH R12
LDI32 R1, 1000000000
ST [R7+-4], R1
loop:
LD R1, [R7+-4]
LDI R2, 1
ADD R1, R1, R2
ST [R7+-8], R1
LD R1, [R7+-8]
LDI R2, 2
SUB R1, R1, R2
ST [R7+-4], R1
LD R1, [R7+-4]
LDI R2, 0
CMP R1, R2
JNZ loop
POP R12
POP R12
POP R7
RET
`;

/** For the rate of conditions that do not hold; `#often` is passed that many times. */
export const conditions = {
  file: 'count.hsx.c',
  text: `int main(void) {
  int i = 0; // #begin
  while (i < 300000) {
    i = i + 1; // #often
  }
  return 0; // #end
}
`,
  condition: 'i == -1',
  passes: 300_000,
};

/** Answers how many it ran. */
export function run(instructions: number): number {
  const machine = createMachine(image(loop, { traceSize: 0 }), new BenchHost());
  machine.run(instructions, false);
  return machine.time;
}
