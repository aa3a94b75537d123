// Scopes of a language's runtime: what it has for a thread beyond the variables of its frames.

import type { FrameId, ThreadId } from '@sonde/engine';
import type { RuntimeScope } from '@sonde/language';
import type { DebugSession } from '../debug-session.js';

export async function runtimeScopes(
  session: DebugSession,
  thread: ThreadId,
  frame: FrameId,
): Promise<readonly RuntimeScope[]> {
  const language = await session.languageOf(frame);
  if (language.runtime === undefined) return [];
  const { reader } = session.stopped();
  const { engine, runtimes } = session.life.present();
  const found = (await engine.threads()).find(({ id }) => id === thread);
  return found === undefined ? [] : runtimes.scopes(language, reader, found);
}
