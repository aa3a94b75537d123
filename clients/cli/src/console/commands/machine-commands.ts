// memory, registers, disassemble: the program as the machine has it.

import type { DisassembledInstruction } from '@sonde/dap';
import { basename } from 'node:path';
import { CommandError } from '../command-error.js';
import type { ConsoleCommand, ConsoleContext } from '../console-command.js';
import { hexLines } from '../hex-dump.js';
import { evaluated } from '../value-text.js';
import { showScopes } from './looking-commands.js';

const group = 'The machine';

const mostBytes = 64 * 1024;

async function memory({ debuggee, screen }: ConsoleContext, rest: string): Promise<void> {
  const match = /^(.+?)(?:\s+(\d+|0x[0-9a-fA-F]+))?$/.exec(rest);
  if (match === null) throw new CommandError('Which memory? For example: memory 0x10 64');
  if (debuggee.client.capabilities.supportsReadMemoryRequest !== true) {
    throw new CommandError('The memory of this program cannot be read.');
  }
  const count = Number(match[2] ?? 64);
  if (count < 1 || count > mostBytes) throw new CommandError(`Choose between 1 and ${mostBytes} bytes.`);
  debuggee.requireStopped();
  const memoryReference = await referenceFor(debuggee, match[1]!);
  const answer = await debuggee.client.request('readMemory', { memoryReference, count });
  const bytes = Buffer.from(answer?.data ?? '', 'base64');
  for (const line of hexLines(BigInt(answer?.address ?? '0'), bytes)) screen.say(line);
  const missing = answer?.unreadableBytes ?? count - bytes.length;
  if (missing > 0) screen.say(screen.style.dim(`${missing} bytes cannot be read.`));
}

/** An address as it is, or an expression whose value lies in memory or is an address. */
async function referenceFor(debuggee: ConsoleContext['debuggee'], text: string): Promise<string> {
  if (/^(?:[A-Za-z_][\w-]*:)?(?:0x[0-9a-fA-F]+|\d+)$/.test(text)) return text;
  const frame = await debuggee.frame();
  const value = await evaluated(debuggee, text, frame.id);
  if (value.memoryReference !== undefined) return value.memoryReference;
  // An address may be shown with what lies there.
  const address = /^(?:→ .* at )?(0x[0-9a-fA-F]+|\d+)$/s.exec(value.result)?.[1];
  if (address !== undefined) return address;
  throw new CommandError(`${text} is no address and does not lie in memory.`);
}

const usualInstructions = 12;
const mostInstructions = 1000;
/** Wide enough for nearly all operation codes, so that what follows stands in a column. */
const instructionWidth = 40;

async function disassemble({ debuggee, screen }: ConsoleContext, rest: string): Promise<void> {
  const [, text = '', number] = /^(.*?)(?:(?:^|\s+)(\d+))?$/.exec(rest) ?? [];
  if (debuggee.client.capabilities.supportsDisassembleRequest !== true)
    throw new CommandError('The code of this program cannot be disassembled.');
  const count = Number(number ?? usualInstructions);
  if (count < 1 || count > mostInstructions)
    throw new CommandError(`Choose between 1 and ${mostInstructions} instructions.`);
  const frame = await debuggee.frame();
  const here = frame.instructionPointerReference;
  const memoryReference = text === '' ? here : await referenceFor(debuggee, text);
  if (memoryReference === undefined) throw new CommandError('This frame has no instructions.');
  const answer = await debuggee.client.request('disassemble', {
    memoryReference,
    instructionCount: count,
    resolveSymbols: true,
  });
  let place = '';
  for (const instruction of answer?.instructions ?? []) {
    const said = placeOf(instruction);
    const mark = instruction.address === here ? screen.style.green('>') : ' ';
    const code = instruction.instruction.replace(/\s+/g, ' ');
    const line = said === undefined || said === place ? code : code.padEnd(instructionWidth);
    const behind = said === undefined || said === place ? '' : `  ${screen.style.dim(said)}`;
    place = said ?? place;
    screen.say(`${mark} ${instruction.address}  ${line}${behind}`);
  }
}

/** What the protocol tells only where it changes. */
function placeOf({ symbol, location, line }: DisassembledInstruction): string | undefined {
  const file = location?.path ?? location?.name;
  const where = file === undefined || line === undefined ? undefined : `${basename(file)}:${line}`;
  return [symbol, where].filter(part => part !== undefined).join(' ') || undefined;
}

const registers = (context: ConsoleContext): Promise<void> =>
  showScopes(context, ({ presentationHint }) => presentationHint === 'registers');

export const machineCommands: readonly ConsoleCommand[] = [
  {
    name: 'memory',
    aliases: ['x'],
    operands: 'ADDRESS [COUNT]',
    summary: 'show bytes of memory; an expression may stand for the address',
    group,
    expression: true,
    run: memory,
  },
  {
    name: 'registers',
    aliases: [],
    operands: '',
    summary: 'show the registers of the frame',
    group,
    run: context => registers(context),
  },
  {
    name: 'disassemble',
    aliases: ['dis'],
    operands: '[ADDRESS] [COUNT]',
    summary: 'show instructions; alone: from where the frame stands on',
    group,
    expression: true,
    run: disassemble,
  },
];
