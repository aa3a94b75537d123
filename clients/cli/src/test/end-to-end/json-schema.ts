// Answers compared with a JSON schema of docs/schemas, by the keywords that those use.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Schema = Readonly<Record<string, unknown>>;

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'schemas');
const said = new Set(['$schema', '$id', 'title', 'description', 'definitions']);

/** The definition of that name in a file of docs/schemas, as a check that gives what is wrong with a value. */
export function schemaCheck(file: string, definition: string): (value: unknown) => readonly string[] {
  const root = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Schema;
  const definitions = root['definitions'] as Readonly<Record<string, Schema>>;
  const schema = definitions[definition];
  if (schema === undefined) throw new Error(`${file} defines no ${definition}`);
  return value => problems(value, schema, definitions, '');
}

function problems(
  value: unknown,
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  at: string,
): readonly string[] {
  const inner = (part: unknown, of: Schema, where = at) => problems(part, of, definitions, where);
  const fits = (of: Schema): boolean => inner(value, of).length === 0;
  const members = isObject(value) ? value : {};
  return Object.entries(schema).flatMap(([keyword, rule]): readonly string[] => {
    const wrong = (isWrong: boolean): readonly string[] =>
      isWrong ? [`${at}: ${keyword} ${JSON.stringify(rule)} is not ${JSON.stringify(value)}`] : [];
    switch (keyword) {
      case '$ref':
        return inner(value, definitions[String(rule).replace('#/definitions/', '')]!);
      case 'type':
        return wrong(!isType(value, rule));
      case 'const':
        return wrong(value !== rule);
      case 'enum':
        return wrong(!(rule as readonly unknown[]).includes(value));
      case 'pattern':
        return wrong(typeof value === 'string' && !new RegExp(String(rule)).test(value));
      case 'minLength':
        return wrong(typeof value === 'string' && value.length < Number(rule));
      case 'minimum':
        return wrong(typeof value === 'number' && value < Number(rule));
      case 'maximum':
        return wrong(typeof value === 'number' && value > Number(rule));
      case 'oneOf':
        return wrong((rule as readonly Schema[]).filter(fits).length !== 1);
      case 'allOf':
        return (rule as readonly Schema[]).flatMap(of => inner(value, of));
      case 'anyOf':
        return wrong(!(rule as readonly Schema[]).some(fits));
      case 'required':
        return wrong(isObject(value) && (rule as readonly string[]).some(name => !(name in value)));
      case 'additionalProperties': {
        const known = Object.keys((schema['properties'] as object | undefined) ?? {});
        return wrong(rule === false && Object.keys(members).some(name => !known.includes(name)));
      }
      case 'properties':
        return Object.entries(rule as Readonly<Record<string, Schema>>).flatMap(([name, of]) =>
          name in members ? inner(members[name], of, `${at}.${name}`) : [],
        );
      case 'items':
        return Array.isArray(value)
          ? value.flatMap((item, nth) => inner(item, rule as Schema, `${at}[${nth}]`))
          : [];
      default:
        if (said.has(keyword)) return [];
        throw new Error(`${at}: nobody checks ${keyword}`);
    }
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}
