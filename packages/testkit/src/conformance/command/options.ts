// The options of the command, for whoever parses the words and writes the help: this package's own command, or another.

export interface OptionText {
  readonly type: 'boolean' | 'string';
  readonly short?: string;
  /** How the value is called in the help. */
  readonly value?: string;
  /** May stand more than once; each value counts. */
  readonly repeats?: boolean;
  readonly help: string;
}

export const conformanceOptions = {
  profile: {
    type: 'string',
    value: 'FILE',
    help: 'how to launch a small program on this adapter, and what it shows',
  },
  connect: {
    type: 'string',
    value: 'ADDRESS',
    help: 'an adapter that listens: HOST:PORT, the path of a socket, ws://…',
  },
  only: { type: 'string', value: 'ID', repeats: true, help: 'only this check or group; may be repeated' },
  skip: { type: 'string', value: 'ID', repeats: true, help: 'not this check or group; may be repeated' },
  json: { type: 'string', value: 'FILE', help: 'also write the report as JSON; - means standard output' },
  junit: {
    type: 'string',
    value: 'FILE',
    help: 'also write the report as JUnit XML; - means standard output',
  },
  jobs: { type: 'string', value: 'N', help: 'how many checks run at once (4)' },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    help: 'how long an answer may take before it counts as silence (10)',
  },
  fault: {
    type: 'string',
    value: 'ID',
    help: 'seed the fault that this check must find, to see that it does',
  },
  list: { type: 'boolean', help: 'list the checks' },
  'print-profile': { type: 'boolean', help: 'print a profile to start from' },
  verbose: { type: 'boolean', short: 'v', help: 'say each result as it comes, and show whole conversations' },
} as const satisfies Readonly<Record<string, OptionText>>;

/** A command line that was taken apart. */
export interface Words {
  /** The adapter's command. */
  readonly operands: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
}
