// Each folder explains itself: a short README that names the entry file.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { finding } from './findings.mjs';
import { sourceOf } from './repository.mjs';

const shortest = 4;
const longest = 25;
/** A language's README is the language in one page, with its formats and its deviations. */
const longestOfLanguage = 150;

export function checkReadme(base, workspace) {
  const file = `${workspace.folder}/README.md`;
  if (!existsSync(path.join(base, file))) {
    return [
      finding(
        file,
        undefined,
        'no-readme',
        'is missing',
        'write about ten lines: what it is, its entry file, what it may import, how it is tested',
      ),
    ];
  }
  const text = readFileSync(path.join(base, file), 'utf8');
  return [...hasRightLength(file, text, workspace), ...namesEntry(file, text, workspace)];
}

function hasRightLength(file, text, { layer }) {
  const lines = text.split('\n').filter(line => line.trim() !== '').length;
  const limit = layer === 'languages' ? longestOfLanguage : longest;
  if (lines >= shortest && lines <= limit) return [];
  return [
    finding(
      file,
      undefined,
      'readme-length',
      `has ${lines} lines of text; between ${shortest} and ${limit} are read`,
      lines < shortest ? 'say what it is, its entry file, what it may import' : 'move the details to docs/',
    ),
  ];
}

function namesEntry(file, text, { manifest }) {
  const entries = entriesOf(manifest);
  if (entries.length === 0 || entries.some(entry => text.includes(entry))) return [];
  return [
    finding(
      file,
      undefined,
      'readme-entry',
      'does not name the entry file',
      `name ${entries.map(entry => `\`${entry}\``).join(' or ')}`,
    ),
  ];
}

/** Where a reader starts: the source behind `exports["."]`, or a command. */
function entriesOf({ exports: exported, bin }) {
  const main = exported?.['.'];
  const built = typeof main === 'string' ? main : main?.default;
  const commands = typeof bin === 'string' ? [bin] : Object.values(bin ?? {});
  return [...(built === undefined ? [] : [built]), ...commands].map(sourceOf);
}
