// The build before a launch: with progress that can be cancelled, its problems in the editor's list, and each way it can fail told.

import { EditorFailure } from '../editor-failure.js';
import { runProcess, type ProcessEnd } from '../process/run-process.js';
import type { EditorProblems, EditorProgress } from '../editor-ui.js';
import { problemsIn, type Problem } from './problems.js';

export interface BuildCommand {
  /** What a person reads while it runs: `Building tour.xyz`. */
  readonly title: string;
  /** The tool's name in messages. */
  readonly tool: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  /** The command that installs the tool, for the message that it is missing. */
  readonly install?: string;
}

export interface BuildSurroundings {
  readonly progress: EditorProgress;
  readonly problems: EditorProblems;
  /** All that the build prints, as it comes. */
  readonly output?: (text: string) => void;
}

export type BuildOutcome =
  | { readonly kind: 'built'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly problems: readonly Problem[]; readonly message: string }
  | { readonly kind: 'cancelled' };

/** Throws where the build could not run to its end; a source that does not compile is an outcome. */
export async function buildBeforeLaunch(
  build: BuildCommand,
  around: BuildSurroundings,
): Promise<BuildOutcome> {
  const { command, args, cwd, env, timeoutMs } = build;
  around.problems.clear();
  const end = await around.progress.during(build.title, signal =>
    runProcess({
      command,
      args,
      cwd,
      signal,
      ...(env === undefined ? {} : { env }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(around.output === undefined ? {} : { onOutput: around.output }),
    }),
  );
  if (end.kind === 'cancelled') return { kind: 'cancelled' };
  const problems = allProblems(end, cwd);
  around.problems.show(problems);
  if (end.kind !== 'exited') throw brokenBuild(build, end);
  if (end.code === 0) return { kind: 'built', problems };
  return { kind: 'failed', problems, message: failedText(build, end, problems) };
}

/** Each stream by itself: one may be JSON and the other text. */
function allProblems({ stdout, stderr }: ProcessEnd, cwd: string): readonly Problem[] {
  const both = [...problemsIn(stdout, cwd), ...problemsIn(stderr, cwd)];
  return [...new Map(both.map(problem => [JSON.stringify(problem), problem])).values()];
}

function failedText(
  { tool }: BuildCommand,
  end: ProcessEnd & { kind: 'exited' },
  problems: readonly Problem[],
): string {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined)
    return `${tool} ended with code ${end.code}: ${lastLine(end.stderr) ?? 'it says nothing.'}`;
  const place = `${first.file.split(/[\\/]/).at(-1) ?? first.file}:${first.line}`;
  const more = errors.length === 1 ? '' : ` And ${errors.length - 1} more.`;
  return `The build failed. ${place}: ${first.message}${more}`;
}

const lastLine = (text: string): string | undefined =>
  text
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .at(-1);

function brokenBuild(
  build: BuildCommand,
  end: Exclude<ProcessEnd, { kind: 'exited' | 'cancelled' }>,
): EditorFailure {
  const { tool, command, install } = build;
  switch (end.kind) {
    case 'not started':
      return end.isMissing
        ? new EditorFailure(`${tool} was not found: there is no ${command}.`, {
            next: 'Install it, or name it in the settings.',
            ...(install === undefined ? {} : { command: install }),
          })
        : new EditorFailure(`${tool} could not be started: ${end.reason}.`);
    case 'crashed':
      return new EditorFailure(`${tool} crashed: it was ended by ${end.signal}.`, {
        next: lastLine(end.stderr) ?? 'It said nothing before.',
      });
    case 'timed out':
      return new EditorFailure(`${tool} did not end within ${end.afterMs / 1000} seconds, and was stopped.`);
  }
}
