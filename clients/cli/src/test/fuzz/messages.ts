// Which messages the fuzzer sends: all requests of the protocol, likely ones more often, and what is damaged.

import { encodeMessage, requestNames, requests, type RequestName } from '@sonde/dap';
import type { Knowledge } from './knowledge.js';
import type { Line } from './line.js';
import { damagedBytes, damagedText, damagedValue } from './mutation.js';
import type { Random } from './random.js';
import { anything, fitting, someText, type Shape } from './schema-values.js';

/** Out of some two thousand: requests that end the session or the stop would leave too little time for the others. */
const rare: Readonly<Partial<Record<RequestName, number>>> = {
  disconnect: 1,
  terminate: 1,
  launch: 2,
  attach: 2,
  restart: 2,
  initialize: 2,
  terminateThreads: 2,
  continue: 6,
  next: 6,
  stepIn: 6,
  stepOut: 6,
  goto: 6,
  restartFrame: 6,
};
const likely: Readonly<Partial<Record<RequestName, number>>> = {
  stackTrace: 100,
  scopes: 100,
  variables: 150,
  evaluate: 100,
  threads: 60,
};
const weights = Object.fromEntries(
  requestNames.map(name => [name, rare[name] ?? likely[name] ?? 30]),
) as Record<RequestName, number>;

export function argumentsFor(command: RequestName, line: Line, random: Random): unknown {
  const { knowledge } = line;
  const args = fitting(requests[command].arguments as Shape, command, { random, knowledge });
  const better = random.once(4) ? {} : (likelyArguments[command]?.(knowledge, random) ?? {});
  return { ...(args as object), ...better };
}

/** Where arguments that merely fit would nearly always be refused. */
const likelyArguments: Partial<Record<RequestName, (knowledge: Knowledge, random: Random) => object>> = {
  launch: (knowledge, random) => ({
    program: knowledge.pick('program', random),
    ...(random.once(3) ? { [random.pick(launchOptions)]: anything(random) } : {}),
  }),
  setVariable: (knowledge, random) => ({
    name: knowledge.pick('variableName', random) ?? 'x',
    value: random.pick(literals),
  }),
  setExpression: (knowledge, random) => ({
    expression: knowledge.pick('expression', random) ?? 'x',
    value: random.pick(literals),
  }),
  dataBreakpointInfo: (knowledge, random) => ({ name: knowledge.pick('variableName', random) ?? 'x' }),
  source: (knowledge, random) => ({ source: { path: knowledge.pick('path', random) }, sourceReference: 0 }),
  writeMemory: (_, random) => ({ data: Buffer.from(random.bytes(3)).toString('base64') }),
};

const literals = ['1', '0', '-7', '255', '"text"', 'true', '2 + 3'];

/** Not `console`, `cwd` and `stdin`, for a fuzzer must not open terminals or read what it did not write. */
const launchOptions = [
  'args',
  'env',
  'stopOnEntry',
  'language',
  'noDebug',
  'sourceMap',
  'timeout',
  'memoryLimit',
];

/** Sends one message in a proper frame. */
export function sendSomething(line: Line, random: Random): void {
  const command = random.weighted(weights);
  switch (random.below(20)) {
    case 0:
      line.request(someText(random), anything(random));
      return;
    case 1:
    case 2:
    case 3:
    case 4:
      line.request(command, damagedValue(argumentsFor(command, line, random), random));
      return;
    case 5:
      line.json(JSON.stringify(damagedValue(envelope(command, line, random), random)));
      return;
    case 6:
      line.json(damagedText(JSON.stringify(envelope(command, line, random)), random));
      return;
    case 7:
      line.json(JSON.stringify(random.once(2) ? strayResponse(random) : strayEvent(random)));
      return;
    case 8: {
      const requestId = line.request(command, argumentsFor(command, line, random));
      line.request('cancel', { requestId });
      return;
    }
    default:
      line.request(command, argumentsFor(command, line, random));
  }
}

/** Sends bytes after which the stream may have lost its place. */
export function sendRawBytes(line: Line, random: Random): void {
  const command = random.weighted(weights);
  line.bytes(damagedBytes(encodeMessage(envelope(command, line, random)), random));
}

/** A number far from those that `Line` gives, so that an answer to it is never taken for another's. */
const envelope = (command: RequestName, line: Line, random: Random): object => ({
  seq: 1_000_000_000 + random.below(1_000_000_000),
  type: 'request',
  command,
  arguments: argumentsFor(command, line, random),
});

const strayResponse = (random: Random): object => ({
  seq: random.below(100),
  type: 'response',
  request_seq: random.below(50),
  success: random.once(2),
  command: random.pick(['runInTerminal', 'startDebugging', 'x']),
  body: anything(random),
});

const strayEvent = (random: Random): object => ({
  seq: random.below(100),
  type: 'event',
  event: random.pick(['stopped', 'initialized', 'output', 'x']),
  body: anything(random),
});
