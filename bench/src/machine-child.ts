// Runs the virtual machine of one language in a process of its own and prints how many instructions a second it ran.
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

/** What a language offers in `dist/test/machine-rate.js`. */
interface MachineRate {
  readonly name: string;
  readonly run: (instructions: number) => number;
}

const leastMs = 1000;
/** Also what it takes to compile the loop of the machine. */
const first = 5_000_000;

const { name, run } = (await import(pathToFileURL(process.argv[2]!).href)) as MachineRate;
run(first);
for (let instructions = first; ; instructions *= 2) {
  const began = performance.now();
  const ran = run(instructions);
  const ms = performance.now() - began;
  if (ms < leastMs) continue;
  process.stdout.write(JSON.stringify({ name, rate: (ran / ms) * 1000 }));
  break;
}
