// The official JSON schema of the protocol, read into a form that our own schemas can be compared with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hint, Kind } from '@sinclair/typebox';
import type { TSchema } from '@sinclair/typebox';
import { knownValuesKey } from '../protocol/building-blocks.js';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly _enum?: readonly string[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export type Definitions = Readonly<Record<string, JsonSchema>>;

const repositoryRoot = join(import.meta.dirname, '..', '..', '..', '..');
const folder = process.env['SONDE_SHARED_DATA'] ?? join(repositoryRoot, '..', 'shared', 'data');
export const officialSchemaFile = join(folder, 'debugAdapterProtocol.json');

/** Undefined if the file is not there. */
export function readOfficialDefinitions(): Definitions | undefined {
  let text: string;
  try {
    text = readFileSync(officialSchemaFile, 'utf8');
  } catch {
    return undefined;
  }
  return (JSON.parse(text) as { readonly definitions: Definitions }).definitions;
}

/** Keywords that say nothing about which messages are valid. */
const explaining: ReadonlySet<string> = new Set(['title', 'description', 'enumDescriptions']);

const compared: ReadonlySet<string> = new Set([
  '$ref',
  'type',
  'format',
  'minimum',
  'maximum',
  'enum',
  '_enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'oneOf',
]);

/** Keywords and formats of the official schema that no comparison here looks at, each with its place. */
export function overlooked(schema: JsonSchema, place: string): readonly string[] {
  const unknown = Object.keys(schema).filter(key => !explaining.has(key) && !compared.has(key));
  const { format } = schema;
  const formats = format === undefined || format in integerRanges ? [] : [`format ${format}`];
  const inner: readonly (readonly [string, JsonSchema])[] = [
    ...Object.entries(schema.properties ?? {}),
    ...[...(schema.allOf ?? []), ...(schema.oneOf ?? [])].map(
      (part, index) => [String(index), part] as const,
    ),
    ...(schema.items === undefined ? [] : [['[]', schema.items] as const]),
    ...(typeof schema.additionalProperties === 'object'
      ? [['{}', schema.additionalProperties] as const]
      : []),
  ];
  return [
    ...[...unknown, ...formats].map(each => `${place}: ${each}`),
    ...inner.flatMap(([name, child]) => overlooked(child, `${place}.${name}`)),
  ];
}

export const nameInReference = (schema: JsonSchema): string | undefined => schema.$ref?.split('/').at(-1);

/** Follows references and merges `allOf`; a later part overrides an earlier one, as a subclass does. */
export function flatten(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const name = nameInReference(schema);
  if (name !== undefined) {
    const target = definitions[name];
    if (target === undefined) throw new Error(`the official schema refers to ${name}, which it lacks`);
    return flatten(target, definitions);
  }
  if (schema.allOf === undefined) return schema;
  const beside = Object.keys(schema).filter(key => key !== 'allOf' && !explaining.has(key));
  if (beside.length > 0) throw new Error(`the official schema has ${beside.join(', ')} beside an allOf`);
  const parts = schema.allOf.map(part => flatten(part, definitions));
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(part => part.properties ?? {})) as Record<string, JsonSchema>,
    required: [...new Set(parts.flatMap(part => part.required ?? []))],
  };
}

const integerRanges: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
};

/** Everything about a schema except its children, in a comparable line of text. */
function officialSummary(schema: JsonSchema): string {
  if (Array.isArray(schema.type) && schema.type.length === 7) return 'anything';
  if (schema.enum !== undefined) return `closed ${[...schema.enum].sort().join('|')}`;
  if (schema._enum !== undefined) return `open ${[...schema._enum].sort().join('|')}`;
  if (schema.oneOf !== undefined) return `one of ${schema.oneOf.length}`;
  const [low, high] = integerRanges[schema.format ?? ''] ?? [undefined, undefined];
  const range = ` ${String(schema.minimum ?? low)}..${String(schema.maximum ?? high)}`;
  return [schema.type ?? 'anything']
    .flat()
    .map(type => (type === 'integer' || type === 'number' ? type + range : type))
    .sort()
    .join('|');
}

