// Says in plain words where a value departs from its schema: `arguments.lines[2] must be an integer, got "x"`.
import { Kind } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType } from '@sinclair/typebox/value';

const longestQuote = 60;

/** Undefined if the value fits; else the first problem, its path starting with `name`. */
export function findProblem(schema: TSchema, value: unknown, name: string): string | undefined {
  try {
    if (Value.Check(schema, value)) return undefined;
    const error = Value.Errors(schema, value).First();
    if (error === undefined) return `${name} is malformed`;
    const path = name + spellPath(error.path);
    if (error.type === ValueErrorType.ObjectRequiredProperty || error.value === undefined) {
      return `${path} is required and must be ${describe(error.schema)}`;
    }
    // Of the right kind, and wrong inside: that there are other kinds is no help.
    const [alike, another] = choicesOf(error.schema).filter(choice => isOfKind(choice, error.value));
    if (alike !== undefined && another === undefined)
      return findProblem(alike, error.value, path) ?? `${path} is malformed`;
    return `${path} must be ${expectation(error.type, error.schema)}, got ${quote(error.value)}`;
  } catch (error) {
    // The checker recurses: a hostile peer can nest deeper than the stack goes.
    if (error instanceof RangeError) return `${name} is nested too deeply`;
    throw error;
  }
}

/** From `/lines/2` to `.lines[2]`. */
function spellPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => {
      if (/^\d+$/.test(part)) return `[${part}]`;
      return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${quote(part)}]`;
    })
    .join('');
}

function expectation(type: ValueErrorType, schema: TSchema): string {
  if (type === ValueErrorType.IntegerMinimum || type === ValueErrorType.NumberMinimum) {
    return `at least ${String(schema['minimum'])}`;
  }
  if (type === ValueErrorType.IntegerMaximum || type === ValueErrorType.NumberMaximum) {
    return `at most ${String(schema['maximum'])}`;
  }
  if (type === ValueErrorType.StringMinLength) {
    const least = Number(schema['minLength']);
    return least === 1 ? 'a string that is not empty' : `a string of at least ${least} characters`;
  }
  return describe(schema);
}

const plainNames: Readonly<Record<string, string>> = {
  Array: 'an array',
  Boolean: 'true or false',
  Integer: 'an integer',
  Null: 'null',
  Number: 'a number',
  Object: 'an object',
  Record: 'an object',
  String: 'a string',
  This: 'an object',
};

function describe(schema: TSchema): string {
  const kind = schema[Kind];
  if (kind === 'Literal') return quote(schema['const']);
  if (kind === 'String' && schema['pattern'] !== undefined) {
    // The words that editors show for it, where the schema has some.
    const words: unknown = schema['patternErrorMessage'];
    return typeof words === 'string' ? words : `a string that matches ${String(schema['pattern'])}`;
  }
  if (kind !== 'Union') return plainNames[kind] ?? 'something else';
  const choices = [...new Set(choicesOf(schema).map(describeChoice))];
  const last = choices.pop() ?? 'something else';
  return choices.length === 0 ? last : `${choices.join(', ')} or ${last}`;
}

const choicesOf = (schema: TSchema): readonly TSchema[] =>
  schema[Kind] === 'Union' ? (schema['anyOf'] as readonly TSchema[]) : [];

/** A text that does not look as it has to may be meant as one of another kind. */
function isOfKind({ [Kind]: kind, ...schema }: TSchema, value: unknown): boolean {
  if (kind === 'Array') return Array.isArray(value);
  if (kind === 'Object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return kind === 'String' && schema['pattern'] === undefined && typeof value === 'string';
}

/** Of several kinds of objects it matters what one has to have. */
function describeChoice(schema: TSchema): string {
  const required =
    schema[Kind] === 'Object' ? ((schema['required'] as readonly string[] | undefined) ?? []) : [];
  return required.length === 0 ? describe(schema) : `an object with ${required.map(quote).join(' and ')}`;
}

function quote(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote)}…`;
}
