// Values and commands that tasks declare, and mailboxes with what lies in them.

import { modeText } from '../../runtime/scopes.js';
import { bytesIn, targetText } from '../../runtime/services/mailboxes.js';
import { oidOf, RegistryStatus, setValue, ValueFlag } from '../../runtime/services/registries.js';
import type { Command as TaskCommand, Mailbox, Value } from '../../runtime/services/service-state.js';
import { fromF16, toF16 } from '../../toolchain/format/f16.js';
import { hexOf, type Answer } from '../request.js';
import type { Call, CommandTable } from './call.js';

export const serviceCommands: CommandTable = {
  'services.read': call => ({ services: readAll(call) }),
  'val.list': call => ({ values: valuesOf(call).map(value => valueAnswer(call, value)) }),
  'val.get': call => {
    const value = findValue(call);
    return { value: value === undefined ? missing : valueStatus(value, RegistryStatus.ok) };
  },
  'val.set': call => ({ value: set(call) }),
  'val.stats': call => {
    const { values, subscriptions } = servicesOf(call);
    return { stats: { values: values.length, subscriptions: subscriptions.length, capacity: 256 } };
  },
  'cmd.list': call => ({ commands: commandsOf(call).map(commandAnswer) }),
  'cmd.call': call => ({ command: callCommand(call) }),
  'cmd.stats': call => {
    const { commands } = servicesOf(call);
    const calls = commands.reduce((sum, command) => sum + command.calls, 0);
    return { stats: { commands: commands.length, calls, capacity: 256 } };
  },
};

const missing = { status: RegistryStatus.notFound, value: null, f16: null, pid: null };
const async = 2;

const servicesOf = ({ executive }: Call) => executive.system.state.services;

function valuesOf(call: Call): readonly Value[] {
  const { request } = call;
  const pid = request.has('pid') ? call.task.pid : undefined;
  const group = request.has('group') ? request.integer('group', { max: 255 }) : undefined;
  const name = request.optionalText('name');
  return servicesOf(call).values.filter(
    value =>
      (pid === undefined || value.owner === pid) &&
      (group === undefined || value.group === group) &&
      (name === undefined || value.name === name),
  );
}

const findValue = (call: Call): Value | undefined => {
  const oid = call.request.integer('oid', { max: 0xffff });
  return servicesOf(call).values.find(value => oidOf(value) === oid);
};

function valueAnswer({ executive }: Call, value: Value): Answer {
  const declared = executive.tasks
    .get(value.owner)
    ?.program.image.metadata.values.find(each => oidOf(each) === oidOf(value));
  return {
    oid: oidOf(value),
    group_id: value.group,
    value_id: value.id,
    flags: value.flags,
    auth_level: value.auth,
    owner_pid: value.owner,
    last_f16: value.value,
    last_value: fromF16(value.value),
    persist_key: declared?.persistKey ?? 0,
    name: value.name,
    unit: value.unit,
    epsilon_f16: declared?.epsilon ?? 0,
    epsilon: fromF16(declared?.epsilon ?? 0),
  };
}

const valueStatus = (value: Value, status: number): Answer => ({
  status,
  value: fromF16(value.value),
  f16: value.value,
  pid: value.owner,
});

function set(call: Call): Answer {
  const { executive, request } = call;
  const value = findValue(call);
  if (value === undefined) return missing;
  call.owned(value.owner);
  const bits = toF16(request.number('value'));
  if ((value.flags & ValueFlag.readOnly) !== 0) return valueStatus(value, RegistryStatus.notPermitted);
  setValue(servicesOf(call), value, bits, 0);
  executive.events.publish('value_changed', value.owner, {
    oid: oidOf(value),
    value: fromF16(bits),
    f16: bits,
  });
  executive.runner.wake();
  return valueStatus(value, RegistryStatus.ok);
}

function commandsOf(call: Call): readonly TaskCommand[] {
  const pid = call.request.has('pid') ? call.task.pid : undefined;
  return servicesOf(call).commands.filter(command => pid === undefined || command.owner === pid);
}

const commandAnswer = (command: TaskCommand): Answer => ({
  oid: oidOf(command),
  group_id: command.group,
  cmd_id: command.id,
  flags: command.flags,
  auth_level: command.auth,
  owner_pid: command.owner,
  handler_ref: command.handler,
  name: command.name,
  help: command.help,
});

function callCommand(call: Call): Answer {
  const { executive, request } = call;
  const oid = request.integer('oid', { max: 0xffff });
  const command = servicesOf(call).commands.find(each => oidOf(each) === oid);
  if (command === undefined) return { status: RegistryStatus.notFound, result: null, pid: null };
  call.owned(command.owner);
  if (request.flag('async') && (command.flags & async) === 0)
    return { status: RegistryStatus.notPermitted, result: null, pid: command.owner };
  command.calls++;
  executive.events.publish('cmd_invoked', command.owner, { oid, calls: command.calls });
  return { status: RegistryStatus.ok, result: null, pid: command.owner };
}

/** What the debugger shows beside variables. */
function readAll(call: Call): Answer {
  const { pid } = call.task;
  const { mailboxes, values, commands } = servicesOf(call);
  return {
    mailboxes: mailboxes
      .filter(({ owner, messages }) => owner === pid || owner === 0 || messages.length > 0)
      .map(mailboxAnswer),
    values: values.map(value => ({
      oid: oidOf(value),
      name: value.name,
      unit: value.unit,
      value: fromF16(value.value),
      f16: value.value,
      owner_pid: value.owner,
      flags: value.flags,
    })),
    commands: commands.map(command => ({
      oid: oidOf(command),
      name: command.name,
      help: command.help,
      handler: command.handler,
      calls: command.calls,
      owner_pid: command.owner,
    })),
  };
}

const mailboxAnswer = (mailbox: Mailbox): Answer => ({
  id: mailbox.id,
  target: targetText(mailbox),
  owner: mailbox.owner,
  capacity: mailbox.capacity,
  mode: mailbox.mode,
  mode_text: modeText(mailbox.mode),
  bytes: bytesIn(mailbox),
  messages: mailbox.messages.map(({ payload, source, channel, flags }) => ({
    text: new TextDecoder().decode(payload),
    data_hex: hexOf(payload),
    source,
    channel,
    flags,
  })),
});
