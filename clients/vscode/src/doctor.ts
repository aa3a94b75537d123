// What `sonde doctor` finds missing, as messages with the command that installs it.

import { EditorFailure, reportFailure, runProcess } from '@sonde/editor';
import { sondeCommand, type AdapterSurroundings } from './adapter.js';
import type { ExtensionLanguage } from './languages.js';
import { clipboard, messages, terminal } from './vscode-ui.js';

interface DoctorReport {
  readonly language: string;
  readonly name: string;
  readonly tools: readonly {
    readonly tool: string;
    readonly purpose: string;
    readonly install?: string;
    readonly problem?: string;
    readonly found?: { readonly path: string; readonly version: string };
  }[];
}

async function examine(
  around: AdapterSurroundings,
  language?: ExtensionLanguage,
): Promise<readonly DoctorReport[]> {
  const { command, args, env } = await sondeCommand(around);
  const only = language === undefined ? [] : ['--language', language.id];
  const end = await runProcess({
    command,
    args: [...args, 'doctor', '--json', ...only],
    env,
    timeoutMs: 60_000,
  });
  try {
    return JSON.parse(end.stdout) as readonly DoctorReport[];
  } catch (error) {
    throw new EditorFailure(`sonde doctor gave no answer: ${end.stderr.trim() || end.kind}.`, {
      cause: error,
    });
  }
}

interface MissingTool {
  readonly failure: EditorFailure;
  /** How a launch that lacks it begins to say so. */
  readonly problem: string | undefined;
}

async function missingTools(
  around: AdapterSurroundings,
  language?: ExtensionLanguage,
): Promise<readonly MissingTool[]> {
  const reports = await examine(around, language);
  // Several languages may need the same one.
  const missing = new Map(
    reports.flatMap(({ name, tools }) =>
      tools.filter(({ found }) => found === undefined).map(tool => [tool.tool, { ...tool, name }] as const),
    ),
  );
  return [...missing.values()].map(({ tool, purpose, install, problem, name }) => ({
    problem,
    failure: new EditorFailure(`${name} needs ${tool}, which ${purpose}.`, {
      ...(problem === undefined ? {} : { next: problem }),
      ...(install === undefined ? {} : { command: install }),
    }),
  }));
}

const report = (error: unknown, kind?: 'warning'): void =>
  void reportFailure(error, { messages, clipboard, terminal }, kind);

/** One message for a launch that failed with this text: with the command that installs the tool, where doctor knows one. */
export async function reportMissingTool(
  around: AdapterSurroundings,
  language: ExtensionLanguage | undefined,
  text: string,
): Promise<void> {
  const lacks = ({ problem }: MissingTool): boolean =>
    problem !== undefined && text.startsWith(problem.replace(/\.$/, ''));
  try {
    const found = (await missingTools(around, language)).find(lacks);
    report(found?.failure ?? new EditorFailure(text));
  } catch {
    // What doctor could not say matters less than the launch.
    report(new EditorFailure(text));
  }
}

/** For the command: one message for each missing tool, and one when nothing is missing. */
export async function showDoctor(around: AdapterSurroundings): Promise<void> {
  try {
    const missing = await missingTools(around);
    for (const { failure } of missing) report(failure, 'warning');
    if (missing.length === 0)
      await messages.show('information', 'Everything that the languages need is there.', []);
  } catch (error) {
    report(error);
  }
}
