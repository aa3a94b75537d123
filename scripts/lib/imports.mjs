// What a file imports: static, dynamic and type imports, by TypeScript's own scanner.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { isTest, listFiles } from './repository.mjs';

const scanned = /\.(ts|mts|tsx|js|mjs)$/;

/**
 * Every import of a workspace, as `{ file, line, specifier, test, ...target }`. The target is one of
 * `{ kind: 'relative', to }`, `{ kind: 'node' }`, `{ kind: 'package', name, subpath }`.
 */
export function importsOf(base, workspace) {
  return listFiles(base, workspace.folder)
    .filter(file => scanned.test(file) && !file.includes('/examples/') && !file.includes('/fixtures/'))
    .flatMap(file => {
      const text = readFileSync(path.join(base, file), 'utf8');
      const test = isTest(file);
      // Without CommonJS: all is ESM here, and a method that happens to be called `require` is no import.
      return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName: specifier, pos }) => ({
        file,
        line: text.slice(0, pos).split('\n').length,
        specifier,
        test,
        ...targetOf(file, specifier),
      }));
    });
}

function targetOf(file, specifier) {
  if (specifier.startsWith('.') || specifier.startsWith('/')) {
    return { kind: 'relative', to: path.posix.join(path.posix.dirname(file), specifier) };
  }
  if (isBuiltin(specifier)) return { kind: 'node' };
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  return { kind: 'package', name, subpath: `.${specifier.slice(name.length)}` };
}
