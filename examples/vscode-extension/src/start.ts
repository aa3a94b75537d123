// From F5 to an adapter, without vscode: complete the configuration, save, check, find the adapter.

import { dirname } from 'node:path';
import {
  buildBeforeLaunch,
  completeLaunch,
  findTool,
  probeVersion,
  requireVersion,
  saveOrReject,
  type BuildSurroundings,
  type EditorDocument,
  type EditorMessages,
  type FoundTool,
  type LaunchConfiguration,
  type SavePolicy,
} from '@sonde/editor';
import { adapter, adapterVersion, checkCommand, debugType, language } from './steps.js';

export interface StepsSettings {
  readonly adapterPath?: string;
  readonly profiles?: Readonly<Record<string, LaunchConfiguration>>;
}

export const completed = (
  given: LaunchConfiguration,
  activeFile: string | undefined,
  { profiles = {} }: StepsSettings,
): LaunchConfiguration =>
  completeLaunch(given, {
    type: debugType,
    languages: [language],
    profiles,
    ...(activeFile === undefined ? {} : { activeFile }),
  });

export interface StartSurroundings extends BuildSurroundings {
  readonly messages: EditorMessages;
  readonly documents: readonly EditorDocument[];
}

/** Whether to start: saved, and without mistakes. */
export async function prepare(
  configuration: LaunchConfiguration,
  around: StartSurroundings,
  policy: SavePolicy = 'save',
): Promise<boolean> {
  if ((await saveOrReject(around.documents, policy, around.messages)).kind === 'cancelled') return false;
  const program = String(configuration['program']);
  const outcome = await buildBeforeLaunch(checkCommand(program, dirname(program)), around);
  if (outcome.kind === 'failed') await around.messages.show('error', outcome.message, []);
  return outcome.kind === 'built';
}

export async function findAdapter({ adapterPath }: StepsSettings): Promise<FoundTool> {
  const tool = await findTool(adapter(adapterPath));
  requireVersion({ ...tool, version: await probeVersion(tool) }, adapterVersion);
  return tool;
}
