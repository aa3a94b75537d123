// Rules for the decisions: each has its three parts, and the index leads to it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorOf, proseLines } from './doc-rules.mjs';
import { finding } from './findings.mjs';

const parts = ['Context', 'Decision', 'Consequences'];

/** `folder` holds one file for each area, with a heading of the second level for each decision, and an index. */
export function checkDecisions(base, folder, files) {
  const index = `${folder}/README.md`;
  const areas = files.filter(file => path.posix.dirname(file) === folder && file !== index);
  if (areas.length === 0) return [];
  const listed = files.includes(index) ? read(base, index) : '';
  return areas.flatMap(file =>
    decisionsIn(read(base, file)).flatMap(decision => [
      ...hasParts(file, decision),
      ...isListed(index, listed, `${path.posix.basename(file)}#${anchorOf(decision.heading)}`),
    ]),
  );
}

function hasParts(file, { heading, line, found }) {
  if (found.join() === parts.join()) return [];
  const message = `'${heading}' has the parts ${found.join(', ') || '(none)'}`;
  const fix = `give it paragraphs that begin with ${parts.map(part => `**${part}.**`).join(', ')}`;
  return [finding(file, line, 'decision-parts', message, fix)];
}

function isListed(index, text, target) {
  const times = text.split(`(${target})`).length - 1;
  if (times === 1) return [];
  const [message, fix] =
    times === 0
      ? [`does not list ${target}`, 'add a line for it']
      : [`lists ${target} ${times} times`, 'leave one line'];
  return [finding(index, undefined, 'decision-not-listed', message, fix)];
}

function decisionsIn(text) {
  const decisions = [];
  for (const { line, text: each } of proseLines(text)) {
    const heading = /^## (.*)/.exec(each)?.[1];
    if (heading !== undefined) decisions.push({ heading, line, found: [] });
    const part = /^\*\*(\w+)\.\*\*/.exec(each)?.[1];
    if (part !== undefined) decisions.at(-1)?.found.push(part);
  }
  return decisions;
}

const read = (base, file) => readFileSync(path.join(base, file), 'utf8');
