// What upstream's executive answers, as far as the debugger reads it. Fields come and go between its two branches.

import { Type, type Static, type TSchema } from '@sinclair/typebox';

const number = Type.Integer();
const text = Type.String();
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const record = Type.Record(text, Type.Unknown());

const clock = Type.Object({ running: Type.Boolean() });

const task = Type.Object({
  pid: number,
  program: orNull(text),
  state: text,
  app_name: orNull(text),
  pc: orNull(number),
  exit_status: optional(orNull(number)),
  sleep_pending_ms: optional(orNull(Type.Number())),
  symbols: optional(Type.Object({ path: orNull(text) })),
});

const stepResult = Type.Object({
  executed: number,
  running: Type.Boolean(),
  /** Absent when a breakpoint kept the task from its first instruction, null when it is paused. */
  pc: optional(orNull(number)),
  steps: optional(number),
  /** Whose pc and steps these are. */
  current_pid: optional(orNull(number)),
  sleep_pending: optional(Type.Boolean()),
  events: optional(Type.Array(record)),
});

const registers = Type.Object({
  pc: number,
  regs: Type.Array(number, { minItems: 16, maxItems: 16 }),
  sp: number,
  flags: number,
  steps: number,
  stack_base: number,
  stack_limit: number,
  stack_size: number,
  context: optional(
    Type.Object({
      wait_handle: optional(orNull(number)),
      fd_table: optional(Type.Record(text, number)),
    }),
  ),
});

export const upstreamAnswers = {
  nothing: Type.Object({}),
  session: Type.Object({
    session: Type.Object({ id: text, heartbeat_s: Type.Number({ minimum: 1 }) }),
  }),
  clock: Type.Object({ clock }),
  tasks: Type.Object({ tasks: Type.Object({ tasks: Type.Array(task) }) }),
  registers: Type.Object({ registers }),
  step: Type.Object({ result: stepResult, clock: optional(clock) }),
  breakpoints: Type.Object({ breakpoints: Type.Array(number) }),
  messages: Type.Object({ messages: Type.Array(Type.Object({ data_hex: text })) }),
  values: Type.Object({
    values: Type.Array(
      Type.Object({
        oid: number,
        name: optional(orNull(text)),
        last_f16: number,
        owner_pid: optional(orNull(number)),
      }),
    ),
  }),
  regions: Type.Object({
    memory: Type.Object({
      regions: Type.Array(
        Type.Object({
          type: text,
          start: number,
          /** Exclusive. */
          end: number,
          details: optional(Type.Object({ entry: optional(number) })),
        }),
      ),
    }),
  }),
  disasm: Type.Object({ disasm: Type.Object({ address: number, data: text }) }),
};

export type UpstreamTask = Static<typeof task>;
export type UpstreamStep = Static<typeof stepResult>;
export type UpstreamRegisters = Static<typeof registers>;

/** Events of the machine have their fields beside `type`, those of the executive in `data`. */
export function eventField(event: Readonly<Record<string, unknown>>, name: string): unknown {
  const { data } = event;
  return (
    event[name] ?? (typeof data === 'object' && data !== null ? (data as typeof event)[name] : undefined)
  );
}