function ourSummary(schema: TSchema): string {
  const known = schema[knownValuesKey] as readonly string[] | undefined;
  if (known !== undefined) return `open ${[...known].sort().join('|')}`;
  switch (schema[Kind]) {
    case 'Unknown':
      return 'anything';
    case 'Literal':
      return `closed ${String(schema['const'])}`;
    case 'Union':
      return unionSummary(schema['anyOf'] as readonly TSchema[]);
    case 'Integer':
    case 'Number':
      return `${schema[Kind].toLowerCase()} ${String(schema['minimum'])}..${String(schema['maximum'])}`;
    case 'Record':
      return 'object';
    default:
      return schema[Kind].toLowerCase();
  }
}

function unionSummary(choices: readonly TSchema[]): string {
  if (choices.every(choice => choice[Kind] === 'Literal')) {
    const values = choices.map(choice => String(choice['const']));
    return `closed ${values.sort().join('|')}`;
  }
  if (choices.every(choice => choice[Kind] === 'Object')) return `one of ${choices.length}`;
  return choices.map(ourSummary).sort().join('|');
}

/** All differences, each as a line that names the place. */
export function differences(
  ours: TSchema,
  official: JsonSchema,
  definitions: Definitions,
  place: string,
  recursive: ReadonlyMap<string, string | undefined> = new Map(),
): readonly string[] {
  const officialName = nameInReference(official);
  if (ours[Kind] === 'This') {
    const expected = recursive.get(String(ours['$ref']));
    return officialName === expected
      ? []
      : [`${place}: refers to ${String(expected)}, not to ${String(officialName)}`];
  }
  const known =
    ours[Hint] === 'Recursive' ? new Map([...recursive, [String(ours.$id), officialName]]) : recursive;
  const theirs = flatten(official, definitions);
  const [ourLine, theirLine] = [ourSummary(ours), officialSummary(theirs)];
  if (ourLine !== theirLine) return [`${place}: ours is "${ourLine}", the official one "${theirLine}"`];

  const compare = (child: TSchema, officialChild: JsonSchema, name: string): readonly string[] =>
    differences(child, officialChild, definitions, `${place}${name}`, known);
  if (ourLine === 'array') {
    const [element, officialElement] = [ours['items'] as TSchema, theirs.items];
    return officialElement === undefined
      ? [`${place}: officially of anything`]
      : compare(element, officialElement, '[]');
  }
  if (theirs.oneOf !== undefined) {
    const choices = ours['anyOf'] as readonly TSchema[];
    return theirs.oneOf.flatMap((choice, index) => compare(choices[index]!, choice, `|${index}`));
  }
  if (ours[Kind] === 'Record') {
    const [value] = Object.values(ours['patternProperties'] as Record<string, TSchema>);
    const additional = theirs.additionalProperties;
    if (additional === true) return value?.[Kind] === 'Unknown' ? [] : [`${place}: values must be anything`];
    return typeof additional === 'object'
      ? compare(value!, additional, '{}')
      : [`${place}: not a dictionary`];
  }
  if (ourLine !== 'object') return [];
  if (theirs.additionalProperties !== undefined) return [`${place}: officially a dictionary`];

  const ourProperties = (ours['properties'] ?? {}) as Record<string, TSchema>;
  const theirProperties = theirs.properties ?? {};
  const names = [...new Set([...Object.keys(ourProperties), ...Object.keys(theirProperties)])];
  return names.flatMap(name => {
    const child = ourProperties[name];
    const officialChild = theirProperties[name];
    if (child === undefined) return [`${place}.${name}: we lack it`];
    if (officialChild === undefined) return [`${place}.${name}: only we have it`];
    const ourNeed = ((ours['required'] ?? []) as readonly string[]).includes(name);
    const theirNeed = (theirs.required ?? []).includes(name);
    const need =
      ourNeed === theirNeed ? [] : [`${place}.${name}: required is ${ourNeed}, officially ${theirNeed}`];
    return [...need, ...compare(child, officialChild, `.${name}`)];
  });
}
