// Rules that keep the documents true: links lead somewhere, commands exist, every dependency has its reason.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.mjs';

/** Links of one Markdown file to files and headings of the repository. */
export function checkLinks(base, file) {
  return proseLines(read(base, file)).flatMap(({ line, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ 1: target }) => {
      if (/^[a-z]+:/i.test(target)) return [];
      const problem = linkProblem(base, file, target);
      return problem === undefined ? [] : [finding(file, line, 'dead-link', problem, 'correct the link')];
    }),
  );
}

/** `npm run x` in a document is a promise that package.json keeps. */
export function checkCommands(base, file, manifest) {
  const lines = read(base, file).split('\n');
  return lines.flatMap((text, index) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)]
      .filter(({ 1: script }) => manifest.scripts?.[script] === undefined)
      .map(({ 1: script }) =>
        finding(
          file,
          index + 1,
          'unknown-command',
          `there is no script '${script}'`,
          `use one of ${Object.keys(manifest.scripts ?? {}).join(', ')}`,
        ),
      ),
  );
}

/** The first column of the table under "Dependencies" names exactly what the manifests install. */
export function checkDependencyTable(base, file, manifests) {
  if (!existsSync(path.join(base, file))) {
    return [finding(file, undefined, 'no-document', 'is missing', 'write it')];
  }
  const explained = new Set(namesInDependencyTable(read(base, file)));
  const used = new Set(
    manifests
      .flatMap(each => Object.keys({ ...each.dependencies, ...each.devDependencies }))
      .filter(name => !name.startsWith('@sonde/')),
  );
  const unexplained = [...used].filter(name => !explained.has(name));
  const gone = [...explained].filter(name => !used.has(name));
  return [
    ...unexplained.map(name =>
      finding(
        file,
        undefined,
        'unexplained-dependency',
        `says nothing of ${name}`,
        'say in its table why it is there',
      ),
    ),
    ...gone.map(name =>
      finding(file, undefined, 'gone-dependency', `explains ${name}, which nothing uses`, 'remove its row'),
    ),
  ];
}

/** docs/README.md lists every other document, but those that a README of their own folder lists. */
export function checkIndex(base, top, files) {
  const folder = path.posix.dirname(top);
  return files
    .filter(file => file !== top && file.startsWith(`${folder}/`) && file.endsWith('.md'))
    .map(file => ({ file, index: indexOf(file, files) ?? top }))
    .map(({ file, index }) => ({ index, relative: path.posix.relative(path.posix.dirname(index), file) }))
    .filter(({ index, relative }) => !textOf(base, index).includes(`(${relative})`))
    .map(({ index, relative }) =>
      finding(index, undefined, 'not-listed', `does not list ${relative}`, 'add a line for it'),
    );
}

/** The README of the folder; for a README, that of the folder above. */
function indexOf(file, files) {
  const folder = path.posix.dirname(file);
  const beside = `${folder}/README.md`;
  const above = `${path.posix.dirname(folder)}/README.md`;
  return files.find(each => each === (file === beside ? above : beside));
}

const textOf = (base, file) => (existsSync(path.join(base, file)) ? read(base, file) : '');

/** A heading as the fragment that links to it. */
export const anchorOf = heading =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function linkProblem(base, file, target) {
  const [relative, anchor] = target.split('#');
  const aim =
    relative === '' ? file : path.posix.join(path.posix.dirname(file), decodeURIComponent(relative));
  const place = path.join(base, aim);
  if (!existsSync(place)) return `'${target}' leads to nothing`;
  if (anchor === undefined || !statSync(place).isFile() || !aim.endsWith('.md')) return undefined;
  const headings = proseLines(read(base, aim)).flatMap(({ text }) => /^#+\s+(.*)/.exec(text)?.[1] ?? []);
  return headings.some(heading => anchorOf(heading) === anchor)
    ? undefined
    : `${aim} has no heading '#${anchor}'`;
}

function namesInDependencyTable(text) {
  const names = [];
  let within = false;
  for (const { text: line } of proseLines(text)) {
    if (line.startsWith('#')) within = /dependenc/i.test(line);
    const first = within ? /^\|([^|]*)\|/.exec(line)?.[1] : undefined;
    if (first !== undefined) names.push(...[...first.matchAll(/`([^`]+)`/g)].map(match => match[1]));
  }
  return names;
}

/** The lines outside fenced blocks, numbered from 1. */
export function proseLines(text) {
  let fenced = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) {
      fenced = !fenced;
      return [];
    }
    return fenced ? [] : [{ line: index + 1, text: line }];
  });
}

const read = (base, file) => readFileSync(path.join(base, file), 'utf8');
