// Nothing outside languages/ knows the library, the runtime or the compiler of one: such names and layouts come from packs.
//
// The names of folders are not enough for that (language-names.mjs): a pack may be for several languages, and what a program
// is made of betrays them as well. Tests and their programs may say what they are made with.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.mjs';
import { languageLists } from './layer-table.mjs';
import { isTest, listFiles } from './repository.mjs';

const searched = /\.(ts|mts|tsx|js|mjs|py)$/;

/** Words by themselves, also within `rustProgram` and `__cxx11`. */
const words = new Set([
  'rust',
  'rustc',
  'rustlib',
  'cxx',
  'cxxabi',
  'cxxabiv',
  'libstdc',
  'libsupc',
  'cxa',
  'gxx',
]);

/**
 * LLDB's evaluator compiles C, whatever the program is made with, so that `eLanguageTypeC99` is about LLDB; so is
 * `__cplusplus`, which its prefix asks for.
 */
const signs = /\bstd::|\balloc::\w+::|\bC\+\+|\bclang\+\+|\blibc\+\+|\b_M_\w+|\beLanguageType(?!C99\b)\w+/g;

export function checkLanguageSigns(base, workspaces) {
  return workspaces
    .filter(({ layer }) => layer !== 'languages')
    .flatMap(({ folder }) => listFiles(base, folder))
    .filter(isSearched)
    .flatMap(file =>
      readFileSync(path.join(base, file), 'utf8')
        .split('\n')
        .flatMap((text, index) => signsIn(text).map(sign => describe(file, index + 1, sign))),
    );
}

const isSearched = file =>
  searched.test(file) && !isTest(file) && !file.includes('/fixtures/') && !languageLists.includes(file);

/** What a line says that only one language has, each once. */
export function signsIn(text) {
  const found = [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word);
  const known = found.filter(word => words.has(word.toLowerCase()));
  return [...new Set([...known, ...(text.match(signs) ?? [])])];
}

const describe = (file, line, sign) =>
  finding(
    file,
    line,
    'knows-a-language',
    `this line knows of a language, by '${sign}'`,
    'say it for any language, and let its pack tell what is known of it (engines/native/bridge/libraries.py)',
  );
