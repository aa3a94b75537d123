// Watches: an expression becomes a piece of memory, which is compared from then on.

import { asFailure } from '@sonde/engine';
import { activationsOf, framePointerOf } from '../../runtime/activations.js';
import { spaceSize } from '../../toolchain/isa.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import {
  watchAnswer,
  watchValue,
  type Watch,
  type WatchAccess,
  type WatchTerms,
} from '../machine/watches.js';
import { integerOf, longestExpression, Refusal, type Answer } from '../request.js';
import type { Call, Command, CommandTable } from './call.js';

const command: Command = call => {
  const op = call.request.operation('list');
  switch (op) {
    case 'add':
      return add(call);
    case 'remove':
      return remove(call);
    case 'list':
      return list(call);
    default:
      throw call.request.unknownOperation(op);
  }
};

export const watchCommands: CommandTable = { watch: command };

type Found = Pick<
  WatchTerms,
  'kind' | 'address' | 'length' | 'type' | 'typeName' | 'symbol' | 'description' | 'location' | 'serial'
>;

function add({ executive, request, session, ownTask: task }: Call): Answer {
  const expr = request.text('expr').trim();
  if (expr.length > longestExpression) throw new Refusal(`expr has at most ${longestExpression} characters`);
  const access = request.text('access', 'write');
  if (!['write', 'read', 'readwrite'].includes(access))
    throw new Refusal('access is write, read or readwrite');
  const found = find(task, expr, request.optionalText('type'));
  const length = request.integer('length', { min: 1, max: 4_096 }, found.length);
  if (found.address + length > spaceSize) throw new Refusal(`'${expr}' goes beyond 64 KiB`);
  const watch = task.watches.add(++executive.lastWatch, {
    ...found,
    expr,
    length,
    owner: session,
    break: request.flag('break'),
    onlyChanges: request.flag('only_changes'),
    access: access as WatchAccess,
  });
  task.refreshWatcher();
  const { value, formatted } = watchValue(watch, watch.last);
  return {
    watch_id: watch.id,
    expr,
    addr: watch.address,
    size: length,
    type: watch.type?.name ?? watch.typeName ?? null,
    value,
    formatted,
    watch: watchAnswer(watch, task.pid),
  };
}

/** Throws a Refusal that says why there is nothing to watch. */
function find(task: LoadedTask, expr: string, wanted: string | undefined): Found {
  const address = integerOf(expr);
  if (address !== undefined && (wanted === undefined || wanted === 'address')) {
    if (address < 0 || address >= spaceSize) throw new Refusal('an address is a number from 0 to 65535');
    return { kind: 'address', address, length: 4 };
  }
  if (wanted === 'address') throw new Refusal(`'${expr}' is no address`);
  const isName = /^[A-Za-z_.$][\w.$]*$/.test(expr);
  const isLocal = isName && task.expressions.isLocal(expr);
  if (wanted === 'local' && !isLocal) throw new Refusal(`local '${expr}' not found for pid ${task.pid}`);
  if (isName && !isLocal) {
    const symbol = task.symbols?.variableNamed(expr);
    // Labels of assembly have no type, so that expressions do not know them.
    if (symbol !== undefined && symbol.type === undefined)
      return {
        kind: 'symbol',
        address: symbol.address,
        length: Math.max(1, Math.min(4, symbol.size || 4)),
        symbol: expr,
      };
  }
  return fromExpression(task, expr, { isName, isLocal });
}

function fromExpression(
  task: LoadedTask,
  expr: string,
  { isName, isLocal }: { readonly isName: boolean; readonly isLocal: boolean },
): Found {
  try {
    const { expressions } = task;
    const { address, size, type } = expressions.memory(expr);
    const { types } = expressions;
    const found = { address, length: size, type: { id: type, name: types.get(type).name, types } };
    if (!isLocal) return { kind: 'symbol', ...found, symbol: expr };
    const [frame] = activationsOf(task.state, 0, 1);
    const offset = address - framePointerOf(frame!);
    return {
      kind: 'local',
      ...found,
      serial: frame!.serial,
      description: `${expressions.functionName(task.state.pc) ?? '?'}::${expr}`,
      location: `fp${offset < 0 ? '-' : '+'}0x${Math.abs(offset).toString(16).toUpperCase()}`,
    };
  } catch (error) {
    const { text } = asFailure(error);
    const unknown = isName && !isLocal && task.symbols?.named(expr) === undefined;
    throw new Refusal(unknown ? `symbol '${expr}' not found for pid ${task.pid}` : text);
  }
}

function remove({ request, ownTask: task }: Call): Answer {
  const id = request.integer(request.named('id', 'watch', 'watch_id'));
  const watch = task.watches.remove(id);
  if (watch === undefined) throw new Refusal(`unknown watch ${id}`);
  task.refreshWatcher();
  return { watch_id: id, watch: watchAnswer(watch, task.pid) };
}

function list({ task, session }: Call): Answer {
  const answer = (watch: Watch): Answer => ({
    ...watchAnswer(watch, task.pid),
    session: watch.owner === session,
  });
  const watches = task.watches.list().map(answer);
  return { pid: task.pid, watches, watch: { pid: task.pid, count: watches.length, watches } };
}
