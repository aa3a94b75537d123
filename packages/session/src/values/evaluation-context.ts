// What a compiled expression may do at a stop: read names, write, call and run code, each as far as it is allowed.

import {
  Failure,
  type CallOptions,
  type Engine,
  type FrameId,
  type RawValue,
  type RelativePlace,
  type RestoredMemory,
  type TypeId,
} from '@sonde/engine';
import type { EvaluationContext } from '@sonde/lens';
import type { DebugSession, StopState } from '../debug-session.js';

export interface EvaluateOptions {
  readonly frame: FrameId | undefined;
  /** Whether the text may change the program. */
  readonly effects: boolean;
  /** Without that: whether memory of the program may be taken, for a value that a person wrote down. */
  readonly memory?: boolean;
  /** Without that: whether it may call functions, where the engine evaluates texts by itself. */
  readonly calls?: boolean;
  /** It is for a log message (`CompiledExpression.logged`). */
  readonly logged?: boolean;
  readonly signal?: AbortSignal;
}

/** A stop, whether or not anybody has heard of it. */
export type Halt = Pick<StopState, 'stop' | 'reader'>;

/** In the console people wait for what they asked for, but not for ever. */
const callMs = 5_000;

export function evaluationContext(
  session: DebugSession,
  at: Halt,
  options: EvaluateOptions,
): EvaluationContext {
  const { engine } = session.life.present();
  const { reader } = at;
  const { frame, signal } = options;
  const effects = options.effects || options.memory === true;
  return {
    reader,
    types: engine.types,
    pointerSize: engine.process.pointerSize,
    littleEndian: engine.process.littleEndian ?? true,
    ...spaceOf(engine, frame),
    ...(signal === undefined ? {} : { signal }),
    read: (place, type) => read(session, at, frame, place, type),
    ...(engine.symbolAddresses === undefined
      ? {}
      : { symbol: async (name: string) => (await engine.symbolAddresses!([name]))[0]?.offset }),
    objection: value => objection(session, at, frame, value),
    format: async value => (await session.lens(frame)).text(value, reader),
    ...(effects && engine.traits.writes
      ? { write: (target: RawValue, value: RawValue) => session.assignments.write(target, value) }
      : {}),
    ...(engine.runCode === undefined
      ? {}
      : { run: (code: unknown, type: TypeId) => runCode(session, at, options, code, type) }),
    ...(effects && engine.traits.calls && engine.call !== undefined && frame !== undefined
      ? {
          call: (
            callee: string | bigint,
            args: readonly RawValue[],
            result: TypeId,
            restores?: readonly RestoredMemory[],
          ) =>
            call(session, at, { ...options, frame }, callee, args, {
              ...{ timeoutMs: callMs, result },
              ...(restores === undefined ? {} : { restores }),
            }),
        }
      : {}),
  };
}

function spaceOf(engine: Engine, frame: FrameId | undefined): Pick<EvaluationContext, 'space'> {
  const space = frame === undefined ? undefined : engine.spaceOf?.(frame);
  return space === undefined ? {} : { space };
}

async function objection(
  session: DebugSession,
  { reader }: Halt,
  frame: FrameId | undefined,
  value: RawValue,
): Promise<string | undefined> {
  const language = await session.languageOf(frame);
  if (language.expressions?.objection === undefined) return undefined;
  const { engine, runtimes } = session.life.present();
  const { types, process } = engine;
  const facts = await runtimes.facts(language, reader);
  return language.expressions.objection(value, {
    types,
    facts,
    littleEndian: process.littleEndian ?? true,
  });
}

/** Runs code of the machine. With effects allowed nobody knows what it changed on the way, even when it failed. */
async function runCode(
  session: DebugSession,
  { stop }: Halt,
  { frame, effects, signal }: EvaluateOptions,
  code: unknown,
  type: TypeId,
): Promise<RawValue> {
  const { engine } = session.life.present();
  try {
    return await engine.runCode!(stop.id, frame, code, effects, signal, type);
  } finally {
    if (effects) session.written();
  }
}

/** Runs a function of the program. Nobody knows what it changed, even when it failed. */
async function call(
  session: DebugSession,
  { stop }: Halt,
  { frame, signal }: EvaluateOptions & { readonly frame: FrameId },
  callee: string | bigint,
  args: readonly RawValue[],
  options: CallOptions,
): Promise<RawValue> {
  const { engine } = session.life.present();
  const code = typeof callee === 'string' ? callee : { space: '', offset: callee };
  try {
    return await engine.call!(stop.id, frame, code, args, options, signal);
  } finally {
    session.written();
  }
}

async function read(
  session: DebugSession,
  { stop, reader }: Halt,
  frame: FrameId | undefined,
  place: RelativePlace,
  type: TypeId,
): Promise<RawValue> {
  switch (place.kind) {
    case 'global': {
      if (place.perTask !== true)
        return reader.value({ place: { kind: 'global', index: place.index }, type });
      if (frame === undefined) throw noFrame();
      return reader.value({ place: { kind: 'global', index: place.index, frame }, type });
    }
    case 'memory':
      return reader.value({
        place: { kind: 'memory', address: { space: place.space, offset: place.offset } },
        type,
      });
    case 'slot':
    case 'register': {
      if (frame === undefined) throw noFrame();
      return reader.value({ place: { ...place, frame }, type });
    }
    case 'named': {
      if (frame === undefined) throw noFrame();
      for (const scope of await session.scopes.of(stop.id, frame)) {
        const found = scope.variables.find(v => v.name === place.name);
        if (found !== undefined) return found.value;
      }
      throw new Failure('bad-expression', 'user', `there is no "${place.name}" here.`);
    }
  }
}

const noFrame = (): Failure =>
  new Failure('bad-expression', 'user', 'this name needs a stack frame;', 'select one.');
