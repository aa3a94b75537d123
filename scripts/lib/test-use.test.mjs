import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { giveAccount } from './account.mjs';
import { cpuSeconds, parseStat } from './cpu-use.mjs';
import { compare, languageOf, readUse, sumBy, workspaceOf } from './test-use.mjs';

const tree = budgets => {
  const base = mkdtempSync(path.join(tmpdir(), 'sonde-account-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  mkdirSync(path.join(base, 'languages/toy'), { recursive: true });
  mkdirSync(path.join(base, 'scripts'));
  writeFileSync(path.join(base, 'scripts/budgets.json'), JSON.stringify(budgets));
  return base;
};
const budgets = {
  referenceWork: 1,
  tolerated: 2,
  languages: { usual: 10, named: {} },
  workspaces: { usual: 10, named: { 'clients/big': { seconds: 100, why: 'it is big' } } },
};
const own = { file: 'languages/toy/dist/a.test.js', cpu: 8, seconds: 9 };
const elsewhere = { file: 'clients/big/dist/test/conformance-toy.test.js', cpu: 7, seconds: 9 };
const nobodys = { file: 'clients/big/dist/test/toyota.test.js', cpu: 80, seconds: 9 };

describe('what the tests took', () => {
  it('is read from what they wrote, with paths from the root', () => {
    const base = tree(budgets);
    const file = path.join(base, 'use');
    writeFileSync(file, `${JSON.stringify({ ...own, file: path.join(base, own.file) })}\n`);
    expect(readUse(file, base)).toEqual([own]);
    expect(readUse(path.join(base, 'nothing'), base)).toEqual([]);
  });

  it('belongs to a workspace', () => {
    expect(workspaceOf(own.file)).toBe('languages/toy');
    expect(workspaceOf('scripts/lib/x.test.mjs')).toBe('scripts');
  });

  it('belongs to a language by folder or by a word of the name', () => {
    const of = ({ file }) => languageOf(file, ['toy']);
    expect([own, elsewhere, nobodys].map(of)).toEqual(['toy', 'toy', undefined]);
  });

  it('is added up, the greatest first', () => {
    expect([...sumBy([own, elsewhere, nobodys], workspaceOf)]).toEqual([
      ['clients/big', { cpu: 87, files: 2 }],
      ['languages/toy', { cpu: 8, files: 1 }],
    ]);
  });
});

describe('a budget', () => {
  const verdicts = (cpu, slowness) =>
    compare(new Map([['x', { cpu, files: 1 }]]), { usual: 10, named: {}, tolerated: 2 }, slowness).map(
      ({ verdict }) => verdict,
    );

  it('is kept, gone beyond, or left far behind', () => {
    expect([10, 11, 20, 21].flatMap(cpu => verdicts(cpu, 1))).toEqual(['within', 'beyond', 'beyond', 'over']);
  });

  it('grows with the slowness of the machine', () => {
    expect(verdicts(21, 3)).toEqual(['within']);
  });

  it('fails the gate when it is left far behind, and names who did', () => {
    const base = tree(budgets);
    const account = giveAccount(base, [own, { ...elsewhere, cpu: 13 }, nobodys], { factor: 1 });
    expect(account.ok).toBe(false);
    expect(account.lines.join('\n')).toMatch(/^toy took 21 s .* its budget is 10 s/m);
    expect(giveAccount(base, [own, elsewhere, nobodys], { factor: 1 }).ok).toBe(true);
  });

  it('says nothing about a part of the tests, or where nobody counts', () => {
    const base = tree(budgets);
    const much = [{ ...own, cpu: 1000 }];
    expect(giveAccount(base, much, { isWhole: false, factor: 1 }).ok).toBe(true);
    expect(giveAccount(base, [], { factor: 1 })).toEqual({ lines: [], ok: true });
  });
});

describe('the time of a process', () => {
  it('is read from what the system says, whatever the name of the process is', () => {
    const numbers = ['S', 7, 1, 1, 0, -1, 0, 0, 0, 0, 0, 150, 50, 300, 100, 20];
    expect(parseStat(`42 (a) b ) ${numbers.join(' ')}`)).toEqual({ pid: 42, parent: 7, own: 2, ofEnded: 4 });
  });

  it('grows with what is done', () => {
    const before = cpuSeconds();
    while (cpuSeconds() - before < 0.02);
    expect(cpuSeconds()).toBeGreaterThan(before);
  });
});
