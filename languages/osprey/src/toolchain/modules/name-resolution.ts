// What a name means where it stands: from the innermost module outwards, then what is imported; paths lead through modules.

import type { Span } from '@sonde/front-end';
import type { ImportTree, Name } from '../syntax/tree.js';
import type { Contribution, ImportScope, Member, ModuleScope, ProgramScopes, Space } from './scopes.js';

/** Where a name is looked up. */
export type Place = Pick<Contribution, 'scope' | 'imports'>;

const spaces: readonly Space[] = ['value', 'type', 'constructor', 'effect', 'module', 'signature'];

/** Undefined where it is none of the program's names, or was refused. */
export function resolve(
  scopes: ProgramScopes,
  place: Place,
  space: Space,
  { text, at }: Name,
): Member | undefined {
  if (!text.includes('::')) return bare(place, space, text);
  const segments = text.split('::');
  const last = segments.pop()!;
  const scope = moduleAt(scopes, place, segments, at);
  if (scope === undefined) return undefined;
  const member = scope.get(space, last);
  if (member === undefined) {
    scopes.problems.error(at, `there is no \`${last}\` in ${scope.what}`);
    return undefined;
  }
  return seen(scopes, place, member, at) ? member : undefined;
}

function bare({ scope, imports }: Place, space: Space, name: string): Member | undefined {
  for (let inner: ModuleScope | undefined = scope; inner !== undefined; inner = inner.outer) {
    const member = inner.get(space, name);
    if (member !== undefined) return member;
  }
  for (let inner: ImportScope | undefined = imports; inner !== undefined; inner = inner.outer) {
    const member = inner.names.get(`${space} ${name}`);
    if (member !== undefined) return member;
  }
  return undefined;
}

function moduleAt(
  scopes: ProgramScopes,
  place: Place,
  [first, ...rest]: readonly string[],
  at: Span,
): ModuleScope | undefined {
  const start =
    bare(place, 'module', first!)?.scope ?? whole(place.imports, first!) ?? scopes.namespaces.get(first!);
  if (start !== undefined) return walk(scopes, place, start, rest, at);
  scopes.problems.error(at, `there is no module or namespace \`${first}\` here`, 'Import it first.');
  return undefined;
}

/** Through modules of modules, as far as they are seen. */
function walk(
  scopes: ProgramScopes,
  place: Place,
  start: ModuleScope,
  segments: readonly string[],
  at: Span,
): ModuleScope | undefined {
  let scope = start;
  for (const segment of segments) {
    const member: Member | undefined = scope.get('module', segment);
    if (member?.scope === undefined) {
      scopes.problems.error(at, `there is no module \`${segment}\` in ${scope.what}`);
      return undefined;
    }
    if (!seen(scopes, place, member, at)) return undefined;
    scope = member.scope;
  }
  return scope;
}

function whole(imports: ImportScope | undefined, name: string): ModuleScope | undefined {
  if (imports === undefined) return undefined;
  return imports.wholes.get(name) ?? whole(imports.outer, name);
}

/** What a module does not export is seen inside of it only. */
function seen(
  { problems }: ProgramScopes,
  { scope }: Place,
  { exported, owner, name }: Member,
  at: Span,
): boolean {
  if (exported || scope.isInside(owner)) return true;
  problems.error(
    at,
    `\`${name.text}\` is private in ${owner.what}`,
    owner.tree?.signature === undefined ? 'Write export before it.' : 'Its signature does not have it.',
  );
  return false;
}

export interface ImportRules {
  readonly wildcards: boolean;
}

/** Binds what the imports of a contribution name. */
export function bindImports(scopes: ProgramScopes, home: Contribution, rules: ImportRules): void {
  for (const statement of home.statements) {
    if (statement.kind === 'import') bindImport(scopes, home, statement, rules);
  }
}

function bindImport(
  scopes: ProgramScopes,
  home: Contribution,
  { path, alias, members, wildcard, at }: ImportTree,
  rules: ImportRules,
): void {
  const { problems } = scopes;
  const scope = importTarget(scopes, home, path);
  if (scope === undefined) return;
  if (wildcard) {
    if (!allowWildcard(scopes, scope, at, rules)) return;
    for (const [space, member] of scope.members())
      if (member.exported) bind(scopes, home, space, member.name.text, member, at);
    return;
  }
  if (members === undefined) {
    const label = alias?.text ?? path.text.split('::').at(-1)!;
    if (label.startsWith('"')) {
      problems.error(
        path.at,
        'a quoted namespace is imported under another name',
        `Write import ${path.text} as Name.`,
      );
      return;
    }
    const known = home.imports.wholes.get(label);
    if (known !== undefined && known !== scope)
      problems.error(
        (alias ?? path).at,
        `\`${label}\` is imported twice, from ${known.what} and from ${scope.what}`,
      );
    home.imports.wholes.set(label, scope);
    return;
  }
  for (const { name, alias: other } of members) {
    const found = spaces.flatMap(space => {
      const member = scope.get(space, name.text);
      return member === undefined ? [] : [[space, member] as const];
    });
    if (found.length === 0) problems.error(name.at, `there is no \`${name.text}\` in ${scope.what}`);
    const visible = found.filter(([, { exported, owner }]) => exported || home.scope.isInside(owner));
    // Of an opaque type only the name of the type is seen.
    if (found.length > 0 && visible.length === 0) seen(scopes, home, found[0]![1], name.at);
    for (const [space, member] of visible)
      bind(scopes, home, space, (other ?? name).text, member, (other ?? name).at);
  }
}

function bind(
  { problems }: ProgramScopes,
  { imports }: Contribution,
  space: Space,
  name: string,
  member: Member,
  at: Span,
): void {
  const key = `${space} ${name}`;
  const known = imports.names.get(key);
  if (known !== undefined && known.identity !== member.identity)
    problems.error(
      at,
      `\`${name}\` is ambiguous: it is imported from ${known.owner.what} and from ${member.owner.what}`,
    );
  imports.names.set(key, member);
}

function importTarget(
  scopes: ProgramScopes,
  home: Contribution,
  { text, at }: Name,
): ModuleScope | undefined {
  const segments = text.startsWith('"') ? quoted(text) : text.split('::');
  const [first] = segments;
  // A namespace is meant before a module of this file that is called like it.
  const start = scopes.namespaces.get(first!) ?? bare(home, 'module', first!)?.scope;
  if (start !== undefined) return walk(scopes, home, start, segments.slice(1), at);
  scopes.problems.error(at, `there is no module or namespace \`${first}\` in this program`);
  return undefined;
}

/** Of `"billing/api"::Tax`, whose label may hold anything. */
function quoted(text: string): string[] {
  const end = text.indexOf('"', 1) + 1;
  return [
    text.slice(0, end),
    ...text
      .slice(end)
      .split('::')
      .filter(part => part !== ''),
  ];
}

function allowWildcard(
  { problems }: ProgramScopes,
  scope: ModuleScope,
  at: Span,
  { wildcards }: ImportRules,
): boolean {
  const hasState =
    scope.tree?.state === true ||
    [...scope.members()].some(([, { scope: inner }]) => inner?.tree?.state === true);
  if (hasState) problems.error(at, `${scope.what} has state: what is used of it is imported by name`);
  else if (!wildcards)
    problems.error(
      at,
      'imports of everything are not allowed in this program',
      'Name the members, or set allow_wildcard_imports = true below [modules] in osprey.toml.',
    );
  return wildcards && !hasState;
}
