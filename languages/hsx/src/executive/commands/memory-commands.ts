// Registers, memory and code of a task: read and written.

import { bssStart } from '../../toolchain/format/hxe.js';
import { dataBase, spaceSize } from '../../toolchain/isa.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import { hexOf, integerOf, Refusal, type Answer } from '../request.js';
import { registersAnswer } from '../task-answers.js';
import type { Call, CommandTable } from './call.js';

export const memoryCommands: CommandTable = {
  dumpregs: ({ executive, task }) => ({ registers: registersAnswer(executive.system, task) }),
  'regs.write': call => {
    const { executive, ownTask } = call;
    writeRegister(call, ownTask);
    return { registers: registersAnswer(executive.system, ownTask) };
  },
  vm_reg_get: call => ({ pid: call.task.pid, ...registerOf(call, call.task) }),
  vm_reg_set: call => {
    const { ownTask } = call;
    writeRegister(call, ownTask);
    return { pid: ownTask.pid, ...registerOf(call, ownTask) };
  },
  peek: call => {
    const { start, end } = rangeOf(call, 16);
    return { data: hexOf(call.task.state.memory.subarray(start, end)) };
  },
  poke: call => {
    const { request, ownTask, executive } = call;
    const bytes = request.bytes('data', spaceSize);
    const addr = request.address('addr');
    if (addr + bytes.length > spaceSize) throw new Refusal('addr and data go beyond 64 KiB');
    ownTask.state.memory.set(bytes, addr);
    ownTask.watches.poked(addr, bytes.length);
    executive.control.poked = true;
    return {};
  },
  'code.read': call => {
    const { start, end } = rangeOf(call);
    return { data: hexOf(codeBytes(call.task).subarray(start, end)) };
  },
  memory: call => regions(call),
};

function rangeOf({ request }: Call, absent?: number): { readonly start: number; readonly end: number } {
  const limits = { min: 1, max: spaceSize };
  const start = request.address('addr');
  const length =
    absent === undefined ? request.integer('length', limits) : request.integer('length', limits, absent);
  return { start, end: Math.min(spaceSize, start + length) };
}

export function codeBytes({ program }: LoadedTask): Uint8Array {
  const { code } = program.image;
  const bytes = new Uint8Array(code.length * 4);
  const view = new DataView(bytes.buffer);
  code.forEach((word, index) => view.setUint32(index * 4, word));
  return bytes;
}

function nameOf({ request }: Call): string {
  const given = request.fields['reg'];
  if (given === undefined || given === null) throw request.missing('reg');
  const number = integerOf(given);
  const text = typeof given === 'string' ? given.trim().toUpperCase().replace(/^\$/, '') : '';
  const name = number === undefined ? text : `R${number}`;
  if (!/^(?:R(?:\d|1[0-5])|SP|PC|PSW)$/.test(name)) throw new Refusal('reg is R0 to R15, SP, PC or PSW');
  return name;
}

function registerOf(call: Call, { state }: LoadedTask): Answer {
  const name = nameOf(call);
  const own = { SP: state.sp, PC: state.pc, PSW: state.psw }[name];
  return { reg: call.request.fields['reg'], value: own ?? state.registers[Number(name.slice(1))]! >>> 0 };
}

function writeRegister(call: Call, task: LoadedTask): void {
  const { executive, request } = call;
  const { state, pid } = task;
  const name = nameOf(call);
  const value = request.integer('value', { min: -(2 ** 31), max: 2 ** 32 - 1 });
  if (state.finished) throw new Refusal(`invalid_state_transition:${task.stateName}->paused`);
  if (executive.clock.running && !executive.system.held.has(pid)) throw new Refusal(`task_not_paused:${pid}`);
  if (task.stepping) throw new Refusal(`task_busy:${pid}`);
  switch (name) {
    case 'SP':
      if (value < 0 || value > spaceSize) throw new Refusal(`SP is a number from 0 to ${spaceSize}`);
      state.sp = value;
      return;
    case 'PSW':
      if (value < 0 || value > 15) throw new Refusal('PSW is a number from 0 to 15');
      if ((value & 5) === 5) throw new Refusal('Z and N are never set both: no result is zero and negative');
      state.psw = value;
      return;
    case 'PC':
      if (!executive.system.code[state.program]!.beginsInstruction(value))
        throw new Refusal(`no instruction begins at 0x${(value >>> 0).toString(16).padStart(4, '0')}`);
      task.standAt(value);
      return;
    default:
      state.registers[Number(name.slice(1))] = value;
  }
}

function regions(call: Call): Answer {
  const op = call.request.operation('regions');
  if (op !== 'regions') throw call.request.unknownOperation(op);
  const { pid, program, state, name, appNameBase } = call.task;
  const { image, path } = program;
  const codeLength = image.code.length * 4;
  const bss = bssStart(dataBase, image.rodata.length);
  const all = [
    { name: 'code', start: 0, end: codeLength, type: 'text', theirs: 'code', permissions: 'r-x' },
    {
      ...{ name: 'rodata', start: dataBase, end: dataBase + image.rodata.length },
      ...{ type: 'data', theirs: 'rodata', permissions: 'rw-' },
    },
    { name: 'bss', start: bss, end: bss + image.bssSize, type: 'bss', theirs: 'bss', permissions: 'rw-' },
    {
      ...{ name: 'stack', start: state.stackLimit, end: state.stackTop },
      ...{ type: 'stack', theirs: 'stack', permissions: 'rw-' },
    },
  ].filter(({ start, end }) => end > start);
  return {
    regions: all.map(({ name: region, start, end, type, permissions }) => ({
      name: region,
      start,
      end: end - 1,
      type,
      permissions,
    })),
    memory: {
      pid,
      program: path,
      regions: all.map(({ theirs, permissions, ...region }) => ({
        name: region.name,
        type: theirs,
        start: region.start,
        end: region.end,
        length: region.end - region.start,
        permissions: permissions.replaceAll('-', ''),
        source: theirs === 'stack' ? 'vm' : 'hxe',
        ...(theirs === 'code' ? { details: { entry: image.entry } } : {}),
      })),
      layout: {
        entry: image.entry,
        code_len: codeLength,
        ro_len: image.rodata.length,
        bss: image.bssSize,
        app_name: name,
        app_name_base: appNameBase,
        meta_count: [image.metadata.values, image.metadata.commands, image.metadata.mailboxes].filter(
          ({ length }) => length > 0,
        ).length,
        allow_multiple: image.version === 1 || (image.flags & 2) !== 0,
        version: image.version,
      },
    },
  };
}
