import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { attributesOf, type OptionSchema } from './launch-attributes.js';

/** The words of JSON Schema that decide here; VS Code warns where this says no. */
function fits(value: unknown, schema: OptionSchema): boolean {
  const { type, anyOf, pattern, enum: values, const: only, minimum, minLength } = schema;
  const isOf: Readonly<Record<string, () => boolean>> = {
    array: () => Array.isArray(value),
    integer: () => Number.isInteger(value),
    object: () => typeof value === 'object' && value !== null && !Array.isArray(value),
    null: () => value === null,
  };
  if (typeof type === 'string' && !(isOf[type]?.() ?? typeof value === type)) return false;
  if (Array.isArray(anyOf) && !(anyOf as readonly OptionSchema[]).some(each => fits(value, each)))
    return false;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (only !== undefined && only !== value) return false;
  if (typeof minimum === 'number' && typeof value === 'number' && value < minimum) return false;
  if (typeof value !== 'string') return true;
  return (
    (typeof pattern !== 'string' || new RegExp(pattern).test(value)) &&
    (typeof minLength !== 'number' || value.length >= minLength)
  );
}

type Schemas = Readonly<Record<string, { readonly properties: Readonly<Record<string, OptionSchema>> }>>;
type Body = Readonly<Record<string, unknown>>;

/** VS Code gives these to every debug type. */
const ofEveryType = ['type', 'request', 'name'];

function refused(schemas: Schemas, body: Body): readonly string[] {
  const { properties } = schemas[String(body['request'])]!;
  return Object.keys(body)
    .filter(name => !ofEveryType.includes(name))
    .filter(name => !(name in properties && fits(body[name], properties[name]!)));
}

/** What a snippet leaves in launch.json: `^"…"` is a text whose `\\$` are dollars, `${1:x}` is x until somebody writes. */
const written = (value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replace(/^\^"(.*)"$/s, '$1')
        .replaceAll(/(?<!\\)\$\{\d+:([^}]*)\}/g, '$1')
        .replaceAll(String.raw`\$`, '$')
    : value;

describe('the schema of launch.json', () => {
  const { contributes } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as {
    contributes: {
      debuggers: [
        {
          configurationAttributes: Schemas;
          initialConfigurations: readonly Body[];
          configurationSnippets: readonly { readonly body: Body }[];
        },
      ];
    };
  };
  const [{ configurationAttributes, initialConfigurations, configurationSnippets }] = contributes.debuggers;

  it('takes every snippet and every first configuration', () => {
    const snippets = configurationSnippets.map(({ body }) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name, written(value)])),
    );
    expect(snippets).toContainEqual(expect.objectContaining({ pid: '${command:pickProcess}' }));
    const all = [...snippets, ...initialConfigurations];
    expect(all.flatMap(body => refused(configurationAttributes, body))).toEqual([]);
  });

  it('takes ${…} for every option with a single value', () => {
    const { launch } = configurationAttributes;
    const names = Object.keys(launch!.properties).filter(
      name => !fits('${input:o}', launch!.properties[name]!),
    );
    // A variable becomes a text, never a list or an object.
    const structured = names.every(name =>
      ['array', 'object'].some(type => kinds(launch!.properties[name]!, type)),
    );
    expect(structured, names.join(', ')).toBe(true);
    expect(refused(configurationAttributes, { request: 'launch', optimize: '${input:o}' })).toEqual([]);
  });
});

const kinds = ({ type, anyOf }: OptionSchema, wanted: string): boolean =>
  type === wanted ||
  (Array.isArray(anyOf) && (anyOf as readonly OptionSchema[]).some(each => kinds(each, wanted)));

it('still refuses texts without ${…}, and leaves options that take any text as they are', () => {
  const schema = Type.Object({
    level: Type.Integer({ description: 'How much.', minimum: 1, default: 3 }),
    mode: Type.Union([Type.Literal('a'), Type.Literal('b')]),
    path: Type.String({ minLength: 1 }),
    list: Type.Array(Type.String()),
  });
  const { properties } = attributesOf(schema, [], 'launch');
  const takes = (name: string, value: unknown): boolean => fits(value, properties[name]!);
  expect([takes('level', 2), takes('level', '${input:l}'), takes('level', '2'), takes('level', 0)]).toEqual([
    ...[true, true, false, false],
  ]);
  expect([takes('mode', 'a'), takes('mode', '${input:m}'), takes('mode', 'c')]).toEqual([true, true, false]);
  expect(properties['level']).toMatchObject({ description: 'How much.', default: 3 });
  expect(properties['path']).toEqual({ type: 'string', minLength: 1 });
  expect(takes('list', '${input:l}')).toBe(false);
});
