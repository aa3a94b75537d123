// What an executive answers, as far as the debugger reads it. The same fields in ours and in upstream's are checked alike.

import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Failure } from '@sonde/engine';

const number = Type.Integer();
const text = Type.String();
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const task = Type.Object({
  pid: number,
  program: text,
  state: text,
  app_name: text,
  pc: orNull(number),
  exit_status: orNull(number),
  stack_base: number,
  stack_size: number,
  symbols: optional(Type.Object({ path: text })),
  locked_by: optional(orNull(text)),
  /** Of the linked program. */
  crc: optional(number),
  wait: optional(
    orNull(
      Type.Object({ for: text, target: optional(orNull(text)), until: optional(orNull(Type.Number())) }),
    ),
  ),
});

const stepResult = Type.Object({
  pc: orNull(number),
  depth: optional(number),
  serial: optional(number),
  reason: optional(text),
  exit_status: optional(orNull(number)),
  fault: optional(Type.Object({ name: text, message: text })),
  watch: optional(Type.Unknown()),
});

export const answers = {
  nothing: Type.Object({}),
  session: Type.Object({
    session: Type.Object({
      id: text,
      heartbeat_s: Type.Number({ minimum: 1 }),
      executive: optional(Type.Object({ name: text, boot: text })),
    }),
  }),
  clock: Type.Object({ clock: Type.Object({ running: Type.Boolean() }) }),
  tasks: Type.Object({ tasks: Type.Object({ tasks: Type.Array(task) }) }),
  image: Type.Object({ image: Type.Object({ pid: number }) }),
  registers: Type.Object({
    registers: Type.Object({
      pc: number,
      regs: Type.Array(number, { minItems: 16, maxItems: 16 }),
      sp: number,
      flags: number,
      running: optional(Type.Boolean()),
      steps: optional(number),
    }),
  }),
  calls: Type.Object({
    calls: Type.Object({
      serial: number,
      imbalance: number,
      stack_top: number,
      stack_limit: number,
      entries: Type.Array(
        Type.Object({
          slot: number,
          return_to: number,
          serial: number,
          target: number,
          found: Type.Array(number, { minItems: 4, maxItems: 4 }),
        }),
      ),
    }),
  }),
  bytes: Type.Object({ data: text }),
  text: Type.Object({ text, total: number }),
  step: Type.Object({ result: stepResult }),
  watch: Type.Object({ watch_id: number }),
  subscribed: Type.Object({ events: Type.Object({ cursor: optional(number) }) }),
  services: Type.Object({
    services: Type.Object({
      mailboxes: Type.Array(
        Type.Object({
          target: text,
          owner: orNull(number),
          capacity: number,
          mode: number,
          messages: Type.Array(
            Type.Object({ data_hex: text, source: orNull(number), channel: number, flags: number }),
          ),
        }),
      ),
      values: Type.Array(Type.Object({ oid: number, name: text, f16: number, owner_pid: orNull(number) })),
      commands: Type.Array(Type.Object({ oid: number, name: text, handler: number, calls: number })),
    }),
  }),
  trace: Type.Object({
    trace: Type.Object({
      records: Type.Array(Type.Object({ pc: number, changed: optional(Type.Record(text, Type.Number())) })),
    }),
  }),
};

export const eventSchema = Type.Object({
  seq: number,
  type: text,
  pid: orNull(number),
  data: Type.Record(text, Type.Unknown()),
});

export type TaskAnswer = Static<typeof task>;
export type StepResult = Static<typeof stepResult>;
export type ServicesAnswer = Static<typeof answers.services>['services'];
export type ExecutiveEvent = Static<typeof eventSchema>;

export const isEvent = (message: unknown): message is ExecutiveEvent => Value.Check(eventSchema, message);

/** Throws a Failure that names the command whose answer makes no sense. */
export function checked<Schema extends TSchema>(
  schema: Schema,
  answer: unknown,
  cmd: string,
): Static<Schema> {
  if (Value.Check(schema, answer)) return answer;
  const [first] = Value.Errors(schema, answer);
  throw new Failure(
    'engine-died',
    'environment',
    `the executive answered "${cmd}" with what makes no sense${first === undefined ? '' : ` at ${first.path}: ${first.message}`}.`,
    'Is it an HSX executive that listens there?',
  );
}
