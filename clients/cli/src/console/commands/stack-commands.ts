// stack, up, down, frame, threads, thread.

import { CommandError } from '../command-error.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { placeInWords } from '../stop-words.js';

const group = 'Stack and threads';
const shownFrames = 20;

async function stack({ debuggee, screen }: ConsoleContext, rest: string): Promise<void> {
  const most = rest === '' ? shownFrames : Number(rest);
  if (!Number.isInteger(most) || most < 1) throw new CommandError(`"${rest}" is no number of frames.`);
  for (let index = 0; index < most; index++) {
    const frame = await debuggee.frameAt(index);
    if (frame === undefined) {
      if (index === 0) screen.say('This thread has no stack.');
      return;
    }
    // A caption between frames is no place to be.
    if (frame.presentationHint === 'label') {
      screen.say(screen.style.dim(`  -- ${frame.name}`));
      continue;
    }
    const mark = index === debuggee.frameIndex ? screen.style.green('>') : ' ';
    const text = `${mark} #${index}  ${placeInWords(frame)}`;
    screen.say(frame.presentationHint === 'subtle' ? screen.style.dim(text) : text);
  }
  if ((await debuggee.frameAt(most)) !== undefined)
    screen.say(screen.style.dim(`  … more; see: stack ${most * 5}`));
}

async function select(context: ConsoleContext, index: number): Promise<void> {
  await context.debuggee.selectFrame(index);
  await context.showPlace();
}

function countIn(rest: string): number {
  const count = rest === '' ? 1 : Number(rest);
  if (!Number.isInteger(count) || count < 1) throw new CommandError(`"${rest}" is no number of frames.`);
  return count;
}

async function up(context: ConsoleContext, rest: string): Promise<void> {
  const index = context.debuggee.frameIndex + countIn(rest);
  if ((await context.debuggee.frameAt(index)) === undefined)
    throw new CommandError('This is the outermost frame.');
  await select(context, index);
}

async function down(context: ConsoleContext, rest: string): Promise<void> {
  context.debuggee.requireStopped();
  const index = context.debuggee.frameIndex - countIn(rest);
  if (index < 0) throw new CommandError('This is the innermost frame.');
  await select(context, index);
}

async function frame(context: ConsoleContext, rest: string): Promise<void> {
  context.debuggee.requireStopped();
  if (rest === '') return context.showPlace();
  if (!/^\d+$/.test(rest)) throw new CommandError(`"${rest}" is no frame. See: stack`);
  await select(context, Number(rest));
}

export async function listThreads({ debuggee, screen }: ConsoleContext): Promise<void> {
  if (debuggee.phase === 'ended') debuggee.requireStopped();
  const { threads } = await debuggee.client.request('threads');
  if (threads.length === 0) return screen.say('There are no threads yet.');
  for (const { id, name } of threads) {
    const mark = id === debuggee.threadId ? screen.style.green('>') : ' ';
    screen.say(`${mark} ${id}  ${name}`);
  }
}

async function thread(context: ConsoleContext, rest: string): Promise<void> {
  const { debuggee } = context;
  if (rest === '') return listThreads(context);
  debuggee.requireStopped();
  const { threads } = await debuggee.client.request('threads');
  const chosen = threads.find(({ id, name }) => String(id) === rest || name === rest);
  if (chosen === undefined) throw new CommandError(`There is no thread ${rest}. See: threads`);
  debuggee.selectThread(chosen.id);
  await context.showPlace();
}

export const stackCommands: readonly ConsoleCommand[] = [
  {
    name: 'stack',
    aliases: ['bt', 'where'],
    operands: '[COUNT]',
    summary: 'who called whom',
    group,
    run: stack,
  },
  { name: 'up', aliases: [], operands: '[COUNT]', summary: 'select the caller', group, run: up },
  { name: 'down', aliases: [], operands: '[COUNT]', summary: 'select the called one', group, run: down },
  {
    name: 'frame',
    aliases: ['f'],
    operands: '[NUMBER]',
    summary: 'select a frame, or show the selected',
    group,
    run: frame,
  },
  { name: 'threads', aliases: [], operands: '', summary: 'list the threads', group, run: listThreads },
  { name: 'thread', aliases: ['t'], operands: '[NUMBER]', summary: 'select a thread', group, run: thread },
];
