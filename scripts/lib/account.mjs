// The account at the end of `npm test`: where the minutes went, and who keeps to the budget.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readJson } from './repository.mjs';
import { slowness } from './slowness.mjs';
import { compare, languageOf, sumBy, tableOf, workspaceOf } from './test-use.mjs';

const shownFiles = 10;

/**
 * `lines` to print, and `ok`: nobody is far over the budget. With `isWhole: false` only a part of the tests ran, and
 * budgets say nothing; they say nothing either where nobody counts (`use` is empty then).
 */
export function giveAccount(base, use, { isWhole = true, factor } = {}) {
  if (use.length === 0) return { lines: [], ok: true };
  const budgets = readJson(path.join(base, 'scripts/budgets.json'));
  const languages = languagesIn(base);
  const slow = factor ?? slowness(budgets.referenceWork);
  const tables = [
    ['By workspace, in seconds of the processor:', sumBy(use, workspaceOf), budgets.workspaces],
    [
      'By language, wherever its tests are:',
      sumBy(use, file => languageOf(file, languages)),
      budgets.languages,
    ],
  ].map(([title, sums, of]) => [title, compare(sums, { ...of, tolerated: budgets.tolerated }, slow)]);
  const rows = tables.flatMap(([, each]) => each);
  const over = rows.filter(({ verdict }) => verdict === 'over');
  const total = use.reduce((sum, { cpu }) => sum + cpu, 0);
  const greatest = use.toSorted((one, other) => other.cpu - one.cpu).slice(0, shownFiles);
  return {
    lines: [
      `Tests took ${(total / 60).toFixed(1)} minutes of the processor${slow > 1 ? `, on a machine that is ${slow.toFixed(2)} times as slow as the budgets assume` : ''}.`,
      ...tables.flatMap(([title, each]) => [title, ...tableOf(each)]),
      'The greatest files:',
      ...greatest.map(({ file, cpu }) => `  ${cpu.toFixed(1).padStart(7)} s  ${file}`),
      ...(isWhole ? over.map(overText) : []),
    ],
    ok: !isWhole || over.length === 0,
  };
}

const overText = ({ name, cpu, seconds }) =>
  `${name} took ${cpu.toFixed(0)} s of the processor, its budget is ${seconds} s: make its tests cheaper, or say in scripts/budgets.json why it needs more`;

const languagesIn = base =>
  readdirSync(path.join(base, 'languages'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name);
