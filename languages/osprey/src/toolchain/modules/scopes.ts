// What namespaces and modules declare: who owns a name, and who may use it.

import type { Problems, SourceText } from '@sonde/front-end';
import type { ModuleTree, Name, SignatureTree, StatementTree } from '../syntax/tree.js';

/** Names of different kinds do not get in each other's way. */
export type Space = 'value' | 'type' | 'constructor' | 'effect' | 'module' | 'signature';

export interface Member {
  readonly name: Name;
  /** The name that it has in the whole program: `billing::Tax::add`. */
  readonly identity: string;
  readonly owner: ModuleScope;
  exported: boolean;
  /** What it declares, without `export`. */
  readonly tree: StatementTree;
  /** Of a module: what is in it. */
  readonly scope?: ModuleScope;
}

/** A namespace, to which several files may contribute, or a module. */
export class ModuleScope {
  readonly #members = new Map<string, Member>();

  constructor(
    /** Empty for what stands in no namespace. */
    readonly path: string,
    readonly outer: ModuleScope | undefined,
    readonly tree?: ModuleTree,
  ) {}

  get what(): string {
    return this.tree === undefined ? `the namespace \`${this.path}\`` : `the module \`${this.path}\``;
  }

  identity(name: string): string {
    return this.path === '' ? name : `${this.path}::${name}`;
  }

  get(space: Space, name: string): Member | undefined {
    return this.#members.get(`${space} ${name}`);
  }

  add(space: Space, member: Member): void {
    this.#members.set(`${space} ${member.name.text}`, member);
  }

  /** With the kinds of their names. */
  *members(): Generator<readonly [Space, Member]> {
    for (const [key, member] of this.#members) yield [key.slice(0, key.indexOf(' ')) as Space, member];
  }

  isInside(other: ModuleScope): boolean {
    return this === other || (this.outer?.isInside(other) ?? false);
  }
}

/** What imports bind, in a file or in a module. */
export interface ImportScope {
  readonly outer: ImportScope | undefined;
  /** By kind and name. */
  readonly names: Map<string, Member>;
  /** Whole modules and namespaces. */
  readonly wholes: Map<string, ModuleScope>;
}

export const importsIn = (outer?: ImportScope): ImportScope => ({
  outer,
  names: new Map(),
  wholes: new Map(),
});

/** Statements that stand together: in a file, a namespace or a module. */
export interface Contribution {
  readonly scope: ModuleScope;
  readonly imports: ImportScope;
  readonly statements: readonly StatementTree[];
  readonly text: SourceText;
}

/** All that is declared anywhere. */
export class ProgramScopes {
  readonly namespaces = new Map<string, ModuleScope>();
  readonly contributions: Contribution[] = [];

  constructor(readonly problems: Problems) {}

  namespace(label: string): ModuleScope {
    let scope = this.namespaces.get(label);
    if (scope === undefined) this.namespaces.set(label, (scope = new ModuleScope(label, undefined)));
    return scope;
  }

  /** A file may change its namespace on the way. */
  addFile(text: SourceText, statements: readonly StatementTree[], defaultNamespace: string): void {
    const imports = importsIn();
    let current = this.namespace(defaultNamespace);
    let pending: StatementTree[] = [];
    const close = (): void => {
      if (pending.length > 0) this.#add({ scope: current, imports, statements: pending, text });
      pending = [];
    };
    for (const statement of statements) {
      if (statement.kind !== 'namespace') pending.push(statement);
      else if (statement.body === undefined) {
        // Imports above the header are the file's, whatever namespace it is in.
        close();
        current = this.namespace(statement.label.text);
      } else
        this.#add({
          scope: this.namespace(statement.label.text),
          imports: importsIn(imports),
          statements: statement.body,
          text,
        });
    }
    close();
  }

  #add(contribution: Contribution): void {
    this.contributions.push(contribution);
    for (const statement of contribution.statements) this.#declare(contribution, statement, false, false);
  }

  #declare(home: Contribution, tree: StatementTree, exported: boolean, opaque: boolean): void {
    const { scope } = home;
    // What stands in a namespace is for all; modules say what they give away.
    const open = exported || scope.tree === undefined;
    const add = (space: Space, name: Name, seen = open, inner?: ModuleScope): void => {
      const known = scope.get(space, name.text);
      const member: Member = {
        name,
        identity: scope.identity(name.text),
        owner: scope,
        exported: seen,
        tree,
        ...(inner === undefined ? {} : { scope: inner }),
      };
      if (known !== undefined && !this.#mayRepeat(known, member)) {
        this.#twice(home, known, name);
        return;
      }
      scope.add(space, member);
    };
    switch (tree.kind) {
      case 'export':
        this.#declare(home, tree.declaration, tree.exported, tree.opaque);
        return;
      case 'function':
      case 'extern':
      case 'let':
        add('value', tree.name);
        return;
      case 'type':
        add('type', tree.name);
        for (const { name } of tree.variants) add('constructor', name, open && !opaque);
        return;
      case 'effect':
        add('effect', tree.name);
        return;
      case 'signature':
        add('signature', tree.name, true);
        return;
      case 'module': {
        const inner = new ModuleScope(scope.identity(tree.name.text), scope, tree);
        add('module', tree.name, open, inner);
        this.#add({
          scope: inner,
          imports: importsIn(home.imports),
          statements: tree.items,
          text: home.text,
        });
        return;
      }
      case 'namespace':
        this.problems.error(tree.at, 'a namespace stands in a file, not in another one or in a module');
        return;
      default:
    }
  }

  /** Statements of one file may bind a name anew, which hides the binding above; the checker sees to the rest. */
  #mayRepeat(known: Member, { name, owner }: Member): boolean {
    if (owner.tree !== undefined) return false;
    const home = this.contributions.find(({ statements }) =>
      statements.some(part => contains(part, known.tree)),
    );
    return home?.text.holds(name.at) === true && known.tree.kind !== 'module';
  }

  #twice({ scope }: Contribution, known: Member, { text, at }: Name): void {
    const where = this.contributions.find(({ text: file }) => file.holds(known.name.at))?.text.source.name;
    this.problems.error(
      at,
      `\`${text}\` is declared twice in ${scope.what}`,
      `The other one is in ${where ?? 'this file'}, line ${known.name.at.line}.`,
    );
  }
}

const contains = (statement: StatementTree, tree: StatementTree): boolean =>
  statement === tree || (statement.kind === 'export' && contains(statement.declaration, tree));

export type SignatureMember = Member & { readonly tree: SignatureTree };
