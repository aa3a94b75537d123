// What the machine shows beside variables: mailboxes, values, commands, and the instructions that ran last.

import { objectId, type ObjectId } from '@sonde/engine';
import type { MachineChild, MachineScope } from '@sonde/engine-vm';
import { fromF16 } from '../toolchain/format/f16.js';
import { instructionText } from '../toolchain/dis/instruction-text.js';
import { hex } from './faults.js';
import { bytesIn, Mode, targetText } from './services/mailboxes.js';
import { oidOf } from './services/registries.js';
import type { Mailbox, Message } from './services/service-state.js';
import type { System } from './system.js';
import type { Trace, TraceEntry } from './trace.js';
import { NumberWord, ShownWord } from './words.js';

/** The object whose fields, by oid, are the values. */
export const valuesObject = objectId('values');

/** The last instructions of each task: those of the system itself, or what another machine told of its own. */
export type Traces = ReadonlyMap<number, Pick<Trace, 'length' | 'entries'>>;

export function scopesOf(system: System, task: number, traces: Traces): readonly MachineScope[] {
  const { mailboxes, values, commands } = system.state.services;
  const trace = traces.get(task)?.length ?? 0;
  const scopes: MachineScope[] = [
    { name: 'Mailboxes', variables: mailboxes.filter(m => isNear(m, task)).map(mailboxChild) },
    {
      name: 'Values',
      variables: values.map(value => ({
        name: value.name || hex(oidOf(value)),
        word: new NumberWord(fromF16(value.value)),
        place: { kind: 'field', object: valuesObject, key: oidOf(value) } as const,
      })),
    },
    {
      name: 'Commands',
      variables: commands.map(command => ({
        name: command.name || hex(oidOf(command)),
        word: new ShownWord(
          `${hex(oidOf(command))} at ${hex(command.handler)}, called ${counted(command.calls, 'time')}`,
        ),
      })),
    },
  ];
  if (trace > 0)
    scopes.push({
      name: 'Trace',
      variables: [
        {
          name: 'instructions',
          word: new ShownWord(`the last ${trace}, latest first`, {
            id: objectId(`trace:${task}`),
            count: trace,
          }),
        },
      ],
    });
  return scopes.filter(({ variables }) => variables.length > 0);
}

/** Of the task, of all, or of another one that has something in it. */
const isNear = (mailbox: Mailbox, task: number): boolean =>
  mailbox.owner === task || mailbox.owner === 0 || mailbox.messages.length > 0;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const mailboxChild = (mailbox: Mailbox): MachineChild => ({
  name: targetText(mailbox),
  word: new ShownWord(
    `${counted(mailbox.messages.length, 'message')}, ${bytesIn(mailbox)} of ${mailbox.capacity} bytes`,
    { id: objectId(`mailbox:${mailbox.id}`), count: 1 + mailbox.messages.length },
  ),
});

export function childrenOf(system: System, object: ObjectId, traces: Traces): readonly MachineChild[] {
  const [kind, number = ''] = object.split(':');
  if (kind === 'trace') {
    const task = Number(number);
    const entries = traces.get(task)?.entries() ?? [];
    return entries.map((entry, nth) => ({ name: String(-1 - nth), word: traceWord(system, task, entry) }));
  }
  const mailbox = system.state.services.mailboxes.find(each => each.id === Number(number));
  if (kind !== 'mailbox' || mailbox === undefined) return [];
  return [
    { name: 'mode', word: new ShownWord(modeText(mailbox.mode)) },
    ...mailbox.messages.map((message, nth) => ({ name: `[${nth}]`, word: messageWord(message) })),
  ];
}

export function modeText(mode: number): string {
  const names: string[] = [['', 'read only', 'write only', 'read and write'][mode & Mode.readWrite]!];
  if ((mode & Mode.fanOut) !== 0)
    names.push(`fan-out, ${(mode & Mode.fanOutBlock) === 0 ? 'drops the oldest' : 'blocks'} when full`);
  return names.filter(name => name !== '').join(', ');
}

function messageWord({ payload, source, channel }: Message): ShownWord {
  const text = new TextDecoder().decode(payload);
  const bytes = Array.from(payload, byte => hex(byte, 2).slice(2)).join(' ');
  const content = /^[\x20-\x7e\n\t]+$/.test(text) ? JSON.stringify(text) : bytes;
  return new ShownWord(
    `${content} from ${source === 0 ? 'outside' : `task ${source}`}${channel === 0 ? '' : `, channel ${channel}`}`,
  );
}

function traceWord(system: System, task: number, { pc, changed }: TraceEntry): ShownWord {
  const { image } = system.code[system.task(task).program]!;
  const text = instructionText(image[pc / 4] ?? 0, image[pc / 4 + 1], pc);
  const changes = changed.map(({ name, value }) => `${name} = ${hex(value)}`).join(', ');
  return new ShownWord(`${hex(pc)}  ${text}${changes === '' ? '' : `  ; ${changes}`}`);
}
