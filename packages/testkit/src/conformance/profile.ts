// A conformance profile: how to launch a small program with known lines and values on one adapter. One JSON file.
import { Type } from '@sinclair/typebox';
import type { Static, TOptional, TProperties } from '@sinclair/typebox';

const closed = { additionalProperties: false };
/** A line of the program: its number, or a marker in one of its comments (`#stop`). */
const place = Type.Union([Type.Integer({ minimum: 1 }), Type.TemplateLiteral('#${string}')]);
const places = Type.Array(place, { minItems: 1 });
/** A text that must be shown exactly, or, between slashes, a regular expression that must match. */
const expected = Type.String();
const text = Type.String();

/** Each section may run another program than the main one. */
const program = {
  /** Merged over the profile's `launch`. */
  launch: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** The source in which places are looked up; the profile's `source` unless given. */
  source: Type.Optional(text),
};

const section = <T extends TProperties>(properties: T) => Type.Object({ ...program, ...properties }, closed);
const shows = Type.Object({ expression: text, value: expected }, closed);

/** Every section but `stop` may be absent; `lacks` then says why. */
export const sectionSchemas = {
  /** The line most checks stop at: reached once, in a function with a variable that holds a plain value. */
  stop: section({
    at: place,
    function: Type.Optional(expected),
    variable: Type.Object({ name: text, value: expected, type: Type.Optional(expected) }, closed),
    expression: shows,
    /** A text that no evaluator can make sense of. */
    nonsense: text,
  }),
  /** Where a step over from `stop.at` ends. */
  next: section({ lands: places }),
  /** A line with a call. `inside`: where a step into it ends; `back`: where a step out of it from there ends. */
  steps: section({ at: place, function: expected, inside: places, back: places }),
  /** What the callee of `steps` returned, shown after the step out. */
  returned: section({ value: expected }),
  /** A line with several calls, of which one is chosen. */
  targets: section({ at: place, label: expected, function: expected }),
  /** A line that runs at least five times. */
  loop: section({
    at: place,
    condition: Type.Object({ text, shows }, closed),
    hitCondition: Type.Object({ text, shows }, closed),
    log: Type.Object({ message: text, prints: Type.Array(text, { minItems: 1 }) }, closed),
  }),
  /** A new value for a variable, and what the program prints because of it. */
  set: section({ at: place, variable: text, value: text, shown: expected, prints: text }),
  /** A structured variable, and one of its members. */
  members: section({ at: place, variable: text, member: text, value: expected }),
  /** A variable with many elements. */
  array: section({
    at: place,
    variable: text,
    count: Type.Integer({ minimum: 100 }),
    samples: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), value: expected }, closed), {
      minItems: 2,
    }),
  }),
  /** A text longer than any preview. */
  text: section({ at: place, variable: text, length: Type.Integer({ minimum: 1000 }) }),
  /** An integer, and how it looks in hexadecimal. */
  hex: section({ at: place, variable: text, value: expected }),
  /** A program that runs until it is paused or ended. */
  endless: section({ function: Type.Optional(expected), announces: Type.Optional(text) }),
  function: section({ name: text, lands: places }),
  exception: section({
    filter: text,
    at: place,
    /** In the stop's texts or in `exceptionInfo`. */
    text: expected,
    /** A condition of the filter that is false, where filters have conditions. */
    falseCondition: Type.Optional(text),
    /** The name by which exception options choose it, where the adapter takes them. */
    name: Type.Optional(text),
  }),
  /** A variable that is written after `at`, and what it holds at each stop. */
  data: section({ at: place, variable: text, values: Type.Array(expected, { minItems: 1 }) }),
  /** Memory that is written after `at`: so many bytes from where the memory reference of an expression leads. */
  dataBytes: section({
    at: place,
    expression: text,
    bytes: Type.Integer({ minimum: 1 }),
    /** What the program shows at the stop. */
    shows,
  }),
  /** A line of `source`, which the program loads only when it runs. */
  late: section({ at: place }),
  /** An expression with a memory reference, the bytes there in hex, and what writing others does to an expression. */
  memory: section({
    at: place,
    expression: text,
    bytes: Type.RegExp('^([0-9a-f]{2})+$'),
    write: Type.Optional(Type.Object({ bytes: Type.RegExp('^([0-9a-f]{2})+$'), shows }, closed)),
  }),
  /** From `at` the program is set to go on at `to`, so that it never prints `skips`. */
  goto: section({ at: place, to: place, skips: text }),
  /** A frame that begins again: stopped at `at`, the first line of its function is `lands`. */
  restartFrame: section({ at: place, lands: places }),
  completions: section({ at: place, text, label: text }),
  modules: section({ name: expected }),
  sources: section({ name: expected }),
  /** A variable and the line that declares it. */
  locations: section({ at: place, variable: text, declared: place }),
  /** At `at` there are at least two threads. */
  threads: section({ at: place, /** One that can be ended. */ ends: Type.Optional(expected) }),
  /** The program starts another one that can be debugged too. */
  child: section({ /** By the other one. */ prints: Type.Optional(text) }),
  /** The program runs in a terminal of the client's. */
  terminal: section({ /** Into the terminal. */ prints: Type.Optional(text) }),
  /** An evaluation that does not end by itself: only a cancel ends it, or a limit of the adapter's own. */
  slow: section({ at: place, expression: text }),
  /** Launch arguments of a program that cannot be launched. */
  broken: section({}),
} as const;

export type SectionName = keyof typeof sectionSchemas;
export const sectionNames = Object.keys(sectionSchemas) as readonly SectionName[];

const { stop, ...others } = sectionSchemas;
type Others = typeof others;
const optional = Object.fromEntries(
  Object.entries(others).map(([name, schema]) => [name, Type.Optional(schema)]),
) as unknown as { [Name in keyof Others]: TOptional<Others[Name]> };

export const profileSchema = Type.Object(
  {
    version: Type.Literal(1),
    name: text,
    /** What `initialize` says as `adapterID`. */
    adapterID: text,
    /** Said in `initialize` besides, such as a token. */
    initialize: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** The adapter, where the command line does not name one. */
    command: Type.Optional(Type.Array(text, { minItems: 1 })),
    /** Texts of files, line by line, written to a folder of their own: `${folder}`. */
    files: Type.Optional(Type.Record(Type.String(), Type.Array(text))),
    /** Commands that are run there first, such as a compiler. */
    prepare: Type.Optional(Type.Array(Type.Array(text, { minItems: 1 }))),
    launch: Type.Record(Type.String(), Type.Unknown()),
    source: text,
    /** Printed by the main program when it runs to its end, and its exit code. */
    output: Type.Optional(text),
    exitCode: Type.Optional(Type.Integer()),
    stop,
    ...optional,
    /** Why a section is absent, by its name. */
    lacks: Type.Optional(Type.Record(Type.String(), text)),
    /** Why a check that fails is not the adapter's to mend, by its id; shown, and not counted as a failure. */
    excused: Type.Optional(Type.Record(Type.String(), text)),
  },
  closed,
);

export type ConformanceProfile = Static<typeof profileSchema>;
export type Section<Name extends SectionName> = NonNullable<ConformanceProfile[Name]>;
export type Place = Static<typeof place>;
