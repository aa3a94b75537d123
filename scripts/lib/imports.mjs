// What a file imports: static, dynamic and type imports, by the bundler's own parser.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
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
      return specifiersIn(file, text).map(({ specifier, start }) => ({
        file,
        line: text.slice(0, start).split('\n').length,
        specifier,
        test,
        ...targetOf(file, specifier),
      }));
    });
}

/** Without CommonJS: all is ESM here, and a method that happens to be called `require` is no import. */
function specifiersIn(file, text) {
  const parsed = parseSync(file, text);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const found = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ].map(({ start, end }) => ({ start, text: text.slice(start, end) }));
  // The tree is only built where a type is imported in the middle of the code, because that takes a while.
  if (/\bimport\(/.test(text)) {
    const takeType = ({ source }) => found.push({ start: source.start, text: source.raw });
    new Visitor({ TSImportType: takeType }).visit(parsed.program);
  }
  const byStart = new Map(found.map(each => [each.start, each]));
  return [...byStart.values()]
    .toSorted((one, other) => one.start - other.start)
    .flatMap(({ start, text: quoted }) => {
      const [, specifier] =
        /^(?:"(.*)"|'(.*)'|`([^$]*)`)$/.exec(quoted)?.filter(each => each !== undefined) ?? [];
      return specifier === undefined ? [] : { specifier, start };
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
