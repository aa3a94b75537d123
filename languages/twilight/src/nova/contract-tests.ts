// Runs functions that are marked #[test], each on a contract of its own that was just deployed, and tells how they ended.

import { PlainProgram } from '@sonde/engine-wasm';
import type { CommandStreams } from '@sonde/language';
import { readModule } from '@sonde/wasm';
import type { TypedFunction, TypedProgram } from '../toolchain/checker/typed-program.js';
import { generateTests, type GeneratedModule } from '../toolchain/generator/generate.js';
import type { RunTests, TestOptions } from '../toolchain/twilightc.js';
import type { CallContext } from './host/call-context.js';
import { instructionCosts } from './host/gas.js';
import { outcomeText, type Outcome } from './log/outcome.js';
import { ContractHost } from './machine/contract-host.js';

export interface TestReport {
  readonly name: string;
  readonly outcome: Outcome;
  /** `src/vault.twl:12:5`, of what failed. */
  readonly place: string | undefined;
  readonly printed: readonly string[];
}

const gasLimit = 30_000_000n;

const address = (last: number): Uint8Array =>
  Uint8Array.from({ length: 20 }, (_, nth) => (nth === 19 ? last : 0));

const context: CallContext = {
  sender: address(0xaa),
  origin: address(0xaa),
  self: address(0xcc),
  value: 0n,
  block: 1n,
  timestamp: 1_700_000_000n,
};

export const runContractTests: RunTests = (programs, options, streams) => {
  const reports = programs.flatMap(program => testsOf(program, options));
  for (const report of reports) tell(report, streams);
  const failed = reports.filter(({ outcome }) => outcome.status !== 'success').length;
  const { stdout } = streams;
  if (reports.length === 0)
    stdout.write(
      options.only === undefined
        ? 'There are no tests: mark functions with #[test].\n'
        : `No test has ${options.only} in its name.\n`,
    );
  else stdout.write(`${reports.length - failed} passed, ${failed} failed.\n`);
  return Promise.resolve(failed);
};

/** All tests of a program, in the order of the source. */
export function testsOf(program: TypedProgram, options: TestOptions): readonly TestReport[] {
  const groups = [
    ...program.contracts.map(({ name, functions, tests, init }) => ({
      name,
      functions,
      tests,
      // What init is to get only a test can say, which calls it then.
      before: init.parameters.length === 0 ? [init] : [],
    })),
    { name: program.package.name, functions: program.testFunctions, tests: program.tests, before: [] },
  ];
  return groups.flatMap(({ name, functions, tests, before }) => {
    const wanted = tests.filter(
      ({ display }) => options.only === undefined || display.includes(options.only),
    );
    if (wanted.length === 0) return [];
    const { runtimeAsserts } = options;
    const called = [...before, ...wanted];
    const generated = generateTests(program, name, functions, called, { runtimeAsserts, prints: true });
    const read = readModule(generated.module.bytes);
    if (!read.ok) throw read.problem;
    const runnable = new PlainProgram(read.module, { costs: instructionCosts });
    return wanted.map(test => runTest(program, generated, runnable, [...before, test]));
  });
}

function runTest(
  program: TypedProgram,
  generated: GeneratedModule,
  runnable: PlainProgram,
  called: readonly TypedFunction[],
): TestReport {
  let host: ContractHost | undefined;
  const { offset } = runnable.run({
    host: given => {
      host = new ContractHost(given, { context, storage: new Map() });
      return host.host;
    },
    calls: called.map(({ mangled }) => ({ name: mangled, arguments: [] })),
    limit: gasLimit,
  });
  const { outcome, printed } = host!.report!;
  return {
    name: called.at(-1)!.display,
    outcome,
    place:
      offset === undefined || outcome.status === 'success' ? undefined : placeOf(program, generated, offset),
    printed,
  };
}

/** Of the last row before the instruction, in the function that it is in. */
function placeOf(
  { files }: TypedProgram,
  { module, functions }: GeneratedModule,
  offset: number,
): string | undefined {
  for (const { built, records } of functions) {
    const { code, end } = module.rangeOf(built);
    if (offset < code || offset >= end) continue;
    const row = records.rows.filter(({ mark }) => module.offsetOf(mark) <= offset).at(-1);
    const file = row === undefined ? undefined : files.find(({ text }) => text.holds(row.at));
    return row === undefined || file === undefined
      ? undefined
      : `${file.path}:${row.at.line}:${row.at.column}`;
  }
  return undefined;
}

function tell({ name, outcome, place, printed }: TestReport, { stdout }: CommandStreams): void {
  if (outcome.status === 'success') return void stdout.write(`ok      ${name}\n`);
  stdout.write(`FAILED  ${name}: ${outcomeText(outcome)}\n`);
  if (place !== undefined) stdout.write(`        at ${place}\n`);
  for (const line of printed) stdout.write(`        | ${line}\n`);
}
