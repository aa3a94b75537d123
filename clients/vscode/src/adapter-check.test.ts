import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { checkAdapter } from './adapter-check.js';

const configuration: vscode.DebugConfiguration = { type: 'sonde', request: 'launch', name: 'a' };

async function resolved(find: () => Promise<unknown>): Promise<readonly [unknown, readonly unknown[]]> {
  const reported: unknown[] = [];
  const provider = checkAdapter({ find, report: error => reported.push(error) });
  const answer = await provider.resolveDebugConfigurationWithSubstitutedVariables!(undefined, configuration);
  return [answer, reported];
}

it('lets a session start whose adapter is there', async () => {
  expect(await resolved(() => Promise.resolve({}))).toEqual([configuration, []]);
});

it('reports a refused adapter and ends the launch without a word of VS Code', async () => {
  const refused = new Error('sonde at /old is version 0.0.9');
  expect(await resolved(() => Promise.reject(refused))).toEqual([undefined, [refused]]);
});
