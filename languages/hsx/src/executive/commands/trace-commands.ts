// Traces: switched on and off, their size, their records.

import { Refusal, type Answer } from '../request.js';
import { sizeWithin } from '../variants.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import type { Call, Command, CommandTable } from './call.js';

const command: Command = call => {
  const op = call.request.operation('switch');
  switch (op) {
    case 'switch':
      return toggle(call);
    case 'config':
      return configure(call);
    case 'records':
    case 'history':
    case 'export':
      return records(call, true);
    case 'import':
      return importRecords(call);
    default:
      throw call.request.unknownOperation(op);
  }
};

export const traceCommands: CommandTable = { trace: command };

const mostImported = 10_000;

function toggle(call: Call): Answer {
  const { request, ownTask: task } = call;
  const mode = request.fields['mode'];
  const wanted =
    mode === undefined || mode === null
      ? !task.trace.enabled
      : mode === 'on' || mode === true
        ? true
        : mode === 'off' || mode === false
          ? false
          : undefined;
  if (wanted === undefined) throw new Refusal('mode is on or off');
  task.trace.enable(wanted);
  task.refreshWatcher();
  return { trace: { pid: task.pid, enabled: wanted, buffer_size: task.trace.size } };
}

/** Of one task, or of all. */
function configure(call: Call): Answer {
  const { executive, request } = call;
  const tasks: readonly LoadedTask[] = request.has('pid') ? [call.ownTask] : [...executive.tasks.values()];
  let size: number | undefined;
  if (request.has('buffer_size')) {
    size = sizeWithin(executive.variant, request.integer('buffer_size', { min: 1, max: 1e9 }));
    for (const task of tasks) task.trace.resize(size);
  }
  if (request.has('changed_regs')) executive.changedRegisters = request.flag('changed_regs');
  return {
    trace: {
      buffer_size: size ?? tasks[0]?.trace.size ?? sizeWithin(executive.variant, undefined),
      changed_regs: executive.changedRegisters,
    },
  };
}

function records({ request, task }: Call, withRecords: boolean): Answer {
  const all = task.trace.records();
  const limit = request.integer('limit', { min: 0, max: mostImported }, mostImported);
  const returned = limit === 0 ? [] : all.slice(-limit);
  return {
    trace: {
      pid: task.pid,
      capacity: task.trace.size,
      count: all.length,
      returned: withRecords ? returned.length : 0,
      enabled: task.trace.enabled,
      format: 'hsx.trace/1',
      ...(withRecords ? { records: returned } : {}),
    },
  };
}

function importRecords(call: Call): Answer {
  const { request, ownTask } = call;
  const given = request.fields['records'];
  if (given === undefined) throw request.missing('records');
  if (!Array.isArray(given) || given.length > mostImported || !given.every(isRecord))
    throw new Refusal('records is a list of objects that have a pc');
  ownTask.trace.import(given.map(recordOf), request.flag('replace'));
  return records(call, false);
}

const numbers = ['seq', 'pid', 'pc', 'opcode', 'next_pc', 'steps', 'flags', 'ts'];

const plainNumber = (given: unknown): number => (typeof given === 'number' ? given : 0);

/** What a record has, and nothing else: it is kept. */
function recordOf(given: Answer): Answer {
  const record: Record<string, unknown> = {};
  for (const name of numbers) if (typeof given[name] === 'number') record[name] = given[name];
  const { regs, changed_regs: changed, mem_access: access } = given;
  if (Array.isArray(regs)) record['regs'] = regs.slice(0, 16).map(plainNumber);
  if (Array.isArray(changed))
    record['changed_regs'] = changed.slice(0, 19).filter(name => typeof name === 'string' && name.length < 5);
  if (typeof access === 'object' && access !== null) {
    const { op, address, width, value } = access as Answer;
    record['mem_access'] = {
      op: op === 'write' ? 'write' : 'read',
      address: plainNumber(address),
      width: plainNumber(width),
      value: plainNumber(value),
    };
  }
  return record;
}

const isRecord = (given: unknown): given is Answer =>
  typeof given === 'object' && given !== null && typeof (given as Answer)['pc'] === 'number';
