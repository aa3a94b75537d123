// Where a program is built: a small one here, since that is done at once; a large one on a thread, where it holds up no
// other session.

import { cancelled, isTooMuchSource } from '@sonde/engine';
import { buildOnThread, type BuildRequest, type BuildResult, type Language } from '@sonde/language';

/** Some hundred lines: compiled in less time than a thread takes to start. */
const mostSource = 16 * 1024;

let turn: Promise<void> = Promise.resolve();

export async function buildProgram(language: Language, request: BuildRequest): Promise<BuildResult> {
  const { buildModule } = language;
  if (buildModule === undefined) return language.build(request);
  // However many launches come at once: between two builds the requests of others are served.
  turn = turn.then(() => new Promise<void>(resolve => void setImmediate(resolve)));
  await turn;
  if (request.signal.aborted) throw cancelled();
  try {
    return await language.build({ ...request, mostSource });
  } catch (error) {
    if (isTooMuchSource(error)) return buildOnThread(buildModule, request);
    throw error;
  }
}
