// Native programs under LLVM's own adapter: Sonde builds the executable, and lldb-dap is launched on it.

import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { buildBeforeLaunch, EditorFailure, findTool, lldbDap } from '@sonde/editor';
import * as vscode from 'vscode';
import { sondeCommand, type AdapterSurroundings } from '../adapter.js';
import type { ExtensionLanguage } from '../languages.js';
import { buildArguments, outputPlace } from './lldb-dap-build.js';
import { showProblems } from '../session-watch.js';
import { toolSettings } from '../settings.js';
import { messages, problemsIn, progress } from '../vscode-ui.js';

type Configuration = vscode.DebugConfiguration;

export interface LldbDapSurroundings extends AdapterSurroundings {
  readonly problems: vscode.DiagnosticCollection;
  /** A folder of the extension. */
  readonly storage: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Undefined when the build failed or was cancelled: what there is to say has been said. */
export async function buildForLldbDap(
  configuration: Configuration,
  language: ExtensionLanguage | undefined,
  around: LldbDapSurroundings,
): Promise<Configuration | undefined> {
  // Before the build, which may take long: without the adapter it is for nothing.
  await findTool(lldbDap({ name: 'sonde.lldbDapPath', value: toolSettings().lldbDapPath }));
  const program = String(configuration['program']);
  const launch = lldbDapOptions(configuration);
  if (language === undefined) return { ...launch, program };
  if (!language.isNative) {
    throw new EditorFailure(`lldb-dap debugs native programs, and those of ${language.name} are none.`, {
      next: 'Leave out "adapter", so that Sonde debugs it.',
    });
  }
  const cwd = isText(configuration['cwd']) ? configuration['cwd'] : dirname(program);
  const { debugOutputPath } = toolSettings();
  const output = outputPlace({ program, cwd, storage: around.storage, debugOutputPath });
  await mkdir(dirname(output), { recursive: true });
  const { command, args, env } = await sondeCommand(around);
  const outcome = await buildBeforeLaunch(
    {
      title: `Building ${basename(program)}`,
      tool: 'sonde build',
      command,
      args: [...args, 'build', program, '-o', output, ...buildArguments(configuration, language)],
      cwd,
      env,
    },
    { progress, problems: problemsIn(around.problems) },
  );
  if (outcome.kind === 'built') return { ...launch, program: output };
  if (outcome.kind === 'failed') void offerProblems(outcome.message);
  return undefined;
}

async function offerProblems(message: string): Promise<void> {
  const chosen = await messages.show('error', message, [showProblems.title]);
  if (chosen === showProblems.title) await vscode.commands.executeCommand(showProblems.command);
}

/** What lldb-dap takes under the same names; the environment as a list, which all its versions know. */
function lldbDapOptions({
  type,
  request,
  name,
  args,
  cwd,
  env,
  stopOnEntry,
  noDebug,
}: Configuration): Configuration {
  const variables =
    typeof env === 'object' && env !== null
      ? Object.entries(env as Record<string, unknown>).flatMap(([key, value]) =>
          isText(value) ? [`${key}=${value}`] : [],
        )
      : undefined;
  const given = { args, cwd, stopOnEntry, noDebug, env: variables } as Readonly<Record<string, unknown>>;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { type, request, name, adapter: 'lldb-dap', ...said };
}
