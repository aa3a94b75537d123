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

/** One message for each missing tool. Answers how many there are. */
export async function reportMissingTools(
  around: AdapterSurroundings,
  language?: ExtensionLanguage,
): Promise<number> {
  const reports = await examine(around, language);
  const missing = new Map(
    reports.flatMap(({ name, tools }) =>
      tools.filter(({ found }) => found === undefined).map(tool => [tool.tool, { ...tool, name }] as const),
    ),
  );
  for (const { tool, purpose, install, problem, name } of missing.values()) {
    const failure = new EditorFailure(`${name} needs ${tool}, which ${purpose}.`, {
      ...(problem === undefined ? {} : { next: problem }),
      ...(install === undefined ? {} : { command: install }),
    });
    void reportFailure(failure, { messages, clipboard, terminal }, 'warning');
  }
  return missing.size;
}

/** For the command: also when nothing is missing. */
export async function showDoctor(around: AdapterSurroundings): Promise<void> {
  try {
    const missing = await reportMissingTools(around);
    if (missing === 0) await messages.show('information', 'Everything that the languages need is there.', []);
  } catch (error) {
    await reportFailure(error, { messages, clipboard, terminal });
  }
}
