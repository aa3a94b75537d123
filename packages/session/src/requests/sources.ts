// Sources, modules and the exception behind a stop.

import { Failure, notSupported, threadId, type SourceRef } from '@sonde/engine';
import type { DebugSession } from '../debug-session.js';
import { clientSource, moduleBody } from '../events/event-translation.js';
import { fileText } from '../program/built-sources.js';
import { localPath } from '../clients/source-translation.js';
import { askedSource } from '../asked-source.js';
import { serve, type RequestEntry } from '../request-table.js';

export const sourceRequests: readonly RequestEntry[] = [
  serve('source', { needs: 'loaded' }, async ({ session, client }, args) => {
    const engine = await session.engine();
    const asked = args.source ?? { sourceReference: args.sourceReference };
    const ref = askedSource(client, asked, session);
    const text = (await engine.sourceText?.(ref)) ?? (await programText(session, ref));
    if (text === undefined)
      throw new Failure('not-found', 'environment', `the text of ${ref.name} is not available.`);
    return { content: text };
  }),

  serve(
    'loadedSources',
    { needs: 'loaded', capability: 'supportsLoadedSourcesRequest' },
    async ({ session, client }) => {
      const engine = await session.engine();
      const sources = (await engine.loadedSources?.()) ?? [];
      await session.builtSources.listed();
      return { sources: sources.map(source => clientSource(session, client, source)) };
    },
  ),

  serve('modules', { needs: 'loaded', capability: 'supportsModulesRequest' }, async ({ session }, args) => {
    const engine = await session.engine();
    if (engine.modules === undefined) throw notSupported('listing modules');
    const all = await engine.modules();
    const start = args.startModule ?? 0;
    if (start < 0) throw new Failure('bad-arguments', 'user', '"startModule" must not be negative.');
    const count = args.moduleCount === undefined || args.moduleCount === 0 ? all.length : args.moduleCount;
    return { modules: all.slice(start, start + count).map(moduleBody), totalModules: all.length };
  }),

  serve(
    'exceptionInfo',
    { needs: 'stopped', capability: 'supportsExceptionInfoRequest' },
    async ({ session }, args) => {
      const { stop, detail } = session.stopped();
      const reasons = stop.threads.find(t => t.thread === threadId(args.threadId))?.reasons ?? [];
      const exception = reasons.find(r => r.kind === 'exception');
      if (exception === undefined)
        throw new Failure('wrong-state', 'user', `thread ${args.threadId} did not stop at an exception.`);
      const { thrown } = exception;
      return {
        exceptionId: thrown.name,
        description: (stop.focus === args.threadId ? detail : undefined) ?? thrown.message,
        breakMode: thrown.caught === false ? ('unhandled' as const) : ('always' as const),
        details: { message: thrown.message, typeName: thrown.type ?? thrown.name },
      };
    },
  ),
];

/** Only files that belong to the program: a client that may look at a program may not look at everything else. */
async function programText(session: DebugSession, ref: SourceRef): Promise<string | undefined> {
  const { path } = ref;
  if (path === undefined || !(await belongs(session, path))) return undefined;
  const here = localPath(path, session.sourceMap);
  const bytes = await fileText(here);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

async function belongs(session: DebugSession, path: string): Promise<boolean> {
  const { recorded } = session;
  // A recording may name any file of this machine; only those that came with it are its own.
  if (recorded !== undefined) return recorded.paths.has(path);
  if (path === session.settings.program || session.shownPaths.has(path)) return true;
  const loaded = (await session.loadedEngine?.loadedSources?.()) ?? [];
  return loaded.some(source => source.path === path);
}
