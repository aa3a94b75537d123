// The open calls of a task: frames in the shapes of the specification and of upstream, and the machine's own record of them.

import { activationsOf, framePointerOf, type Activation } from '../../runtime/activations.js';
import type { LoadedTask } from '../machine/loaded-task.js';
import type { Answer } from '../request.js';
import type { Call, Command, CommandTable } from './call.js';

const command: Command = call => {
  const op = call.request.operation('info');
  if (op !== 'info') throw call.request.unknownOperation(op);
  return stack(call);
};

export const stackCommands: CommandTable = { stack: command };

function stack({ request, task }: Call): Answer {
  const most = request.integer(
    request.named('max_frames', 'max', 'limit', 'frames'),
    { min: 1, max: 64 },
    16,
  );
  const { state, depth, pid } = task;
  const found = state.finished ? [] : activationsOf(state, 0, most);
  const frames = found.map((frame, nth) => describe(task, frame, nth, found[nth - 1], found[nth + 1]));
  return {
    frames: frames.map(({ ours }) => ours),
    depth,
    ...(request.flag('calls') ? { calls: callsOf(task) } : {}),
    stack: {
      pid,
      frames: frames.map(({ theirs }) => theirs),
      truncated: depth > found.length,
      errors: [],
      stack_base: state.stackLimit,
      stack_limit: state.stackLimit,
      stack_low: state.stackLimit,
      stack_high: state.stackTop,
      initial_sp: state.sp,
      initial_fp: found[0] === undefined ? null : framePointerOf(found[0]),
    },
  };
}

function describe(
  { state, symbols }: LoadedTask,
  frame: Activation,
  index: number,
  callee: Activation | undefined,
  caller: Activation | undefined,
): { readonly ours: Answer; readonly theirs: Answer } {
  const { pc, serial, guessed } = frame;
  // One that waits for a call stands in it, also where the call is its last instruction.
  const at = index === 0 ? pc : pc - 4;
  const [symbol, line] = [symbols?.functionAt(at), symbols?.lineAt(at)];
  const place = { pc, sp: callee === undefined ? state.sp : callee.slot + 4, fp: framePointerOf(frame) };
  return {
    ours: {
      depth: index,
      ...place,
      symbol: symbol?.name ?? null,
      file: line?.file ?? symbol?.file ?? null,
      line: line?.line ?? null,
      serial,
      guessed,
    },
    theirs: {
      index,
      ...place,
      return_pc: caller?.pc ?? null,
      ...(symbol === undefined
        ? {}
        : {
            symbol: { ...symbol, offset: pc - symbol.address },
            func_name: symbol.name,
            func_addr: symbol.address,
            func_offset: pc - symbol.address,
          }),
      ...(line === undefined ? {} : { line: { ...line, address: pc }, line_num: line.line }),
    },
  };
}

/** All that a walk has to know beside registers and memory. */
function callsOf({ state }: LoadedTask): Answer {
  const { calls, stackTop, stackLimit } = state;
  const { serial, imbalance, activations, count } = calls;
  return {
    serial,
    imbalance,
    activations,
    stack_top: stackTop,
    stack_limit: stackLimit,
    entries: Array.from({ length: count }, (_, at) => ({
      slot: calls.slots[at],
      return_to: calls.returns[at],
      serial: calls.serials[at],
      target: calls.targets[at],
      found: [...calls.found.subarray(at * 4, at * 4 + 4)].map(word => word >>> 0),
    })),
  };
}
