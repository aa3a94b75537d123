// Symbols: listed, looked up by name and address, loaded, and the file itself in pieces.

import { Refusal, type Answer } from '../request.js';
import { refused } from '../symbols/read-program.js';
import type { TaskSymbols } from '../symbols/task-symbols.js';
import type { Call, CommandTable } from './call.js';

export const symbolCommands: CommandTable = {
  symbols: call => {
    const { list, ...counts } = listed(call);
    return {
      symbols: { pid: call.task.pid, ...counts, symbols: list },
      ...{ list, has_symbols: call.task.symbols !== undefined },
    };
  },
  'symbols.list': call => {
    const { list, ...counts } = listed(call);
    return { symbols: list, ...counts, list, has_symbols: call.task.symbols !== undefined };
  },
  sym: call => lookUp(call),
};

const longestPiece = 262_144;

function listed({ request, task }: Call) {
  const op = request.operation('list');
  if (op !== 'list') throw request.unknownOperation(op);
  const type = request.text('type', 'all').toLowerCase();
  const { symbols } = task;
  const [functions, variables] = [symbols?.functions() ?? [], symbols?.variables() ?? []];
  const lists = new Map([
    ['function', functions],
    ['variable', variables],
    ['all', [...functions, ...variables]],
  ]);
  const all = lists.get(type.replace(/s$/, ''));
  if (all === undefined) throw new Refusal('type is function, variable or all');
  const offset = request.integer('offset', {}, 0);
  const limit = request.has('limit') ? request.integer('limit', { min: 1 }) : null;
  const list = all.slice(offset, limit === null ? undefined : offset + limit);
  return { count: all.length, offset, limit, type, list };
}

function lookUp(call: Call): Answer {
  const { request, task, executive } = call;
  const { pid } = task;
  const op = request.operation('info');
  switch (op) {
    case 'info':
      return { symbols: about(task.symbols, pid) };
    case 'load': {
      const { ownTask } = call;
      const path = request.text('path');
      ownTask.useSymbols(refused(() => executive.programs.symbols(path, ownTask.program)));
      return { symbols: about(ownTask.symbols, pid) };
    }
    case 'name': {
      const name = request.text('name');
      const symbol = symbolsOf(call).named(name);
      if (symbol === undefined) throw new Refusal(`symbol '${name}' not found for pid ${pid}`);
      return { symbol, pid, name };
    }
    case 'addr': {
      const address = request.address(request.named('address', 'addr'));
      return { symbol: symbolsOf(call).functionAt(address) ?? null, pid, address };
    }
    case 'line': {
      const address = request.address(request.named('address', 'addr'));
      return { line: symbolsOf(call).lineAt(address) ?? null, pid, address };
    }
    case 'read': {
      const { text } = symbolsOf(call);
      const offset = request.integer('offset', {}, 0);
      const length = request.integer('length', { min: 1, max: longestPiece }, longestPiece);
      return { text: text.slice(offset, offset + length), offset, total: text.length, pid };
    }
    default:
      throw request.unknownOperation(op);
  }
}

function symbolsOf({ task }: Call): TaskSymbols {
  if (task.symbols === undefined) throw new Refusal('no_symbols');
  return task.symbols;
}

const about = (symbols: TaskSymbols | undefined, pid: number): Answer => ({
  pid,
  loaded: symbols !== undefined,
  path: symbols?.path ?? null,
  ...(symbols === undefined ? {} : { count: symbols.count }),
});
