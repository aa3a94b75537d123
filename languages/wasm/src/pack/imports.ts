// What a module imports: refused by name before it runs where nothing answers it.

import { Failure } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';
import { splitName } from '../runtime/host.js';
import type { ImportAnswers } from '../runtime/host-data.js';
import { isWasi } from '../runtime/wasi-names.js';

/** More are not listed. */
const mostNamed = 5;

export function checkImports({ imports }: WasmModule, answers: ImportAnswers): void {
  const given = new Set(Object.keys(answers).map(name => splitName(name).join('.')));
  const missing = imports.filter(({ module, name, thing }) => {
    // Memories and tables are made as the module asks for them.
    if (thing.kind === 'memory' || thing.kind === 'table' || thing.kind === 'tag') return false;
    if (given.has(`${module}.${name}`)) return false;
    return thing.kind === 'global' || !(isWasi(module) || (module === 'env' && name === 'abort'));
  });
  if (missing.length === 0) return;
  const names = missing
    .slice(0, mostNamed)
    .map(({ module, name, thing }) => `${module}.${name} (${thing.kind})`);
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  const [first] = missing;
  throw new Failure(
    'not-found',
    'program',
    `the module imports what nothing here answers: ${names.join(', ')}${more}.`,
    `Link it into the module (WASI is there, so \`clang --target=wasm32-wasi\` works), or say what it answers with the option imports: { "${first!.module}.${first!.name}": 0 }.`,
  );
}
