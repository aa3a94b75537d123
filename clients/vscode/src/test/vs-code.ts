// What every scenario gets: the one editor of the tests, its window, and its workspace.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { OpenEditor } from './code-server.js';
import { eventually, type VsCodePage } from './vs-code-page.js';

export interface VsCode {
  readonly editor: OpenEditor;
  readonly window: VsCodePage;
  readonly workspace: string;
  /** A screenshot to be looked at, where somebody wants them. */
  readonly picture: (name: string, page?: Page) => Promise<void>;
}

/** For a test that starts programs and compilers. */
export const slow = { timeout: 240_000 };

export const textOf = ({ workspace }: VsCode, file: string): string =>
  readFileSync(join(workspace, file), 'utf8');

export const lineOf = (code: VsCode, file: string, text: string): number =>
  textOf(code, file)
    .split('\n')
    .findIndex(line => line.includes(text)) + 1;

export function write({ workspace }: VsCode, file: string, text: string): void {
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  writeFileSync(join(workspace, file), text);
}

/** F5 on a file, with breakpoints at lines with these texts. */
export async function debug(code: VsCode, file: string, ...stops: readonly string[]): Promise<void> {
  await code.window.open(file);
  for (const text of stops) await code.window.toggleBreakpoint(lineOf(code, file, text));
  await code.window.press('F5');
}

/** Runs `work` under settings of the workspace. The title of the window tells when VS Code has read them. */
export async function withSettings(
  code: VsCode,
  settings: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  const apply = async (title: string, values: object): Promise<void> => {
    write(code, '.vscode/settings.json', JSON.stringify({ ...values, 'window.title': title }));
    await eventually(() => code.window.page.title()).toBe(title);
  };
  await apply('with settings', settings);
  try {
    await work();
  } finally {
    await apply('work', {});
  }
}

/** Runs `work` with a launch.json, which VS Code has read when its list names the configuration. */
export async function withLaunchJson(
  code: VsCode,
  configuration: Readonly<Record<string, unknown>> & { readonly name: string },
  work: () => Promise<void>,
): Promise<void> {
  const chosen = async (): Promise<string> => code.window.chosenConfiguration();
  const launch = { type: 'sonde', request: 'launch', ...configuration };
  write(code, '.vscode/launch.json', JSON.stringify({ version: '0.2.0', configurations: [launch] }));
  await eventually(chosen).toContain(configuration.name);
  try {
    await work();
  } finally {
    rmSync(join(code.workspace, '.vscode', 'launch.json'));
    await eventually(chosen).not.toContain(configuration.name);
  }
}
