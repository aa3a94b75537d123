// Completions: what fits at the end of an expression that is being typed.

import type { NameScope, TypeTable, VisibleName } from '@sonde/engine';
import type { Completion } from '@sonde/language';
import type { ProgramImage } from '../runtime/image.js';
import type { NgoModule } from '../format/ngo.js';
import { calledNatives, instructionNatives } from '../toolchain/codegen/natives.js';

const keywords = ['cast', 'false', 'is', 'move', 'new', 'ref', 'true', 'typeof', 'unit'];

export interface CompletionScope {
  readonly names: NameScope;
  readonly types: TypeTable;
  readonly image: ProgramImage;
  readonly module: number;
}

export function complete(text: string, scope: CompletionScope): readonly Completion[] {
  // Nothing of the program is named inside a text.
  if ((text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1) return [];
  const [, path, typed = ''] = /([A-Za-z_][\w.]*\.)?([A-Za-z_]\w*)?$/.exec(text) ?? [];
  const all = path === undefined ? topLevel(scope) : members(path.slice(0, -1).split('.'), scope);
  return unique(all.filter(({ label }) => label.startsWith(typed))).map(completion => ({
    ...completion,
    replaces: typed.length,
  }));
}

type Suggestion = Omit<Completion, 'replaces'>;

function topLevel({ names, types, image, module }: CompletionScope): readonly Suggestion[] {
  const variables = [...names.all()].map(({ name, type }) => ({
    label: name,
    kind: 'variable' as const,
    detail: types.get(type).name,
  }));
  const own = image.modules[module]?.module;
  const functions =
    own === undefined ? [] : [...functionNames(own), ...own.imports.map(({ symbol }) => symbol)];
  const variants = (own?.types ?? []).flatMap(type => type.variants.map(({ name }) => name));
  return [
    ...variables,
    ...[...functions, ...variants, ...instructionNatives, ...calledNatives].map(label => ({
      label,
      kind: 'function' as const,
    })),
    ...keywords.map(label => ({ label, kind: 'keyword' as const })),
  ];
}

/** Plain functions: methods, instances and what the compiler adds have other characters in their names. */
const functionNames = (module: NgoModule): readonly string[] =>
  module.functions.map(({ name }) => name).filter(name => /^[A-Za-z]\w*$/.test(name));

/** Fields and methods of what the path leads to, as far as declared types tell. */
function members(
  path: readonly string[],
  { names, types, image, module }: CompletionScope,
): readonly Suggestion[] {
  const [first, ...rest] = path;
  const name: VisibleName | undefined = names.lookup(first ?? '');
  // Types of fields are not recorded, so only what a variable holds itself is known.
  if (name === undefined || rest.length > 0) return [];
  const typeName = targetOf(types.get(name.type).name);
  const own = image.modules[module]?.module;
  if (own === undefined) return [];
  const described = own.types.find(type => type.name === typeName);
  if (described === undefined) return builtInMembers(typeName);
  const fields = [
    ...described.properties,
    ...described.variants.flatMap(({ payloadFields }) => payloadFields),
    ...(described.variants.length > 0 ? ['tag', 'index'] : []),
  ];
  const methods = own.functions
    .map(({ name: full }) => full)
    .filter(full => full.startsWith(`${typeName}.`) && !full.includes('::'))
    .map(full => full.slice(typeName.length + 1));
  return [
    ...fields.map(label => ({ label, kind: 'field' as const })),
    ...methods.map(label => ({ label, kind: 'function' as const })),
  ];
}

/** The name without references and type arguments: `ref<Box<i32>>` is a `Box`. */
function targetOf(typeText: string): string {
  const inner = /^ref<(.*)>$/.exec(typeText)?.[1];
  return inner === undefined ? (/^[^<]*/.exec(typeText)?.[0] ?? typeText) : targetOf(inner);
}

function builtInMembers(typeName: string): readonly Suggestion[] {
  const call = (label: string): Suggestion => ({ label, kind: 'function' });
  if (typeName === 'string') return [call('size'), call('charAt'), call('append')];
  if (['vector', 'array', 'span', 'range'].includes(typeName)) return [call('size'), call('get')];
  return typeName.startsWith('(') ? [{ label: 'size', kind: 'field' }] : [];
}

function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ label }) => !seen.has(label) && seen.add(label).has(label));
}
