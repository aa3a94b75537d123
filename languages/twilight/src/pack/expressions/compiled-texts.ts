// Expressions compiled by the language's own compiler, for what is more than looking at values: calls, methods, entries of maps.

import type { NameScope, TypeId, TypeTable } from '@sonde/engine';
import type { SourceText } from '@sonde/front-end';
import { ExpressionCompiler, type ExpressionModule, type Meta } from '../../toolchain/toolchain.js';
import { CheckMistake } from '../../toolchain/checker/mistake.js';
import type { ExpressionTree, SyntaxMode } from '../../toolchain/syntax/tree.js';
import type { ExpressionFunction } from './expression-code.js';
import { NamedTypes } from './named-types.js';
import { ExpressionMistake, parseText } from './parse.js';

/** More than anybody watches at once. */
const mostKept = 200;

export interface CompiledFunction {
  readonly run: ExpressionFunction;
  readonly type: TypeId;
}

/** Those of one contract under the debugger. */
class ContractTexts {
  #compiler: ExpressionCompiler | undefined | 'none';
  readonly #kept = new Map<string, CompiledFunction>();

  constructor(private readonly meta: Meta) {}

  /** Undefined where its sources are not known. */
  get compiler(): ExpressionCompiler | undefined {
    this.#compiler ??= ExpressionCompiler.of(this.meta) ?? 'none';
    return this.#compiler === 'none' ? undefined : this.#compiler;
  }

  kept(key: string, make: () => CompiledFunction): CompiledFunction {
    const found = this.#kept.get(key) ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return found;
  }
}

const contracts = new WeakMap<TypeTable, ContractTexts>();

/** The driver tells which contract the types are of. */
export const compileFor = (types: TypeTable, meta: Meta): void =>
  void contracts.set(types, new ContractTexts(meta));

/** One text, parsed in one mode where it stands. */
export class CompiledText {
  readonly tree: ExpressionTree;
  readonly #contract: ContractTexts | undefined;
  readonly #source: SourceText | undefined;

  /** Throws an ExpressionMistake. */
  constructor(
    private readonly text: string,
    private readonly mode: SyntaxMode,
    private readonly names: NameScope,
    private readonly types: TypeTable,
  ) {
    this.#contract = contracts.get(types);
    const source = this.#contract?.compiler?.text(text);
    this.tree = parseText(text, mode, source?.base);
    this.#source = source;
  }

  get canCompile(): boolean {
    return this.#source !== undefined;
  }

  /** A part of the text as a function; `wanted` are types of its value, several for a tuple. Throws an ExpressionMistake. */
  function(tree: ExpressionTree, wanted: readonly string[] = []): CompiledFunction {
    const compiler = this.#contract?.compiler;
    const source = this.#source;
    if (compiler === undefined || source === undefined)
      throw new ExpressionMistake(
        'this cannot be evaluated: the .meta of the contract does not carry its sources',
        tree.at,
      );
    const locals = this.#locals(tree);
    const key = JSON.stringify([this.text, this.mode, tree.at.start, tree.at.end, wanted, locals]);
    return this.#contract!.kept(key, () => {
      const module = compiled(() => compiler.compile({ tree, text: source }, locals, wanted));
      return {
        run: functionOf(
          module,
          locals.map(({ slot }) => slot),
        ),
        type: new NamedTypes(this.types).described(module.result, module.meta.types),
      };
    });
  }

  /** Variables of the frame that the tree may mean; what it binds itself hides them. */
  #locals(
    tree: ExpressionTree,
  ): readonly { readonly name: string; readonly type: string; readonly slot: number }[] {
    const found = new Map<string, { name: string; type: string; slot: number }>();
    for (const name of namesIn(tree)) {
      const visible = this.names.lookup(name);
      if (visible?.place.kind !== 'slot') continue;
      found.set(name, { name, type: this.types.get(visible.type).name, slot: visible.place.slot });
    }
    return [...found.values()];
  }
}

/** In which mode expressions are written first: that of the contract. */
export const modeOf = (types: TypeTable): SyntaxMode =>
  contracts.get(types)?.compiler?.mode ?? 'twilight-native';

/** Functions that the contract has, for completions. */
export const functionsOf = (types: TypeTable): readonly string[] =>
  contracts.get(types)?.compiler?.functionNames ?? [];

function compiled(compile: () => ExpressionModule): ExpressionModule {
  try {
    return compile();
  } catch (error) {
    if (error instanceof CheckMistake) throw new ExpressionMistake(error.message, error.at, error.hint);
    throw error;
  }
}

const functionOf = (
  { code, meta, function: name, result }: ExpressionModule,
  slots: readonly number[],
): ExpressionFunction => ({
  code: `0x${Buffer.from(code).toString('hex')}`,
  meta: JSON.stringify(meta),
  function: name,
  result,
  slots,
});

/** Paths of one name, wherever they stand. */
function namesIn(tree: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof tree !== 'object' || tree === null) return found;
  if ('kind' in tree && tree.kind === 'path') {
    const { path } = tree as Extract<ExpressionTree, { kind: 'path' }>;
    if (path.segments.length === 1) found.add(path.segments[0]!.text);
    return found;
  }
  for (const part of Object.values(tree)) namesIn(part, found);
  return found;
}
