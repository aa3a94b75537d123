// Asks `sonde doctor` which tools there are, for the list of them and for launches that lack one.

import { EditorFailure, reportFailure, runProcess } from '@sonde/editor';
import { sondeCommand, type AdapterSurroundings } from './adapter.js';
import type { ExtensionLanguage } from './languages.js';
import {
  isMissing,
  listedTools,
  missingFailure,
  showTools,
  type DoctorReport,
  type ListedTool,
} from './tool-list.js';
import { clipboard, messages, terminal } from './vscode-ui.js';

async function examine(
  surroundings: AdapterSurroundings,
  language?: ExtensionLanguage,
): Promise<readonly DoctorReport[]> {
  const { command, args, env } = await sondeCommand(surroundings);
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

const around = { messages, clipboard, terminal };

const report = (error: unknown): void => void reportFailure(error, around);

/** One message for a launch that failed with this text: with the command that installs the tool, where doctor knows one. */
export async function reportMissingTool(
  surroundings: AdapterSurroundings,
  language: ExtensionLanguage | undefined,
  text: string,
): Promise<void> {
  const lacks = ({ problem }: ListedTool): boolean =>
    problem !== undefined && text.startsWith(problem.replace(/\.$/, ''));
  try {
    const missing = listedTools(await examine(surroundings, language)).filter(isMissing);
    const found = missing.find(lacks);
    report(found === undefined ? new EditorFailure(text) : missingFailure(found));
  } catch {
    // What doctor could not say matters less than the launch.
    report(new EditorFailure(text));
  }
}

/** For the command: a list of all tools. */
export async function showDoctor(surroundings: AdapterSurroundings): Promise<void> {
  try {
    await showTools(await examine(surroundings), around);
  } catch (error) {
    report(error);
  }
}
