// Checks of events: what an adapter tells unasked is true.
import type { EventBody, EventName, SetBreakpointsResponseBody } from '@sonde/dap';
import type { TestClient } from '../../client.js';
import { CheckSkipped, expectThat } from '../check.js';
import type { Check } from '../check.js';
import { during, findVariable, listed, refusalOf } from '../looking.js';
import { referred } from './memory/bytes.js';

export const eventChecks: readonly Check[] = [
  {
    id: 'events/breakpoint',
    title: 'A `breakpoint` event that changes one is about a breakpoint that the client knows',
    reference: { in: 'specification', page: 'Events_Breakpoint' },
    why: 'Clients drop the event, and go on showing what is not so.',
    async run(subject) {
      const name = subject.profile.late === undefined ? 'stop' : 'late';
      const { client } = await subject.stoppedAt(subject.section(name).at, name);
      const events = eventsOf(client, 'breakpoint').filter(({ reason }) => reason !== 'new');
      const known = knownBreakpoints(client);
      for (const { breakpoint, reason } of events)
        expectThat(
          breakpoint.id !== undefined && known.has(breakpoint.id),
          `a breakpoint with the id ${breakpoint.id ?? 'none'} is ${reason}; the client knows ` +
            listed([...known].map(String)),
        );
    },
  },
  {
    id: 'events/continued',
    title: 'A `continued` event comes before the stop that follows, and names a thread that is there',
    reference: { in: 'specification', page: 'Events_Continued' },
    why: 'Clients show a program as running that stands still, and let nobody look at it.',
    needs: { section: 'loop' },
    async run(subject) {
      const { client, stop } = await subject.stoppedAt(subject.section('loop').at, 'loop');
      const again = await during('after `continue` in a loop', client.continue(stop.threadId));
      // What belongs to the motion is told before the next request is answered.
      const { threads } = await client.request('threads');
      for (const { threadId } of eventsOf(client, 'continued'))
        expectThat(
          threads.some(({ id }) => id === threadId),
          `thread ${threadId} is said to have continued; \`threads\` lists ` +
            listed(threads.map(({ id }) => String(id))),
        );
      expectThat(
        client.timeline.events('continued', { after: again }).length === 0,
        'the program stands still, but after its `stopped` event there came a `continued` event',
      );
    },
  },
  {
    id: 'events/thread',
    title: 'Threads that have started and not exited are those that `threads` lists',
    reference: { in: 'specification', page: 'Events_Thread' },
    why: 'Clients show threads that are gone, or not those that are there.',
    needs: { section: 'threads' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.section('threads').at, 'threads');
      const { threads } = await client.request('threads');
      const alive = new Map<number, boolean>();
      for (const { threadId, reason } of eventsOf(client, 'thread')) alive.set(threadId, reason !== 'exited');
      for (const [id, isAlive] of alive)
        expectThat(
          threads.some(each => each.id === id) === isAlive,
          `by its events thread ${id} ${isAlive ? 'has started' : 'has exited'}; \`threads\` lists ` +
            listed(threads.map(each => String(each.id))),
        );
    },
  },
  {
    id: 'events/module',
    title: 'Modules that events announce are those that `modules` lists',
    reference: { in: 'specification', page: 'Events_Module' },
    why: 'The list of modules depends on when it was opened.',
    needs: { capability: 'supportsModulesRequest' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { modules } = await client.request('modules', {});
      const there = new Map<number | string, boolean>();
      for (const { module, reason } of eventsOf(client, 'module')) there.set(module.id, reason !== 'removed');
      for (const [id, isThere] of there)
        expectThat(
          modules.some(each => each.id === id) === isThere,
          `by its events the module ${id} is ${isThere ? 'there' : 'removed'}; \`modules\` lists ` +
            listed(modules.map(each => String(each.id))),
        );
    },
  },
  {
    id: 'events/loaded-source',
    title: 'Sources that events announce are those that `loadedSources` lists',
    reference: { in: 'specification', page: 'Events_LoadedSource' },
    why: 'The list of sources depends on when it was opened.',
    needs: { capability: 'supportsLoadedSourcesRequest' },
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      const { sources } = await client.request('loadedSources');
      const there = new Map<string, boolean>();
      for (const { source, reason } of eventsOf(client, 'loadedSource'))
        there.set(source.path ?? source.name ?? '', reason !== 'removed');
      for (const [path, isThere] of there)
        expectThat(
          sources.some(each => (each.path ?? each.name ?? '') === path) === isThere,
          `by its events the source ${path} is ${isThere ? 'there' : 'removed'}; \`loadedSources\` lists ` +
            listed(sources.map(each => each.path ?? each.name ?? '')),
        );
    },
  },
  {
    id: 'events/memory',
    title: 'A `memory` event names bytes that can be read',
    reference: { in: 'specification', page: 'Events_Memory' },
    why: 'The memory view cannot be brought up to date.',
    needs: [
      { capability: 'supportsWriteMemoryRequest' },
      { capability: 'supportsReadMemoryRequest' },
      { section: 'memory' },
    ],
    async run(subject) {
      const { client, memoryReference, bytes } = await referred(subject);
      await client.request('writeMemory', { memoryReference, data: bytes.toString('base64') });
      // What the write brought about is told before the next request is answered.
      await client.request('threads');
      const events = eventsOf(client, 'memory');
      for (const { memoryReference: changed, offset, count } of events) {
        const told = `${count} bytes at ${changed}, offset ${offset}`;
        const body = await during(
          `reading ${told}, which a \`memory\` event names,`,
          client.request('readMemory', { memoryReference: changed, offset, count }),
        );
        expectThat(
          count > 0 && (body?.data ?? '') !== '',
          `a \`memory\` event names ${told}, and nothing can be read there`,
        );
      }
    },
  },
  {
    id: 'events/invalidated',
    title: 'An `invalidated` event names a thread or frame that is there',
    reference: { in: 'specification', page: 'Events_Invalidated' },
    why: 'Clients read anew what does not exist, and not what has changed.',
    needs: [{ capability: 'supportsSetVariable' }, { section: 'set' }],
    async run(subject) {
      const { at, variable: name, value } = subject.section('set');
      const { client, frame } = await subject.stoppedAt(at, 'set');
      const { container: variablesReference } = await findVariable(client, frame, name);
      await client.request('setVariable', { variablesReference, name, value });
      const { threads } = await client.request('threads');
      for (const { threadId, stackFrameId } of eventsOf(client, 'invalidated')) {
        expectThat(
          threadId === undefined || threads.some(({ id }) => id === threadId),
          `an \`invalidated\` event names thread ${threadId ?? 0}; \`threads\` lists ` +
            listed(threads.map(({ id }) => String(id))),
        );
        if (stackFrameId === undefined) continue;
        const scopes = await refusalOf(client.request('scopes', { frameId: stackFrameId }));
        expectThat(
          !scopes.refused,
          `an \`invalidated\` event names frame ${stackFrameId}, which is not there`,
        );
      }
    },
  },
  {
    id: 'events/progress',
    title: 'Progress that was begun is ended, once, and under an id of its own',
    reference: { in: 'specification', page: 'Events_ProgressStart' },
    why: 'Clients show for ever that something is being done.',
    async run(subject) {
      const { client } = await subject.stoppedAt(subject.profile.stop.at, 'stop');
      // How long things take decides whether there is any; none is as good as one that is ended.
      const begun = client.timeline.events('progressStart').map(({ body }) => body.progressId);
      const ids = listed(begun.map(id => JSON.stringify(id)));
      expectThat(new Set(begun).size === begun.length, `progress is begun twice under one id: ${ids}`);
      for (const id of begun)
        await during(
          `progress "${id}" was begun`,
          client.waitFor('progressEnd', { where: ({ progressId }) => progressId === id }),
        );
      const ends = client.timeline.events('progressEnd').map(({ body }) => body.progressId);
      expectThat(
        ends.every((id, index) => ends.indexOf(id) === index && begun.includes(id)),
        `progress was begun as ${ids}, but ended as ${listed(ends.map(id => JSON.stringify(id)))}`,
      );
    },
  },
];

/** The bodies of all such events so far; without any there is nothing to judge. */
function eventsOf<Name extends EventName>(client: TestClient, name: Name): readonly EventBody<Name>[] {
  const events = client.timeline.events(name).map(({ body }) => body);
  if (events.length === 0) throw new CheckSkipped(`the adapter sent no \`${name}\` event`);
  return events;
}

/** By the answers to the requests that set them. */
function knownBreakpoints(client: TestClient): ReadonlySet<number> {
  const known = new Set<number>();
  for (const entry of client.timeline.entries) {
    if (entry.kind !== 'message' || entry.message.type !== 'response') continue;
    if (!/^set\w*Breakpoints$/.test(entry.message.command)) continue;
    const { breakpoints = [] } = (entry.message.body ?? {}) as Partial<SetBreakpointsResponseBody>;
    for (const { id } of breakpoints) if (id !== undefined) known.add(id);
  }
  // One that the adapter made itself is known from then on.
  for (const { body } of client.timeline.events('breakpoint', { where: ({ reason }) => reason === 'new' }))
    if (body.breakpoint.id !== undefined) known.add(body.breakpoint.id);
  return known;
}
