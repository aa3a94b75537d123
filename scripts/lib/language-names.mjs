// Nothing outside languages/ names a language, but for the lists of the command line.
//
// The words are the folder names below languages/. A name of one letter is no word to search for, nor is one that means
// something else all over the code; there the ways a program would refer to it are searched: its folder and its package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.mjs';
import { languageLists } from './layer-table.mjs';
import { isTest, listFiles } from './repository.mjs';

const searched = /\.(ts|mts|tsx|js|mjs|json|py|html|css)$/;

/** Names that are words of every debugger. */
const everydayWords = new Set(['remote', 'wasm']);

/** Text in which a name is a citation and not a dependency: "Aria debug spec 3.1". */
const citationAfter = /^(\s+\w+)?\s+spec\b/i;

/** The attributes that tell screen readers what a part of a page is: `aria-label`, and by that name only. */
const accessibility = /\baria-[a-z]+\b/g;

export function checkLanguageNames(base, workspaces) {
  const ids = workspaces.filter(({ layer }) => layer === 'languages').map(({ id }) => id);
  return workspaces
    .filter(({ layer }) => layer !== 'languages')
    .flatMap(workspace => listFiles(base, workspace.folder).filter(file => isSearched(workspace, file)))
    .flatMap(file =>
      readFileSync(path.join(base, file), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          namesIn(text.replace(accessibility, ''), ids).map(id => describe(file, index + 1, id)),
        ),
    );
}

/** The languages that one line names, each once. */
export function namesIn(text, ids) {
  return ids.filter(id => (id.length > 1 && !everydayWords.has(id) ? hasWord(text, id) : refersTo(text, id)));
}

function isSearched({ layer }, file) {
  if (!searched.test(file) || languageLists.includes(file)) return false;
  // A client declares the languages it ships with, and its tests run real programs.
  return !(layer === 'clients' && (isTest(file) || /\/(package|tsconfig)\.json$/.test(file)));
}

/** Whole words, where `parseMini` and `MINI_PATH` have the word too and `minimum` has not. */
function hasWord(text, id) {
  if (/[^a-z]/i.test(id)) return new RegExp(`\\b${id}\\b`, 'i').test(text);
  return [...text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].some(
    ({ 0: word, index }) =>
      word.toLowerCase() === id.toLowerCase() && !citationAfter.test(text.slice(index + word.length)),
  );
}

const refersTo = (text, id) => new RegExp(`\\blanguages?[-/]${id}\\b`, 'i').test(text);

function describe(file, line, id) {
  return finding(
    file,
    line,
    'names-a-language',
    `this line names the language '${id}'`,
    `say it for any language, or move it to languages/${id}; the list of languages is ${languageLists[0]}`,
  );
}
