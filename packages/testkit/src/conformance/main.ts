// Started by bin/dap-conformance.js: the suite as a command of its own, without the rest of Sonde.
import { runConformance } from './command/conformance-command.js';
import { conformanceOptions } from './command/options.js';
import type { OptionText } from './command/options.js';
import { parseWords } from './command/parse-words.js';
import { UsageProblem } from './command/usage-problem.js';

const options: Readonly<Record<string, OptionText>> = {
  ...conformanceOptions,
  help: { type: 'boolean', short: 'h', help: 'show this help' },
};

const help = `dap-conformance [OPTIONS] --profile FILE [-- ADAPTER COMMAND…]
Checks whether a debug adapter keeps to the Debug Adapter Protocol.

A profile is one JSON file: how to launch a small program on the adapter, and what it shows at which lines.
Exit code: 0 when all checks passed or were skipped with a reason, 1 when one failed, 2 when nothing could be tried.

${optionRows()}
`;

function optionRows(): string {
  const rows = Object.entries(options).map(([name, { short, value, help: text }]) => {
    const dashes = short === undefined ? `    --${name}` : `-${short}, --${name}`;
    return [value === undefined ? dashes : `${dashes} ${value}`, text] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join('\n');
}

async function run(args: readonly string[]): Promise<number> {
  const words = parseWords(args, options);
  if (words.flag('help')) {
    process.stdout.write(help);
    return 0;
  }
  return runConformance(words, { output: process.stdout, errors: process.stderr });
}

/** Whatever a pipe has not taken yet must not be lost. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise(resolve => void stream.write('', () => resolve()));

// A reader that is gone, as behind `| head`, misses nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let code: number;
try {
  code = await run(process.argv.slice(2));
} catch (error) {
  const usage = error instanceof UsageProblem;
  process.stderr.write(`dap-conformance: ${error instanceof Error ? error.message : String(error)}\n`);
  if (usage) process.stderr.write('Try: dap-conformance --help\n');
  code = usage ? 2 : 1;
}
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
process.exit(code);
