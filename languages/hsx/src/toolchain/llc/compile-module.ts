// A module of LLVM IR, compiled up to what depends on where its code will lie.

import {
  readGlobalDefinition,
  readModule,
  type FunctionData,
  type MetadataId,
  type ModuleData,
} from '@sonde/llvm-ir';
import { CannotCompile } from './compile-problem.js';
import { globalCode, type GlobalCode } from './data-section.js';
import { lowerFunction, type LoweredFunction } from './lower-function.js';
import { ModuleContext } from './module-context.js';
import { placeFunction, type PlacedFunction } from './place-frame.js';

export interface CompiledFunction {
  readonly name: string;
  readonly isLocal: boolean;
  readonly lowered: LoweredFunction;
  readonly placed: PlacedFunction;
  /** Symbols that its code refers to. */
  readonly used: ReadonlySet<string>;
}

export interface CompiledModule {
  readonly name: string;
  readonly source: ModuleData;
  readonly functions: readonly CompiledFunction[];
  readonly globals: readonly GlobalCode[];
}

export interface CompileDiagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface CompileResult {
  /** Absent where there are errors. */
  readonly module?: CompiledModule;
  readonly diagnostics: readonly CompileDiagnostic[];
}

/** `name`: the stem of the object that it becomes. */
export function compileModule(text: string, name: string): CompileResult {
  const source = readModule(text);
  const diagnostics: CompileDiagnostic[] = [];
  const report = (error: unknown, fallback?: MetadataId) => {
    if (!(error instanceof CannotCompile)) throw error;
    diagnostics.push({
      severity: 'error',
      message: error.message,
      ...placeOf(source, error.location ?? fallback),
    });
  };
  for (const { text: unknown, line } of source.unknown) {
    if (/^(?:module asm|uselistorder)/.test(unknown)) {
      diagnostics.push({ severity: 'error', message: `not supported: ${unknown.slice(0, 60)}`, line });
    }
  }
  let context: ModuleContext;
  try {
    context = new ModuleContext(source);
  } catch (error) {
    report(error);
    return { diagnostics };
  }
  const functions: CompiledFunction[] = [];
  for (const definition of source.functions) {
    if (!definition.isDefinition || definition.prefixes.includes('available_externally')) continue;
    try {
      functions.push(compileFunction(context, definition));
    } catch (error) {
      report(error, definition.subprogram);
    }
  }
  const globals: GlobalCode[] = [];
  for (const data of source.globals) {
    try {
      if (readGlobalDefinition(data.text)?.isThreadLocal === true) {
        throw new CannotCompile(`the variable '${data.name}' is thread-local, which is not supported`);
      }
      const code = globalCode(context, data);
      if (code !== undefined) globals.push(code);
    } catch (error) {
      report(error, data.debug[0]);
    }
  }
  for (const { symbol, size, align } of context.statics) {
    const lines = [`  .zero ${size}`];
    globals.push({ name: symbol, symbol, isLocal: true, isZero: true, align, size, lines, used: new Set() });
  }
  if (diagnostics.length > 0) return { diagnostics };
  return { module: { name, source, functions, globals }, diagnostics };
}

function compileFunction(context: ModuleContext, source: FunctionData): CompiledFunction {
  const lowered = lowerFunction(context, source);
  const placed = placeFunction(lowered.code);
  const used = new Set(placed.instructions.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol])));
  const isLocal = source.prefixes.includes('internal') || source.prefixes.includes('private');
  return { name: source.name, isLocal, lowered, placed, used };
}

/** Of a `!DILocation`, or of what declares something. */
function placeOf({ debug }: ModuleData, id: MetadataId | undefined) {
  if (id === undefined) return {};
  const location = debug.locations.get(id);
  if (location === undefined) {
    const declared = debug.subprograms.get(id) ?? debug.globals.get(id);
    return declared === undefined ? {} : { line: declared.line, column: 1, ...fileOf(declared.file) };
  }
  let scope = location.scope;
  for (let depth = 0; scope !== undefined && depth < 100; depth += 1) {
    const owner = debug.subprograms.get(scope) ?? debug.blocks.get(scope);
    if (owner?.file !== undefined) {
      return { line: location.line, column: location.column, ...fileOf(owner.file) };
    }
    scope = owner?.scope;
  }
  return { line: location.line, column: location.column };
}

const fileOf = (file: { readonly name: string } | undefined) =>
  file === undefined ? {} : { file: file.name };
