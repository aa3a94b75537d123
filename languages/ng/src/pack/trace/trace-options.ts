// The command line of ng-trace: what it takes, how it is explained, and what is wrong with one.

import { parseArgs } from 'node:util';

/** A breakpoint as the user wrote it; without a file it is in the program itself. */
export interface BreakRequest {
  readonly text: string;
  readonly file?: string;
  readonly line: number;
  readonly condition?: string;
}

export interface TraceOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly breaks: readonly BreakRequest[];
  readonly watches: readonly string[];
  readonly upstreamCompatible: boolean;
  readonly json: boolean;
}

/** The command line makes no sense: exit code 2. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

export const traceHelp = `sonde ng-trace [OPTIONS] PROGRAM [ARGUMENT…]
Run an NG program without an editor and log what it holds at breakpoints.

The program runs through; at each breakpoint its arguments, locals and the watched expressions are written to standard
error. A runtime error is written with the values around it and its stack. Standard output, standard input and the exit
code are the program's. Ctrl+C writes where the program is and ends it with 130.
Options end at the first argument of the program, or at --.

  -b, --break [FILE:]LINE[ if CONDITION]   log at this line, when the NG expression is true; may be given again
  -w, --watch EXPRESSION                   log this NG expression as well; may be given again
      --upstream-compatible                behave as the original NG does, its mistakes included
      --json                               one JSON object a line instead of text for people
  -h, --help                               show this help

Example
  sonde ng-trace --break '12 if amount > 100' --watch 'balance + amount' bank.ng
`;

const options = {
  break: { type: 'string', short: 'b' },
  watch: { type: 'string', short: 'w' },
  'upstream-compatible': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type OptionName = keyof typeof options;

/** Answers undefined when the help is asked for; throws a UsageProblem. */
export function parseTraceOptions(args: readonly string[]): TraceOptions | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<OptionName, string[]>();
  let program: string | undefined;
  let programArguments: readonly string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') {
      if (program === undefined) continue;
      programArguments = args.slice(token.index + 1);
      break;
    }
    const own = token.kind === 'option' && isOption(token.name);
    // Options may stand before or behind the program; its own first word ends them.
    if (program !== undefined && !own) {
      programArguments = args.slice(token.index);
      break;
    }
    if (token.kind === 'positional') {
      program = token.value;
      continue;
    }
    if (!isOption(token.name)) throw unknownOption(token.rawName);
    given.set(token.name, [
      ...(given.get(token.name) ?? []),
      valueOf(token.name, token.rawName, token.value),
    ]);
  }
  if (given.has('help')) return undefined;
  if (program === undefined) throw new UsageProblem('sonde ng-trace needs PROGRAM.');
  return {
    program,
    args: programArguments,
    breaks: (given.get('break') ?? []).map(parseBreak),
    watches: given.get('watch') ?? [],
    upstreamCompatible: given.has('upstream-compatible'),
    json: given.has('json'),
  };
}

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name);

function valueOf(name: OptionName, rawName: string, value: string | undefined): string {
  if (options[name].type === 'boolean') {
    if (value !== undefined) throw new UsageProblem(`${rawName} takes no value.`);
    return '';
  }
  if (value === undefined || value.trim() === '')
    throw new UsageProblem(
      `${rawName} needs a value: ${rawName} ${name === 'break' ? '[FILE:]LINE' : 'EXPRESSION'}.`,
    );
  return value;
}

function unknownOption(rawName: string): UsageProblem {
  const near = Object.keys(options).find(
    name => rawName.length > 3 && `--${name}`.startsWith(rawName.slice(0, 4)),
  );
  const hint = near === undefined ? '' : ` Did you mean --${near}?`;
  return new UsageProblem(`sonde ng-trace has no option ${rawName}.${hint}`);
}

/** `12`, `bank.ng:12`, `bank.ng:12 if amount > 100`. */
function parseBreak(text: string): BreakRequest {
  const [, place = '', condition] = /^(.*?)(?:\s+if\s+(.*))?$/s.exec(text.trim()) ?? [];
  const [, file, digits = ''] = /^(?:(.+):)?(\d+)$/s.exec(place) ?? [];
  const line = Number(digits);
  if (digits === '' || line < 1 || !Number.isSafeInteger(line))
    throw new UsageProblem(
      `"${text}" is not a breakpoint: write LINE or FILE:LINE, then perhaps: if CONDITION.`,
    );
  return {
    text,
    line,
    ...(file === undefined ? {} : { file }),
    ...(condition === undefined ? {} : { condition: condition.trim() }),
  };
}
