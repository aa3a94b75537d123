// A value that a request names: an expression in a frame, or a child of what a reference stands for.

import { Failure, type FrameId, type RawValue } from '@sonde/engine';
import type { SessionContext } from '../request-table.js';
import { childOf } from './value-access.js';

export interface NamedValueArguments {
  readonly expression?: string;
  readonly frameId?: number;
  readonly variablesReference?: number;
  readonly name?: string;
}

/** `expression` in a frame, the child `name` of a `variablesReference`, or what that reference itself stands for. */
export async function namedValue(
  { session, signal }: Pick<SessionContext, 'session' | 'signal'>,
  { expression, frameId, variablesReference, name }: NamedValueArguments,
): Promise<{ readonly value: RawValue; readonly frame: FrameId | undefined }> {
  if (expression !== undefined) {
    const frame = frameId === undefined ? undefined : session.frames.get(frameId).frame.id;
    return { value: await session.evaluator.evaluate(expression, { frame, effects: false, signal }), frame };
  }
  if (variablesReference === undefined)
    throw new Failure('bad-arguments', 'user', '"expression" or "variablesReference" is missing.');
  const container = session.containers.get(variablesReference);
  const raw =
    name !== undefined
      ? (await childOf(session, variablesReference, name, signal)).raw
      : container.kind === 'value'
        ? container.shown.raw
        : undefined;
  if (raw !== undefined) return { value: raw, frame: container.frame };
  throw new Failure(
    'bad-arguments',
    'user',
    'what was named is no value of the program.',
    'Name a variable.',
  );
}
