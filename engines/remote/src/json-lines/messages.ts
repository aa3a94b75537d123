// What a server of the remote protocol may send, as schemas: everything that comes over the wire is checked against them.
//
// docs/remote-protocol.md describes the protocol for those who write such a server.

import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Failure } from '@sonde/engine';

export const protocolVersion = 1;

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
const address = Type.Integer({ minimum: 0 });
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);

export const valueSchema = Type.Object({
  name: optional(text),
  /** Absent for what has no value of its own, but members. */
  value: optional(Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()])),
  /** `value` is a text that spells an integer too large for JSON. */
  integer: optional(Type.Boolean()),
  type: optional(text),
  /** How the machine would show it. */
  text: optional(text),
  /** Names the members, for `children`. */
  ref: optional(Type.Integer({ minimum: 1 })),
  named: optional(count),
  indexed: optional(count),
  /** Names the place, for `write`; whatever the server likes. */
  to: optional(Type.Unknown()),
});

const moduleSchema = Type.Object({
  name: text,
  /** A path, or a text that is no file. */
  source: Type.Union([text, Type.Object({ name: text, text })]),
  functions: Type.Array(
    Type.Object({
      name: text,
      start: address,
      end: address,
      /** The lines of its text, first and last. */
      line: optional(Type.Integer({ minimum: 1 })),
      endLine: optional(Type.Integer({ minimum: 1 })),
      /** Made by a compiler: stepped through, not into. */
      hidden: optional(Type.Boolean()),
    }),
  ),
  /** Address, line, and column where it is known. Each is a place where a step may end. */
  lines: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 3 })),
});

const taskSchema = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  name: text,
  state: optional(Type.Union([Type.Literal('ready'), Type.Literal('waiting'), Type.Literal('finished')])),
});

export const abilities = ['evaluate', 'write', 'input', 'disassemble', 'leave'] as const;

export const answers = {
  hello: Type.Object({
    version: Type.Integer(),
    name: text,
    process: optional(Type.Integer({ minimum: 1 })),
    can: optional(Type.Array(text)),
    modules: Type.Array(moduleSchema),
    tasks: optional(Type.Array(taskSchema)),
    /** The machine ran when it was attached to, and was halted for it. */
    running: optional(Type.Boolean()),
  }),
  stack: Type.Object({
    frames: Type.Array(Type.Object({ id: count, at: address })),
    total: optional(count),
  }),
  scopes: Type.Object({
    scopes: Type.Array(Type.Object({ name: text, kind: optional(text), values: Type.Array(valueSchema) })),
  }),
  children: Type.Object({ values: Type.Array(valueSchema) }),
  value: Type.Object({ value: valueSchema }),
  instructions: Type.Object({
    instructions: Type.Array(
      Type.Object({ at: address, size: Type.Integer({ minimum: 1 }), text, bytes: optional(text) }),
    ),
  }),
  nothing: Type.Object({}),
};

export const events = {
  stopped: Type.Object({
    event: Type.Literal('stopped'),
    task: Type.Integer({ minimum: 1 }),
    reason: Type.Union([
      Type.Literal('breakpoint'),
      Type.Literal('step'),
      Type.Literal('pause'),
      Type.Literal('exception'),
      Type.Literal('trap'),
      Type.Literal('blocked'),
      Type.Literal('module'),
    ]),
    at: optional(address),
    frame: optional(count),
    depth: optional(count),
    /** What a function gave back that the instruction before has left. */
    returned: optional(valueSchema),
    /** Of an exception. */
    name: optional(text),
    message: optional(text),
    caught: optional(Type.Boolean()),
    /** With reason `module`. */
    module: optional(moduleSchema),
    tasks: optional(Type.Array(taskSchema)),
  }),
  output: Type.Object({ event: Type.Literal('output'), text, stream: optional(text) }),
  exited: Type.Object({ event: Type.Literal('exited'), code: Type.Integer() }),
  waiting: Type.Object({ event: Type.Literal('waiting'), waiting: Type.Boolean() }),
};

export type WireValue = Static<typeof valueSchema>;
export type WireModule = Static<typeof moduleSchema>;
export type WireTask = Static<typeof taskSchema>;
export type Hello = Static<typeof answers.hello>;
export type StoppedEvent = Static<typeof events.stopped>;
export type WireEvent = Static<(typeof events)[keyof typeof events]>;

/** Checks what came; `what` names it for the person who writes the server. */
export function checked<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  what: string,
): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  throw new Failure(
    'engine-died',
    'language',
    `the server sent an unusable ${what}${where}: ${first?.message ?? 'wrong'}.`,
    'docs/remote-protocol.md says what belongs there.',
  );
}
