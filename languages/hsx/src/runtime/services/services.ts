// What SVC asks for: the module and function of its operand, arguments in registers, answers in registers.

import { ErrorCode } from '../../toolchain/isa.js';
import { fromF16, toF16 } from '../../toolchain/format/f16.js';
import { hex } from '../faults.js';
import type { HsxMetadata } from '../image.js';
import type { ServiceCall } from './call.js';
import { type ServiceOutcome } from './call.js';
import { fileService } from './files.js';
import { mailboxService } from './mailbox-service.js';
import { bind, openStandard } from './mailboxes.js';
import type { ServiceState } from './service-state.js';
import { commandService, registerCommand, registerValue, valueService } from './registries.js';
import { write } from './stdio.js';

type Service = (call: ServiceCall, fn: number) => ServiceOutcome | undefined;

const services: Readonly<Record<number, Service>> = {
  0x0: (call, fn) => (fn === 0 ? call.answer(call.system.time) : undefined),
  0x1: taskService,
  0x2: canService,
  0x4: fileService,
  0x5: mailboxService,
  0x6: (call, fn) => (fn === 0 ? sleep(call) : undefined),
  0x7: valueService,
  0x8: commandService,
  0xe: mathService,
};

/** Mailboxes of a task, and what its program declares. */
export function startServices(state: ServiceState, task: number, metadata: HsxMetadata | undefined): void {
  openStandard(state, task);
  for (const value of metadata?.values ?? []) registerValue(state, task, value);
  for (const command of metadata?.commands ?? []) registerCommand(state, task, command);
  for (const { target, capacity, mode } of metadata?.mailboxes ?? [])
    bind(state, task, target, capacity, mode);
}

/** What a task that is over and gone leaves behind. Handles of others to its mailboxes stay, closed, so that numbers stay. */
export function forgetServices(state: ServiceState, task: number): void {
  const gone = new Set(state.mailboxes.filter(({ owner }) => owner === task).map(({ id }) => id));
  for (const handle of state.handles) if (gone.has(handle.mailbox)) handle.closed = true;
  const keep = <Item>(items: Item[], kept: (item: Item) => boolean): void => {
    items.splice(0, Infinity, ...items.filter(kept));
  };
  keep(state.mailboxes, ({ id }) => !gone.has(id));
  keep(state.handles, handle => handle.task !== task);
  keep(state.values, ({ owner }) => owner !== task);
  keep(state.commands, ({ owner }) => owner !== task);
  keep(state.subscriptions, subscription => subscription.task !== task && !gone.has(subscription.mailbox));
  keep(state.openFiles, file => file.task !== task);
  keep(state.input, input => input.task !== task);
}

/** `operand` are the lowest 12 bits of the instruction. Throws a ServiceFault. */
export function callService(call: ServiceCall, operand: number): ServiceOutcome {
  return services[operand >> 8]?.(call, operand & 0xff) ?? unknownService(call, operand);
}

function taskService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  if (fn === 0) return 'exit';
  if (fn !== 1) return undefined;
  const length = call.half(2);
  return write(call, 'stdout', call.bytes(call.half(1), length)) ?? call.answer(length);
}

/** There is no bus: the frame is printed. */
function canService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  if (fn !== 0) return undefined;
  const data = Array.from(call.bytes(call.half(2), call.register(3) & 0xff), byte => hex(byte, 2).slice(2));
  const line = `[CAN.tx] id=${hex(call.register(1) & 0x7ff, 3)} data=${data.join(' ')}\n`;
  return write(call, 'stdout', new TextEncoder().encode(line)) ?? call.answer(0);
}

function sleep(call: ServiceCall): ServiceOutcome {
  const { task } = call;
  const began = task.wait?.for === 'time' ? task.wait : undefined;
  const until = began?.until ?? call.host.now() + call.register(0);
  return until <= call.host.now() ? call.answer(0) : (began ?? { for: 'time', until });
}

/** Upstream has these with `--dev-libm` only. */
function mathService(call: ServiceCall, fn: number): ServiceOutcome | undefined {
  const compute = [Math.sin, Math.cos, Math.exp][fn];
  if (compute === undefined) return undefined;
  const bits = toF16(compute(fromF16(call.half(1))));
  return call.answer((call.register(0) & 0xffff0000) | bits);
}

function unknownService(call: ServiceCall, operand: number): ServiceOutcome {
  const { unknown } = call.state;
  if (!unknown.includes(operand)) {
    const words = `there is no service ${hex(operand >> 8, 1)}:${hex(operand & 0xff, 2)}`;
    const line = new TextEncoder().encode(`hsx: ${words} (task ${call.task.id}, pc ${hex(call.task.pc)})\n`);
    const wait = write(call, 'stderr', line);
    if (wait !== undefined) return wait;
    unknown.push(operand);
  }
  return call.answer(ErrorCode.unknownService);
}
