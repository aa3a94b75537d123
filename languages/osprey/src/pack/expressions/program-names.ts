// What names mean in the source that an expression stands in: through its module, its imports and the rest of the project.

import { realpathSync } from 'node:fs';
import { Problems } from '@sonde/front-end';
import type { TypeTable } from '@sonde/engine';
import type { ExpressionContext } from '@sonde/language';
import { checkFiles } from '../../toolchain/checker/check.js';
import { typeName } from '../../toolchain/checker/types.js';
import { bindImports, resolve } from '../../toolchain/modules/name-resolution.js';
import { ProgramScopes, type Contribution, type Space } from '../../toolchain/modules/scopes.js';
import { loadProgram, type LoadedProgram } from '../../toolchain/project/load-program.js';
import { parseProgram } from '../../toolchain/syntax/parse.js';

/** The program does not change while it is debugged, its sources may: they are read once for each table of types. */
const known = new WeakMap<TypeTable, Map<string, ProgramNames | undefined>>();

/** Undefined where the source is not there, or its names are whole as they stand. */
export function programNamesAt({ source, types }: ExpressionContext): ProgramNames | undefined {
  if (source?.path === undefined) return undefined;
  const { path } = source;
  const ofTypes = known.get(types) ?? new Map<string, ProgramNames | undefined>();
  known.set(types, ofTypes);
  if (!ofTypes.has(path)) ofTypes.set(path, read(path));
  return ofTypes.get(path);
}

function read(path: string): ProgramNames | undefined {
  try {
    return new ProgramNames(loadProgram(realpathSync(path)), realpathSync(path));
  } catch {
    // Expressions then have only the names of debug information.
    return undefined;
  }
}

export class ProgramNames {
  readonly #scopes: ProgramScopes;
  readonly #here: readonly Contribution[];
  #types: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly program: LoadedProgram,
    path: string,
  ) {
    const [first, ...others] = program.files.map(({ text }) => text);
    if (first === undefined) throw new Error('the program has no files');
    this.#scopes = new ProgramScopes(new Problems(first, others));
    for (const { text, flavor } of program.files) {
      const { statements } = parseProgram(flavor, new Problems(text), true);
      this.#scopes.addFile(text, statements, program.rules.namespace);
    }
    for (const home of this.#scopes.contributions) bindImports(this.#scopes, home, program.rules);
    this.#here = this.#scopes.contributions.filter(({ text }) => text.source.path === path);
  }

  /**
   * The whole names that a written one may stand for: what the source means by it, else whatever ends with it, private or
   * not, since a debugger looks into everything.
   */
  meanings(space: Space, name: string): readonly string[] {
    const written = { text: name, at: this.program.files[0]!.text.span(0, 0) };
    const meant = this.#here.flatMap(home => resolve(this.#scopes, home, space, written)?.identity ?? []);
    if (meant.length > 0) return [...new Set(meant)];
    const ending = this.#scopes.contributions.flatMap(({ scope }) =>
      [...scope.members()].flatMap(([kind, { identity }]) =>
        kind === space && `::${identity}`.endsWith(`::${name}`) ? identity : [],
      ),
    );
    return [...new Set(ending)];
  }

  /** The type of a value that a module or the file level keeps in a global, as the language writes it. */
  typeOfGlobal(identity: string): string | undefined {
    this.#types ??= this.#globalTypes();
    return this.#types.get(identity);
  }

  #globalTypes(): ReadonlyMap<string, string> {
    const { program } = checkFiles(this.program.files, this.program.rules);
    const globals = program?.globals ?? [];
    // Of a name that was bound anew there are several globals.
    const single = globals.filter(({ name }) => globals.filter(other => other.name === name).length === 1);
    return new Map(single.map(({ name, type }) => [name, typeName(type)]));
  }
}
