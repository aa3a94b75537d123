// The vocabulary in which the protocol is written down: structures, open and closed enumerations, ranged integers.
import { Type } from '@sinclair/typebox';
import type {
  Static,
  TArray,
  TInteger,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TUnsafe,
} from '@sinclair/typebox';

/** Read-only through and through: a message that was received or sent is never edited. */
export type Frozen<T> = T extends string
  ? T
  : T extends readonly (infer Element)[]
    ? readonly Frozen<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T;

/** The TypeScript type that a schema describes. */
export type Infer<Schema extends TSchema> = Frozen<Static<Schema>>;

type WithOptional<Required extends TProperties, Optional extends TProperties> = {
  [Key in keyof Required | keyof Optional]: Key extends keyof Required
    ? Required[Key]
    : Key extends keyof Optional
      ? TOptional<Optional[Key]>
      : never;
};

/** An object: first what must be there, then what may be. Unknown properties are always allowed and ignored. */
export function structure<Required extends TProperties>(required: Required): TObject<Required>;
export function structure<Required extends TProperties, Optional extends TProperties>(
  required: Required,
  optional: Optional,
): TObject<WithOptional<Required, Optional>>;
export function structure(required: TProperties, optional: TProperties = {}): TObject {
  const properties: TProperties = { ...required };
  for (const [name, schema] of Object.entries(optional)) properties[name] = Type.Optional(schema);
  return Type.Object(properties);
}

/** An object of which nothing is known. */
export const anyStructure = Type.Unsafe<Record<string, unknown>>(Type.Object({}));

/** Where an open enumeration keeps the values it knows; only documentation and tests read it. */
export const knownValuesKey = 'knownValues';

/** A string with well-known values, to which either side may add its own. */
export function openEnumeration<const Values extends readonly string[]>(
  ...values: Values
): TUnsafe<Values[number] | (string & Record<never, never>)> {
  return Type.Unsafe<Values[number] | (string & Record<never, never>)>(
    Type.String({ [knownValuesKey]: values }),
  );
}

/** A string that must be one of these values. */
export function closedEnumeration<const Values extends readonly string[]>(
  ...values: Values
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>(Type.Union(values.map(value => Type.Literal(value))));
}

export const list = <Element extends TSchema>(element: Element): TArray<Element> => Type.Array(element);

export const text = Type.String();
export const flag = Type.Boolean();
export const anything = Type.Unknown();

const maximumInt32 = 2 ** 31 - 1;
const integer = (minimum: number, maximum: number): TInteger => Type.Integer({ minimum, maximum });

/** Ids that the adapter hands out. */
export const int32 = integer(-(2 ** 31), maximumInt32);
/** Counts and small offsets. */
export const uint32 = integer(0, 2 ** 32 - 1);
/** Lines, columns and sizes: 64-bit by name, but never beyond what a JSON number holds exactly. */
export const uint53 = integer(0, Number.MAX_SAFE_INTEGER);
/** Signed byte offsets, with the same bound. */
export const int53 = integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
/** Sequence numbers start at 1. */
export const sequenceNumber = integer(1, maximumInt32);
/** `variablesReference`, `sourceReference` and child counts: 0 means "none". */
export const reference = integer(0, maximumInt32);

/** A part of a message that may have to be there: arguments of a request, body of a response or event. */
export interface Part<Schema extends TSchema, Required extends boolean> {
  readonly schema: Schema;
  readonly required: Required;
}
export const required = <Schema extends TSchema>(schema: Schema): Part<Schema, true> => ({
  schema,
  required: true,
});
export const optional = <Schema extends TSchema>(schema: Schema): Part<Schema, false> => ({
  schema,
  required: false,
});

// `void`, not `undefined`, so that a handler may simply return the promise of what it does.
// oxlint-disable-next-line typescript/no-invalid-void-type
const done = Type.Unsafe<void>(Type.Unknown());

/** The body of a response or event that only says "done". Whatever a peer puts there is ignored. */
export const nothing = optional(done);

export interface RequestShape<
  Arguments extends TSchema = TSchema,
  ArgumentsRequired extends boolean = boolean,
  Body extends TSchema = TSchema,
  BodyRequired extends boolean = boolean,
> {
  readonly arguments: Arguments;
  readonly argumentsRequired: ArgumentsRequired;
  readonly response: Body;
  readonly responseRequired: BodyRequired;
}

/** One line of the request table: what a request takes and what its successful response carries. */
export function request<
  Arguments extends TSchema,
  ArgumentsRequired extends boolean,
  Body extends TSchema,
  BodyRequired extends boolean,
>(
  takes: Part<Arguments, ArgumentsRequired>,
  answers: Part<Body, BodyRequired>,
): RequestShape<Arguments, ArgumentsRequired, Body, BodyRequired> {
  return {
    arguments: takes.schema,
    argumentsRequired: takes.required,
    response: answers.schema,
    responseRequired: answers.required,
  };
}

export interface EventShape<Body extends TSchema = TSchema, BodyRequired extends boolean = boolean> {
  readonly body: Body;
  readonly bodyRequired: BodyRequired;
}

/** One line of the event table. */
export function event<Body extends TSchema, BodyRequired extends boolean>(
  carries: Part<Body, BodyRequired>,
): EventShape<Body, BodyRequired> {
  return { body: carries.schema, bodyRequired: carries.required };
}
