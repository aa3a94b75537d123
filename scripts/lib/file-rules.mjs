// Rules about one file: it says in its first line what it is, it is not too long, and nothing in it is left for later.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { finding, warning } from './findings.mjs';

const longest = 600;
const long = 350;

const slashes = /^(\/\/+|\/\*+)(?!\s*(oxlint-|@ts-|<reference))\s*\S.{7,}/;
const hash = /^#\s*\S.{7,}/;
const hashOrText = /^(#|"{3}|'{3})\s*\S.{7,}/;

/** By extension: how the first line begins in a file that says what it is. */
const openings = new Map([
  ...['.ts', '.mts', '.tsx', '.js', '.mjs', '.c', '.h', '.mini'].map(extension => [extension, slashes]),
  ['.py', hashOrText],
  ['.sh', hash],
]);

// In two pieces, so that this file does not find itself.
const leftForLater = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
const textual = /\.(ts|mts|tsx|js|mjs|c|h|mini|py|sh|json|md|html|css|txt)$/;

export function checkFile(base, file) {
  if (!textual.test(file)) return [];
  const lines = readFileSync(path.join(base, file), 'utf8').split('\n');
  return [...saysWhatItIs(file, lines), ...isShort(file, lines), ...isFinished(file, lines)];
}

function saysWhatItIs(file, lines) {
  const opening = openings.get(path.extname(file));
  // The titles of a test say what it is.
  if (opening === undefined || /\.test\.(ts|mjs)$/.test(file)) return [];
  const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
  if (opening.test(first ?? '')) return [];
  return [
    finding(
      file,
      1,
      'first-line',
      'does not say what the file is',
      'begin it with a comment of one sentence',
    ),
  ];
}

function isShort(file, lines) {
  if (!openings.has(path.extname(file)) || lines.length <= long) return [];
  const message = `has ${lines.length} lines`;
  const fix = 'find its second subject and give that a file of its own';
  if (lines.length > longest) {
    return [
      finding(file, undefined, 'too-long', `${message}; more than ${longest} are never one subject`, fix),
    ];
  }
  return [warning(file, undefined, 'long', message, fix)];
}

function isFinished(file, lines) {
  return lines.flatMap((line, index) => {
    const mark = leftForLater.exec(line)?.[1];
    if (mark === undefined) return [];
    return [
      finding(
        file,
        index + 1,
        'left-for-later',
        `'${mark}'`,
        'do it now, or open an issue and remove the mark',
      ),
    ];
  });
}
