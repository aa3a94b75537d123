// One session of the fuzzer: brought into some state, pelted, and left in some way.

import { pathToFileURL } from 'node:url';
import type { Transport } from '@sonde/dap';
import { Line } from './line.js';
import { sendRawBytes, sendSomething } from './messages.js';
import type { Random } from './random.js';

/** A program, and what a session does with it before the random part begins. */
export interface FuzzProgram {
  readonly path: string;
  /** Launch arguments besides. */
  readonly launch?: Readonly<Record<string, unknown>>;
  /** `stops`: at a breakpoint in this line, or by itself where there is none. */
  readonly then: 'runs' | 'stops' | 'ends';
  readonly line?: number;
  /** Expressions and names that mean something in it. */
  readonly expressions: readonly string[];
}

/** Longer than any deadline of the adapter, so that whatever takes longer is a hang. */
export const patienceMs = 40_000;

const mostWaiting = 150;

type Beginning = 'nothing' | 'initialized' | 'launched' | 'in full';

const beginnings: Readonly<Record<Beginning, number>> = {
  nothing: 1,
  initialized: 2,
  launched: 1,
  'in full': 8,
};

/** What runs all the time takes it from the others; a few messages are enough to see how it is met. */
const longest = { runs: 150, stops: 2000, ends: 300 };
/** Before there is a program, few requests mean much. */
const longestWithoutProgram = 200;
const shortest = 50;

/** Answers how many messages it sent. */
export async function fuzzSession(
  transport: Transport,
  programs: readonly FuzzProgram[],
  random: Random,
): Promise<number> {
  const line = new Line(transport);
  const program = random.pick(programs);
  const beginning = random.weighted(beginnings);
  const most = beginning === 'in full' ? longest[program.then] : longestWithoutProgram;
  const messages = random.between(shortest, most);
  try {
    learn(line, program, programs);
    await begin(line, beginning, program, random);
    let explored = 0;
    while (line.sent < messages && !line.isClosed) {
      if (line.stops > explored) {
        explored = line.stops;
        await explore(line, random);
      } else if (!line.isStopped && random.once(3)) line.request('pause', { threadId: 1 });
      // Of a program that is over there is little left to ask.
      if (line.heard('terminated') > 0 && random.once(4)) break;
      for (let burst = 1 + random.below(12); burst > 0; burst--) sendSomething(line, random);
      // Some answers take their time; mostly the next messages come before them.
      if (line.waiting > mostWaiting || random.once(8)) await line.settled(patienceMs);
      else await new Promise(resolve => setImmediate(resolve));
    }
    await line.settled(patienceMs);
    await leave(line, random);
  } finally {
    line.destroy();
  }
  return line.sent;
}

/** What a person at the keyboard would know. */
function learn(line: Line, program: FuzzProgram, programs: readonly FuzzProgram[]): void {
  for (const each of programs) {
    line.knowledge.add('path', each.path);
    line.knowledge.add('program', each.path);
  }
  for (const text of program.expressions) {
    line.knowledge.add('expression', text);
    line.knowledge.add('condition', text);
    line.knowledge.add('text', text);
    line.knowledge.add('name', text);
    line.knowledge.add('value', text);
  }
}

async function begin(line: Line, beginning: Beginning, program: FuzzProgram, random: Random): Promise<void> {
  if (beginning === 'nothing') return;
  const uris = random.once(8);
  const linesStartAt1 = !random.once(8);
  line.request('initialize', {
    adapterID: random.pick(['fuzz', 'x']),
    supportsRunInTerminalRequest: random.once(2),
    supportsStartDebuggingRequest: random.once(2),
    supportsMemoryEvent: random.once(2),
    supportsInvalidatedEvent: random.once(2),
    supportsProgressReporting: random.once(2),
    supportsANSIStyling: random.once(2),
    linesStartAt1,
    pathFormat: uris ? 'uri' : 'path',
  });
  await line.settled(patienceMs);
  if (beginning === 'initialized') return;
  line.request('launch', { program: program.path, ...program.launch });
  if (beginning === 'launched') return;
  if (program.line !== undefined) {
    const path = uris ? pathToFileURL(program.path).href : program.path;
    const at = linesStartAt1 ? program.line : program.line - 1;
    line.knowledge.add('path', path);
    line.request('setBreakpoints', { source: { path }, breakpoints: [{ line: at }] });
  }
  line.request('configurationDone');
  await line.settled(patienceMs);
  if (program.then === 'runs') return;
  const event = program.then === 'ends' ? 'terminated' : 'stopped';
  await line.until(`event ${event}`, () => line.heard(event) + line.heard('terminated') > 0, patienceMs);
}

/** What a client asks at a stop, so that there are handles to play with. */
async function explore(line: Line, random: Random): Promise<void> {
  const { knowledge } = line;
  knowledge.forgetStop(random);
  line.request('threads');
  for (const threadId of knowledge.all('threadId').slice(-3)) {
    line.request('stackTrace', { threadId, levels: 5 });
  }
  await line.settled(patienceMs);
  for (const frameId of knowledge.all('frameId').slice(0, 4)) {
    line.request('scopes', { frameId });
    line.request('stepInTargets', { frameId });
  }
  await line.settled(patienceMs);
  for (const variablesReference of knowledge.all('variablesReference').slice(0, 8)) {
    line.request('variables', { variablesReference });
  }
  line.request('gotoTargets', {
    source: { path: knowledge.pick('program', random) },
    line: random.below(20),
  });
  await line.settled(patienceMs);
}

/** With a word, without one, in the middle of a message, or in the middle of the work. */
async function leave(line: Line, random: Random): Promise<void> {
  if (line.isClosed) return;
  switch (random.below(4)) {
    case 0:
      line.request('disconnect', {});
      return line.until('the end', () => false, patienceMs);
    case 1:
      line.close();
      return;
    case 2:
      sendRawBytes(line, random);
      line.close();
      return;
    default:
      for (let left = random.below(8); left > 0; left--) sendSomething(line, random);
      line.destroy();
  }
}

/** A connection that never says anything sensible; answers how many messages it sent. */
export async function fuzzBytes(transport: Transport, random: Random): Promise<number> {
  const line = new Line(transport);
  try {
    for (let left = 1 + random.below(12); left > 0 && !line.isClosed; left--) {
      sendRawBytes(line, random);
      // Now and then the adapter gets to look at it before there is more.
      if (random.once(3)) await new Promise(resolve => setImmediate(resolve));
    }
  } finally {
    line.close();
  }
  return line.sent;
}
