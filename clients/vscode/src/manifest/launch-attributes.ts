// The launch options as VS Code's JSON schema: those that all languages share, and those that each of them adds.

import { grouped } from './grouped.js';
import type { LanguageFacts } from './language-facts.js';

export interface OptionSchema {
  readonly [key: string]: unknown;
  readonly description?: string;
}

export interface ObjectSchema {
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
}

/** Where an option has a meaning is for the command line: a schema in an editor has no such words. */
const ownWords = ['usedBy', 'elsewhere'];

/** The schemas of TypeBox as plain data. */
export const plain = (schema: unknown): ObjectSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (ownWords.includes(key) ? undefined : value)),
  ) as ObjectSchema;

const withoutDescription = (option: OptionSchema): string =>
  JSON.stringify({ ...option, description: undefined });

/** An option that several languages have: of the first where it means the same to all, else any of theirs. */
function merged(owners: readonly { readonly name: string; readonly option: OptionSchema }[]): OptionSchema {
  const byText = grouped(owners, ({ option }) => option.description ?? '');
  const description = [...byText]
    .map(([text, same]) => `${same.map(({ name }) => name).join(', ')}: ${text}`)
    .join('\n\n');
  const kinds = [...new Map(owners.map(({ option }) => [withoutDescription(option), option])).values()];
  return kinds.length === 1 ? { ...kinds[0], description } : { anyOf: kinds, description };
}

/** A text that VS Code replaces before the configuration is used. */
const variable: OptionSchema = { type: 'string', pattern: String.raw`\$\{.+\}` };

const kindsOf = (option: OptionSchema): readonly OptionSchema[] =>
  (option['anyOf'] as readonly OptionSchema[] | undefined)?.flatMap(kindsOf) ?? [option];

const takesAnyText = ({ type, enum: values, const: value, pattern }: OptionSchema): boolean =>
  type === 'string' && values === undefined && value === undefined && pattern === undefined;

/** Variables become texts: they can stand for one value, but neither for a list nor for an object. */
const isStructured = ({ type }: OptionSchema): boolean => type === 'array' || type === 'object';

/** The option, or a text with `${…}` in it where the option alone would not take one. */
export function orVariable(option: OptionSchema): OptionSchema {
  const kinds = kindsOf(option);
  if (kinds.some(takesAnyText) || kinds.every(isStructured)) return option;
  const { description, default: preset, anyOf, ...single } = option;
  return {
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
    anyOf: [...((anyOf as readonly OptionSchema[] | undefined) ?? [single]), variable],
  };
}

/** `common` with what each language adds, none of it required: F5 fills in what is missing. */
export function attributesOf(
  common: unknown,
  languages: readonly LanguageFacts[],
  kind: 'launch' | 'attach',
): { readonly properties: Readonly<Record<string, OptionSchema>> } {
  const shared = plain(common).properties;
  const owners = new Map<string, { name: string; option: OptionSchema }[]>();
  for (const language of languages) {
    const own = language[kind];
    if (own === undefined) continue;
    for (const [name, option] of Object.entries(plain(own).properties))
      if (!(name in shared)) owners.set(name, [...(owners.get(name) ?? []), { name: language.name, option }]);
  }
  const all = {
    ...shared,
    ...Object.fromEntries([...owners].map(([name, list]) => [name, merged(list)] as const)),
  };
  return {
    properties: Object.fromEntries(
      Object.entries(all).map(([name, option]) => [name, orVariable(option)] as const),
    ),
  };
}
