// Functions as their source declares them: compiled modules do not say what a call may leave out.

import type { DebugInfo } from './format/debug-info.js';
import { sourceHash } from './format/source-hash.js';
import type { FunctionDeclaration } from './ast.js';
import { readFromDisk } from './modules.js';
import { parseUnit } from './parser/parser.js';

type Declarations = ReadonlyMap<string, FunctionDeclaration>;

const known = new WeakMap<DebugInfo, Declarations>();

/** Undefined when the source is not there any more, or is another one. */
export function declaredFunction(debug: DebugInfo, name: string): FunctionDeclaration | undefined {
  const declarations = known.get(debug) ?? declarationsOf(debug);
  known.set(debug, declarations);
  return declarations.get(name);
}

function declarationsOf({ sourcePath, sourceHash: compiled, compileUnitName }: DebugInfo): Declarations {
  try {
    const bytes = readFromDisk(sourcePath);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (bytes === undefined || sourceHash(text) !== compiled) return new Map();
    const { declarations } = parseUnit({ path: sourcePath, module: compileUnitName, text });
    return new Map(
      declarations.flatMap(declared =>
        declared.kind === 'function' ? [[declared.name.text, declared] as const] : [],
      ),
    );
  } catch {
    // Expressions work without it, only less is known.
    return new Map();
  }
}
