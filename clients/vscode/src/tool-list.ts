// The tools that `sonde doctor` reports, as a list to choose from: missing ones first, each with the command that installs it.

import { asAdministrator, EditorFailure, reportFailure, type ReportSurroundings } from '@sonde/editor';

export interface DoctorReport {
  readonly language: string;
  readonly name: string;
  readonly tools: readonly ReportedTool[];
}

interface ReportedTool {
  readonly tool: string;
  readonly purpose: string;
  readonly install?: string;
  readonly problem?: string;
  readonly found?: { readonly path: string; readonly version: string };
}

export interface ListedTool extends ReportedTool {
  /** The names of the languages that need it. */
  readonly languages: readonly string[];
}

export const isMissing = ({ found }: ListedTool): boolean => found === undefined;

/** Each tool once: several languages may need the same one. Missing ones come first. */
export function listedTools(reports: readonly DoctorReport[]): readonly ListedTool[] {
  const byPlace = new Map<string, ListedTool>();
  for (const { name, tools } of reports)
    for (const tool of tools) {
      // A language may have chosen another clang than the rest.
      const key = JSON.stringify([tool.tool, tool.found?.path]);
      const languages = [...(byPlace.get(key)?.languages ?? []), name];
      byPlace.set(key, { ...(byPlace.get(key) ?? tool), languages });
    }
  const all = [...byPlace.values()];
  return [...all.filter(isMissing), ...all.filter(tool => !isMissing(tool))];
}

/** The problem names the tool already; without one, the purpose says why it is missed. */
export const missingFailure = ({ tool, purpose, problem, install, languages }: ListedTool): EditorFailure =>
  new EditorFailure(problem ?? `${tool} is missing, which ${purpose} for ${languages.join(', ')}.`, {
    ...(install === undefined ? {} : { command: asAdministrator(install) }),
  });

function lineOf({ tool, purpose, found, languages }: ListedTool): string {
  const needed = `${purpose} (${languages.join(', ')})`;
  return found === undefined
    ? `$(error) ${tool} is missing: ${needed}`
    : `$(check) ${tool}: ${found.path}, ${found.version}: ${needed}`;
}

/** Whoever chooses a missing tool gets the command that installs it. */
export async function showTools(reports: readonly DoctorReport[], around: ReportSurroundings): Promise<void> {
  const tools = listedTools(reports);
  const missing = tools.filter(isMissing).length;
  const title =
    missing === 0
      ? 'Everything that the languages need is there'
      : `Missing tools: ${missing} of ${tools.length}. Choose one to install it`;
  const chosen = await around.messages.pick(title, tools.map(lineOf));
  const tool = tools.find(each => lineOf(each) === chosen);
  if (tool !== undefined && isMissing(tool)) await reportFailure(missingFailure(tool), around, 'warning');
}
