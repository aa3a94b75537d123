// Completions: what fits at the end of an expression that is being typed.

import type { NameScope, TypeTable, VisibleName } from '@sonde/engine';
import type { Completion } from '@sonde/language';
import type { ProgramImage } from '../runtime/image.js';
import type { NgoModule } from '../toolchain/format/ngo.js';
import { shownName } from '../toolchain/format/shown-names.js';
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
  const [, path, result, typed = ''] =
    /(?:([A-Za-z_][\w.]*)\.|([)\]]\s*\.))?([A-Za-z_]\w*)?$/.exec(text) ?? [];
  const all =
    path !== undefined
      ? members(path.split('.'), scope)
      : result !== undefined
        ? anyMembers(scope)
        : topLevel(scope);
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

/** Plain functions, and generic ones once: methods and what the compiler adds have other characters in their names. */
const functionNames = (module: NgoModule): readonly string[] =>
  module.functions
    .map(({ name }) => shownName(name).replace(/<.*>$/, ''))
    .filter(name => /^[A-Za-z]\w*$/.test(name));

/** Fields and methods of what the path leads to, as far as declared types tell. */
function members(path: readonly string[], scope: CompletionScope): readonly Suggestion[] {
  const { names, types, image, module } = scope;
  const [first, ...rest] = path;
  const name: VisibleName | undefined = names.lookup(first ?? '');
  if (name === undefined) return [];
  if (rest.length > 0) return anyMembers(scope);
  const typeName = targetOf(types.get(name.type).name);
  const own = image.modules[module]?.module;
  return own === undefined ? [] : membersOf(typeName, own);
}

/** Types of fields and results are not recorded: it may be anything that the module knows. */
function anyMembers({ image, module }: CompletionScope): readonly Suggestion[] {
  const own = image.modules[module]?.module;
  return (own?.types ?? []).flatMap(({ name }) => membersOf(name, own!));
}

function membersOf(typeName: string, own: NgoModule): readonly Suggestion[] {
  const described = own.types.find(type => type.name === typeName);
  if (described === undefined) return [...traitMethods(typeName, own), ...builtInMembers(typeName)];
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

/** As the types of the module implement them: the trait itself need not be in its tables. */
function traitMethods(trait: string, own: NgoModule): readonly Suggestion[] {
  const implemented = `.${trait}::`;
  return own.functions
    .map(({ name }) => name)
    .filter(name => name.includes(implemented))
    .map(name => ({ label: name.slice(name.indexOf(implemented) + implemented.length), kind: 'function' }));
}

/** The name without references and type arguments: `ref<Box<i32>>` is a `Box`. */
function targetOf(typeText: string): string {
  const inner = /^ref<(.*)>$/.exec(typeText)?.[1];
  return inner === undefined ? (/^[^<]*/.exec(typeText)?.[0] ?? typeText) : targetOf(inner);
}

function builtInMembers(typeName: string): readonly Suggestion[] {
  const call = (label: string): Suggestion => ({ label, kind: 'function' });
  if (typeName === 'string') return [call('size'), call('charAt'), call('append')];
  if (['vector', 'array', 'span', 'Range'].includes(typeName)) return [call('size'), call('get')];
  return typeName.startsWith('(') ? [{ label: 'size', kind: 'field' }] : [];
}

function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ label }) => !seen.has(label) && seen.add(label).has(label));
}
