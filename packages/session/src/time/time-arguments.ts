// Arguments of the requests about time, as schemas; docs/reference.md is made from them.

import { Type } from '@sinclair/typebox';
import type { MomentKind } from '@sonde/engine';

/** More marks than a line of time has room for; who wants all asks by parts. */
export const mostMoments = 10_000;
export const mostPastValues = 1_000;

const oneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Union(
    values.map(value => Type.Literal(value as Values[number])),
    { description },
  );

const moment = (description: string) => Type.String({ minLength: 1, maxLength: 40, description });

const limit = (most: number, usual: number) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `At most so many; ${usual} by default.` }),
  );

const whole = (description: string) => Type.Integer({ minimum: 0, maximum: 0x7fff_ffff, description });

export const stepBackArguments = Type.Object({
  threadId: Type.Integer({ description: 'The thread that steps.' }),
  how: Type.Optional(
    oneOf(
      ['over', 'in', 'out'],
      'Over calls, into the end of the last one, or out to where this one was made.',
    ),
  ),
  granularity: Type.Optional(oneOf(['line', 'statement', 'instruction'], 'Lines by default.')),
  singleThread: Type.Optional(Type.Boolean({ description: 'Only this thread, where the engine can.' })),
});

export const gotoTimeArguments = Type.Object({
  position: Type.Optional(moment('The `at` of a moment;')),
  step: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'or a step of the current branch.',
    }),
  ),
});

const kinds = [
  'entry',
  'stop',
  'output',
  'exception',
  'call',
  'input',
  'event',
  'edit',
  'exit',
] as const satisfies readonly MomentKind[];

export const timelineArguments = Type.Object({
  kinds: Type.Optional(
    Type.Array(oneOf(kinds, ''), { maxItems: kinds.length, description: 'All but calls by default.' }),
  ),
  from: Type.Optional(moment('The first moment wanted; the beginning of the branch by default.')),
  to: Type.Optional(moment('The last moment wanted; the newest by default.')),
  limit: limit(mostMoments, 1000),
  thin: Type.Optional(
    Type.Boolean({ description: 'Where there are more, evenly chosen ones instead of the first.' }),
  ),
});

export const valueHistoryArguments = Type.Object({
  variablesReference: Type.Optional(whole('What holds the variable, …')),
  name: Type.Optional(Type.String({ description: '… and its name there;' })),
  expression: Type.Optional(Type.String({ description: 'or an expression that names a place, …' })),
  frameId: Type.Optional(whole('… in this frame.')),
  limit: limit(mostPastValues, 100),
});

export const discardBranchArguments = Type.Object({ branch: whole('The branch; not the current one.') });

export const recordingArguments = Type.Object({
  path: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'The file to write; without it the answer holds the recording.',
    }),
  ),
});
