// What is known of tasks, and what they write and read.

import { bytesIn, parseTarget, send as sendMessage, targetText } from '../../runtime/services/mailboxes.js';
import type { Mailbox } from '../../runtime/services/service-state.js';
import { hexOf, Refusal, type Answer } from '../request.js';
import { registersAnswer } from '../task-answers.js';
import type { Call, CommandTable } from './call.js';

export const taskCommands: CommandTable = {
  ping: () => ({ reply: 'pong' }),
  ps: call => ({ tasks: tasksOf(call) }),
  info: call => ({ info: info(call) }),
  attach: call => ({ info: info(call, true) }),
  detach: call => ({ info: info(call, false) }),
  listen: call => ({ messages: listen(call) }),
  send: call => send(call),
  list: call => ({ channels: mailboxesOf(call).map(channelAnswer) }),
  mailbox_snapshot: call => snapshot(call),
  restart: () => refuse('restart'),
  shutdown: () => refuse('shutdown'),
  stdio_fanout: () => refuse('stdio_fanout'),
};

function refuse(cmd: string): never {
  throw new Refusal(`not_supported:${cmd}`);
}

function tasksOf({ executive }: Call): Answer {
  const { system, tasks } = executive;
  return {
    tasks: [...tasks.values()].map(task => executive.answerFor(task)),
    current_pid: system.state.tasks.length === 0 ? null : system.current.id,
  };
}

function info(call: Call, attached?: boolean): Answer {
  const { executive, request } = call;
  const { system, clock, tasks } = executive;
  if (attached !== undefined) executive.attached = attached;
  const chosen = request.has('pid') ? call.task : [...tasks.values()][0];
  const list = tasksOf(call);
  return {
    loaded: tasks.size > 0,
    program: chosen?.program.path ?? null,
    running: clock.running,
    pc: chosen?.state.pc ?? null,
    attached: executive.attached,
    paused: chosen?.stateName === 'paused',
    current_pid: list['current_pid'],
    active_context: chosen?.pid ?? null,
    tasks: list['tasks'],
    scheduler: { quantum: system.quantum },
    mailbox_profile: { default_capacity: 64 },
    auto: clock.running,
    clock: clock.answer,
    ...(request.has('pid') && chosen !== undefined
      ? { selected_registers: registersAnswer(system, chosen) }
      : {}),
  };
}

function listen({ task, request }: Call): readonly Answer[] {
  const limit = request.integer('limit', { min: 1, max: 1_024 }, 5);
  const most = request.integer('max_len', { min: 1, max: 65_536 }, 65_536);
  return task.streams.listen(limit).map(({ bytes, flags }) => ({
    target: `svc:stdio.out@${task.pid}`,
    text: new TextDecoder().decode(bytes.subarray(0, most)),
    data_hex: hexOf(bytes.subarray(0, most)),
    flags,
    channel: 0,
    length: bytes.length,
    src_pid: task.pid,
  }));
}

const mostSent = 65_536;

/** To the standard input of the task, or to the mailbox that `target` names. */
function send({ executive, request, ownTask: task }: Call): Answer {
  const ends = request.flag('eof');
  const bytes = request.has('data_hex')
    ? request.bytes('data_hex', mostSent)
    : new TextEncoder().encode(ends ? (request.optionalText('data') ?? '') : request.text('data'));
  if (bytes.length > mostSent) throw new Refusal(`data has at most ${mostSent} bytes`);
  const target = request.optionalText('target');
  let status = 0;
  if (target === undefined) {
    task.streams.send(bytes);
    if (ends) task.streams.endInput();
  } else {
    const { services } = executive.system.state;
    const wanted = parseTarget(target, task.pid);
    const mailbox = services.mailboxes.find(
      m => m.namespace === wanted?.namespace && m.name === wanted.name && m.owner === wanted.owner,
    );
    if (mailbox === undefined) throw new Refusal(`unknown mailbox ${target}`);
    const channel = request.integer('channel', { max: 0xffff }, 0);
    status = sendMessage(services, mailbox, { flags: 0, channel, source: 0, payload: bytes });
  }
  executive.runner.wake();
  return { mbx_status: status, length: bytes.length, target: target ?? `svc:stdio.in@${task.pid}` };
}

function mailboxesOf(call: Call): readonly Mailbox[] {
  const { mailboxes } = call.executive.system.state.services;
  if (!call.request.has('pid')) return mailboxes;
  const { pid } = call.task;
  return mailboxes.filter(({ owner }) => owner === pid || owner === 0);
}

const channelAnswer = (mailbox: Mailbox): Answer => ({
  descriptor_id: mailbox.id,
  target: targetText(mailbox),
  namespace: mailbox.namespace,
  name: mailbox.name,
  owner_pid: mailbox.owner === 0 ? null : mailbox.owner,
  capacity: mailbox.capacity,
  mode_mask: mailbox.mode,
  queue_depth: mailbox.messages.length,
  bytes_used: bytesIn(mailbox),
});

function snapshot(call: Call): Answer {
  const found = mailboxesOf(call);
  const messages = found.reduce((sum, mailbox) => sum + mailbox.messages.length, 0);
  const bytes = found.reduce((sum, mailbox) => sum + bytesIn(mailbox), 0);
  const { handles } = call.executive.system.state.services;
  return {
    descriptors: found.map(channelAnswer),
    stats: {
      descriptors: found.length,
      messages,
      bytes_used: bytes,
      handles: handles.filter(({ closed }) => !closed).length,
    },
  };
}
