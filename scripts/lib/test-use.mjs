// What the tests took, file by file, as `count-use.mjs` wrote it down: whose it is, and whether it keeps to its budget.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where it is written, as an environment variable of the vitest process. */
export const useVariable = 'SONDE_TEST_USE';

/** `[{ file, cpu, seconds }]`, `file` from `base`; empty where nothing was written. */
export function readUse(account, base) {
  try {
    return readFileSync(account, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
      .map(({ file, ...rest }) => ({ file: path.relative(base, file).replaceAll('\\', '/'), ...rest }));
  } catch {
    return [];
  }
}

export const workspaceOf = file => (file.startsWith('scripts/') ? 'scripts' : file.split('/', 2).join('/'));

/** A language's tests are those of its folder, and those of other workspaces that bear its name as a word of theirs. */
export function languageOf(file, languages) {
  const own = /^languages\/([^/]+)\//.exec(file)?.[1];
  const words = path.posix.basename(file).split('.', 1)[0].split('-');
  return own ?? languages.find(id => words[0] === id || words.at(-1) === id);
}

/** Name → `{ cpu, files }`, the greatest first. Files that are nobody's are left out. */
export function sumBy(use, nameOf) {
  const sums = new Map();
  for (const { file, cpu } of use) {
    const name = nameOf(file);
    if (name === undefined) continue;
    const sum = sums.get(name) ?? { cpu: 0, files: 0 };
    sums.set(name, { cpu: sum.cpu + cpu, files: sum.files + 1 });
  }
  return new Map([...sums].sort(([, one], [, other]) => other.cpu - one.cpu));
}

/**
 * Each sum beside its budget, on a machine that is `slowness` times as slow as the one which the budgets are for. Beyond the
 * budget is worth a word; what cannot be explained by a machine that is busy with something else is `over`.
 */
export function compare(sums, budgets, slowness) {
  return [...sums].map(([name, { cpu, files }]) => {
    const { seconds, why } = budgets.named[name] ?? { seconds: budgets.usual };
    const times = cpu / (seconds * slowness);
    const verdict = times <= 1 ? 'within' : times <= budgets.tolerated ? 'beyond' : 'over';
    return { name, cpu, files, seconds, why, verdict };
  });
}

/** Lines of a table: what it took, its budget, and a word where that is not kept. */
export function tableOf(rows) {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, cpu, files, seconds, verdict }) => {
    const word =
      verdict === 'within' ? '' : verdict === 'beyond' ? '  beyond its budget' : '  OVER its budget';
    const numbers = `${cpu.toFixed(1).padStart(7)} of ${String(seconds).padStart(4)} s`;
    return `  ${name.padEnd(width)}  ${numbers}  ${String(files).padStart(4)} files${word}`;
  });
}
