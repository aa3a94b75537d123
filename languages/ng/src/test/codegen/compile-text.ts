// Compiles a text for tests, as the code generator takes it when the checker has found out nothing.

import { disassembleFunction } from '../../toolchain/format/disassemble.js';
import type { NgoModule } from '../../toolchain/format/ngo.js';
import type { Annotations, CheckedUnit, ModuleInterface } from '../../toolchain/checked.js';
import { parseUnit } from '../../toolchain/parser/parser.js';
import type { SourceFile } from '../../toolchain/source.js';
import { generate, type Generated } from '../../toolchain/codegen/generate.js';

const nothingKnown: Annotations = {
  types: new Map(),
  instances: new Map(),
  traitObjects: new Map(),
  declared: new Map(),
  constants: new Map(),
};

export function uncheckedUnit(
  text: string,
  module = 'main',
  imports: ReadonlyMap<string, ModuleInterface> = new Map(),
): CheckedUnit {
  const file: SourceFile = { path: `/${module}.ng`, module, text };
  const unit = parseUnit(file);
  return {
    file,
    unit,
    interface: { name: module, file, unit, exports: new Set(), exportTypes: new Map() },
    imports,
    annotations: nothingKnown,
    instances: [],
  };
}

export interface TextOptions {
  readonly upstreamCompatible?: boolean;
  /** Sources of modules that it imports. */
  readonly libraries?: Readonly<Record<string, string>>;
}

export function compileText(text: string, options: TextOptions = {}): Generated {
  const { upstreamCompatible = false, libraries = {} } = options;
  const imports = new Map<string, ModuleInterface>();
  const modules = new Map<string, NgoModule>();
  for (const [name, source] of Object.entries(libraries)) {
    const library = uncheckedUnit(source, name);
    imports.set(name, library.interface);
    modules.set(name, generate(library, { upstreamCompatible }).module);
  }
  return generate(uncheckedUnit(text, 'main', imports), { upstreamCompatible, modules });
}

/** The instructions of a function, one per line, each behind its offset. */
export function codeOf(text: string, name = '__start__', options: TextOptions = {}): readonly string[] {
  const { module } = compileText(text, options);
  const index = module.functions.findIndex(found => found.name === name);
  return disassembleFunction(module, index).split('\n');
}

/** The same without offsets. */
export const instructionsOf = (text: string, name?: string, options?: TextOptions): readonly string[] =>
  codeOf(text, name, options).map(line => line.slice(line.indexOf(':') + 2));
