// A compiled module as MVASM text.

import { AssemblyText, emitFunction, type EmittedFunction } from './emit-assembly.js';
import type { CodeLayout } from './code-layout.js';
import type { CompiledFunction, CompiledModule } from './compile-module.js';
import type { GlobalCode } from './data-section.js';

export interface EmittedModule {
  readonly text: string;
  readonly functions: readonly { readonly compiled: CompiledFunction; readonly emitted: EmittedFunction }[];
  readonly globals: readonly GlobalCode[];
}

/** Keeps functions and variables that `keeps` wants. */
export function emitModule(
  module: CompiledModule,
  layout: Pick<CodeLayout, 'isShort'>,
  keeps: (symbol: string) => boolean = () => true,
): EmittedModule {
  const code = new AssemblyText();
  const functions = module.functions
    .filter(({ placed }) => keeps(placed.code.symbol))
    .map(compiled => ({ compiled, emitted: emitFunction(code, compiled.placed, layout) }));
  const globals = module.globals.filter(({ symbol }) => keeps(symbol));
  const data = globals.filter(({ isZero }) => !isZero);
  const zeros = globals.filter(({ isZero }) => isZero);
  const defined = new Set([
    ...functions.map(({ compiled }) => compiled.placed.code.symbol),
    ...globals.map(({ symbol }) => symbol),
  ]);
  const used = new Set([...code.used, ...globals.flatMap(one => [...one.used])]);
  const exported = [
    ...functions
      .filter(({ compiled }) => !compiled.isLocal)
      .map(({ compiled }) => compiled.placed.code.symbol),
    ...globals.filter(({ isLocal }) => !isLocal).map(({ symbol }) => symbol),
  ];
  const imported = [...used].filter(symbol => !defined.has(symbol)).sort();
  const lines = [
    `; ${module.name}`,
    ...exported.map(symbol => `.export ${symbol}`),
    ...imported.map(symbol => `.import ${symbol}`),
    '.text',
    ...code.lines,
    ...section('.data', data),
    ...section('.bss', zeros),
  ];
  return { text: `${lines.join('\n')}\n`, functions, globals };
}

/** Whole multiples of eight bytes, so that what the linker puts behind is aligned as well. */
function section(name: string, globals: readonly GlobalCode[]): string[] {
  if (globals.length === 0) return [];
  const lines = globals.flatMap(({ symbol, align, lines: own }) => [
    `  .align ${String(Math.min(align, 4096))}`,
    `${symbol}:`,
    ...own,
  ]);
  return [name, ...lines, '  .align 8'];
}
