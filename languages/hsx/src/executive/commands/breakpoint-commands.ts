// Breakpoints: set with a condition or without, cleared, listed.

import { asFailure } from '@sonde/engine';
import type { LoadedTask } from '../machine/loaded-task.js';
import { longestExpression, Refusal, type Answer } from '../request.js';
import type { Call, Command, CommandTable } from './call.js';

const command: Command = call => {
  const op = call.request.operation('list');
  switch (op) {
    case 'set':
    case 'add':
      return set(call);
    case 'clear':
    case 'remove':
    case 'rm':
    case 'del': {
      const { ownTask, request, session } = call;
      ownTask.breakpoints.clear(request.address('addr'), session);
      return answer(call, ownTask);
    }
    case 'clear_all': {
      const { ownTask, session } = call;
      ownTask.breakpoints.clearOf(session);
      return answer(call, ownTask);
    }
    case 'list':
      return answer(call, call.task);
    default:
      throw call.request.unknownOperation(op);
  }
};

export const breakpointCommands: CommandTable = { bp: command };

function set(call: Call): Answer {
  const { ownTask: task, request, session } = call;
  const addr = request.address('addr');
  const condition = request.optionalText('condition')?.trim();
  if ((condition?.length ?? 0) > longestExpression)
    throw new Refusal(`condition has at most ${longestExpression} characters`);
  task.breakpoints.set({
    addr,
    owner: session,
    ...(condition === undefined || condition === ''
      ? {}
      : { condition, test: testOf(task, condition, addr) }),
    ...(request.has('max_depth') ? { maxDepth: request.integer('max_depth') } : {}),
    temporary: request.flag('temporary'),
  });
  return answer(call, task);
}

function testOf(task: LoadedTask, condition: string, addr: number): () => boolean {
  try {
    return task.expressions.condition(condition, addr);
  } catch (error) {
    throw new Refusal(`bad_condition:${asFailure(error).text}`);
  }
}

function answer({ session }: Call, { pid, breakpoints }: LoadedTask): Answer {
  return {
    pid,
    breakpoints: breakpoints.addresses(),
    details: breakpoints.list().map(({ addr, condition, maxDepth, temporary, hits, owner }) => ({
      addr,
      ...(condition === undefined ? {} : { condition }),
      ...(maxDepth === undefined ? {} : { max_depth: maxDepth }),
      ...(temporary ? { temporary } : {}),
      hits,
      session: owner === session,
    })),
  };
}
