// Compiles an expression of a debugger to a module of its own, with the sources that the `.meta` of the contract carries.

import { dirname } from 'node:path/posix';
import { SourceText } from '@sonde/front-end';
import { checkProgram } from './checker/check.js';
import { checkExpressionAlone } from './checker/check-expression.js';
import { Checker } from './checker/checker.js';
import type { CheckedUnit } from './checker/items/modules.js';
import type { SourceFile, TypedContract, TypedProgram } from './checker/typed-program.js';
import type { Type } from './checker/types.js';
import { generateTests } from './generator/generate.js';
import { moduleOf } from './load-package.js';
import { makeMeta } from './meta/make-meta.js';
import type { Meta } from './meta/schema.js';
import { ProgramProblems } from './problems/lint-levels.js';
import { parseUnit } from './syntax/parse.js';
import type { ExpressionTree, SyntaxMode } from './syntax/tree.js';

export interface ExpressionLocal {
  readonly name: string;
  /** As `.meta` names it. */
  readonly type: string;
}

export interface ExpressionModule {
  readonly code: Uint8Array;
  /** Of one function, whose parameters are the locals. */
  readonly meta: Meta;
  readonly function: string;
  /** The name of its type, which `meta` describes. */
  readonly result: string;
}

interface Loaded {
  readonly checker: Checker;
  readonly program: TypedProgram;
  readonly contract: TypedContract;
}

export class ExpressionCompiler {
  readonly #loaded: Loaded;
  readonly #runtimeAsserts: boolean;
  /** Of the file that the contract is in. */
  readonly mode: SyntaxMode;

  private constructor(loaded: Loaded, meta: Meta) {
    this.#loaded = loaded;
    this.mode = loaded.contract.file.mode;
    const functions = Object.values(meta.debug_info?.variable_info.functions ?? {});
    this.#runtimeAsserts = functions.some(({ failures }) =>
      failures.some(({ cause }) => cause === 'assertion'),
    );
  }

  /** Undefined where `.meta` does not carry all sources. */
  static of(meta: Meta): ExpressionCompiler | undefined {
    const { sources = [], sourcesContent = [] } = meta.debug_info?.source_map.data ?? {};
    const texts: SourceText[] = [];
    for (const [nth, name] of sources.entries()) {
      const text = sourcesContent[nth];
      if (typeof text !== 'string') return undefined;
      texts.push(new SourceText({ name, path: name }, text, texts.at(-1)?.end ?? 0));
    }
    const about = { name: Object.keys(meta.functions)[0]?.split('::')[0] ?? 'contract', version: '0.1.0' };
    for (const root of rootsOf(sources)) {
      const loaded = load(texts, root, about, meta.contract);
      if (loaded !== undefined) return new ExpressionCompiler(loaded, meta);
    }
    return undefined;
  }

  /** Of the contract, as expressions call them. */
  get functionNames(): readonly string[] {
    const { functions } = this.#loaded.contract;
    return functions.filter(({ generated, role }) => !generated && role !== 'init').map(({ name }) => name);
  }

  /** Offsets of an expression begin behind those of all sources. */
  text(expression: string): SourceText {
    const last = this.#loaded.program.files.at(-1);
    return new SourceText({ name: 'expression', path: 'expression' }, expression, last?.text.end ?? 0);
  }

  /** `wanted`: types of the value, several for a tuple of them. Throws a CheckMistake. */
  compile(
    expression: { readonly tree: ExpressionTree; readonly text: SourceText },
    locals: readonly ExpressionLocal[],
    wanted: readonly string[] = [],
  ): ExpressionModule {
    const { checker, program, contract } = this.#loaded;
    const visible = locals.flatMap(({ name, type }) => {
      const found = this.#type(type);
      return found === undefined ? [] : [{ name, type: found }];
    });
    const parts = wanted.flatMap(name => this.#type(name) ?? []);
    const type = parts.length > 1 ? checker.types.tuple(parts) : parts[0];
    const checked = checkExpressionAlone(checker, contract.name, expression, visible, type);
    const generated = generateTests(program, contract.name, checked.functions, [checked.function], {
      runtimeAsserts: this.#runtimeAsserts,
      prints: true,
    });
    const alone = { ...contract, functions: [checked.function], events: [] };
    const functions = generated.functions.filter(({ of }) => of === checked.function);
    const meta = makeMeta(
      program,
      alone,
      { ...generated, functions },
      { file: 'expression.wasm', debug: false },
    );
    return {
      code: generated.module.bytes,
      meta,
      function: checked.function.mangled,
      result: checked.function.result.name,
    };
  }

  #type(name: string): Type | undefined {
    const { types } = this.#loaded.checker;
    const number = /^([ui])(\d+)$/.exec(name);
    return number === null ? types.all.get(name) : types.int(Number(number[2]), number[1] === 'i');
  }
}

/** Folders that may hold the modules, the likeliest first: paths do not tell. */
function rootsOf(sources: readonly string[]): readonly string[] {
  const roots: string[] = [];
  for (let folder = dirname(sources[0] ?? ''); ; folder = dirname(folder)) {
    roots.push(folder);
    if (folder === '.' || folder === '/') break;
  }
  return roots.includes('src') ? ['src', ...roots.filter(each => each !== 'src')] : roots;
}

function load(
  texts: readonly SourceText[],
  root: string,
  about: TypedProgram['package'],
  name: string,
): Loaded | undefined {
  const [first, ...others] = texts;
  if (first === undefined) return undefined;
  const problems = new ProgramProblems([first, ...others]);
  const units: CheckedUnit[] = [];
  for (const [id, text] of texts.entries()) {
    const unit = parseUnit(text, problems);
    if (unit === undefined) return undefined;
    const { name: path } = text.source;
    const file: SourceFile = { id, path, module: moduleOf(root, path), mode: unit.mode, text };
    units.push({ file, unit });
  }
  const checker = new Checker(problems, about.name, { atDebugger: true });
  const files = units.map(({ file }) => file);
  const { program } = checkProgram(about, units, files, problems, checker);
  const contract = program?.contracts.find(each => each.name === name);
  return program === undefined || contract === undefined ? undefined : { checker, program, contract };
}
