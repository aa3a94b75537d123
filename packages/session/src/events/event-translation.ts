// Event translation: what the engine says, in each client's own terms.

import type { Breakpoint, Module, Source } from '@sonde/dap';
import {
  exitCodeOf,
  formatInstruction,
  type ChildTarget,
  type Engine,
  type EngineEvent,
  type ExitStatus,
  type ModuleInfo,
  type SourceRef,
  type ThreadId,
} from '@sonde/engine';
import type { StreamStyle } from '@sonde/language';
import { unverifiedMessage } from '../breakpoints/breakpoint-messages.js';
import type { Owned } from '../breakpoints/breakpoint-table.js';
import type { Client } from '../clients/client.js';
import type { DebugSession, StopState } from '../debug-session.js';
import type { OutputRecord } from '../clients/output-history.js';
import { stoppedBodies } from '../stops/stopped-bodies.js';

type OutputOf = Extract<EngineEvent, { kind: 'output' }>;

export const announce = {
  process(session: DebugSession, client: Client, engine: Engine): void {
    const { name, id, isLocal, pointerSize } = engine.process;
    client.event('process', {
      name,
      isLocalProcess: isLocal,
      startMethod: session.isAttached ? 'attach' : 'launch',
      pointerSize: pointerSize * 8,
      ...(id === undefined ? {} : { systemProcessId: id }),
    });
  },

  stopped(session: DebugSession, client: Client, state: StopState): void {
    for (const body of stoppedBodies(session, client, state)) client.event('stopped', body);
  },

  continued(client: Client, threads: readonly ThreadId[] | 'all'): void {
    if (threads === 'all') client.event('continued', { threadId: 0, allThreadsContinued: true });
    else
      for (const thread of threads)
        client.event('continued', { threadId: thread, allThreadsContinued: false });
  },

  /** Every client gets it at its own pace; the engine may print on when all had their chance. */
  async output(session: DebugSession, event: OutputOf): Promise<void> {
    const style = session.language.streams?.output[event.stream];
    const text = session.outputText.show(event.stream, event.data, style);
    await announce.shownOutput(session, event, text);
    event.taken?.();
  },

  async shownOutput(
    session: DebugSession,
    event: Pick<OutputOf, 'stream' | 'location' | 'at'>,
    text: string,
  ) {
    if (text === '') return;
    const category = categoryOf(event.stream, session.language.streams?.output[event.stream]);
    const { stream, location, at } = event;
    const record = {
      ...{ category, text, stream },
      ...(location === undefined ? {} : { location }),
      ...(at === undefined ? {} : { at }),
    };
    session.history.add(record);
    await Promise.all(
      [...session.circle].map(client => client.output(record, locationOf(session, client, record))),
    );
  },

  module(client: Client, module: ModuleInfo, change: 'new' | 'changed' | 'removed'): void {
    client.event('module', { reason: change, module: moduleBody(module) });
  },

  breakpoint(session: DebugSession, client: Client, entry: Owned): void {
    client.event('breakpoint', { reason: 'changed', breakpoint: breakpointBody(session, client, entry) });
  },

  exited(session: DebugSession, status: ExitStatus): void {
    for (const { stream, text } of session.outputText.finish())
      void announce.shownOutput(session, { stream }, text);
    if ('signal' in status) session.say(`The program was ended by ${status.signal}.`);
    session.broadcast(client => client.event('exited', { exitCode: exitCodeOf(status) }));
  },

  /** Offers a child to the first client that can take one; without any it runs by itself. */
  async child(session: DebugSession, child: ChildTarget, log: (line: string) => void): Promise<void> {
    const taker = [...session.circle].find(
      client => client.initialize.supportsStartDebuggingRequest === true,
    );
    try {
      if (taker === undefined) {
        session.say(`${child.name} runs by itself: this client shows one process only.`);
        return await child.leaveAlone();
      }
      await taker.reverse('startDebugging', {
        request: child.request,
        configuration: {
          name: child.name,
          // A process does not tell its language as a file does.
          ...(child.request === 'attach' ? { language: session.language.id } : {}),
          ...child.configuration,
        },
      });
    } catch (error) {
      log(`child ${child.name}: ${String(error)}`);
      await child
        .leaveAlone()
        .catch((again: unknown) =>
          session.say(`${child.name} could not be started: ${String(again)}`, 'important'),
        );
    }
  },
};

const categoryOf = (stream: string, style: StreamStyle | undefined): string =>
  style?.category ?? (stream === 'stderr' || stream === 'console' ? stream : 'stdout');

/** What a late client missed: the process, what was printed, and the stop. */
export function replayTo(session: DebugSession, client: Client, stop: StopState | undefined): void {
  client.hearAll();
  const engine = session.loadedEngine;
  if (engine !== undefined) announce.process(session, client, engine);
  const { dropped } = session.history;
  if (dropped > 0)
    client.event('output', {
      category: 'console',
      output: `[${dropped} earlier characters of output are gone]\n`,
    });
  for (const record of session.history.records())
    void client.output(record, locationOf(session, client, record));
  if (session.inputWait.waiting) client.waitingForInput(true);
  client.breakpointsChanged();
  for (const entry of session.breakpoints.of(client.id)) announce.breakpoint(session, client, entry);
  if (stop !== undefined) announce.stopped(session, client, stop);
}

export function breakpointBody(session: DebugSession, client: Client, entry: Owned): Breakpoint {
  const { resolution, spec } = entry;
  const site = resolution.sites[0];
  const location = site?.location;
  const verified = resolution.state === 'resolved';
  const aboutText =
    spec.where.kind === 'source' ? session.builtSources.problem(spec.where.source) : undefined;
  const about = verified ? resolution.message : unverifiedMessage(spec, resolution, session.settings.noDebug);
  const message = [about, aboutText].filter(text => text !== undefined).join(' ');
  return {
    id: spec.id,
    verified,
    ...(message === '' ? {} : { message }),
    ...(verified
      ? {}
      : { reason: resolution.state === 'pending' ? ('pending' as const) : ('failed' as const) }),
    ...(location === undefined
      ? {}
      : { source: clientSource(session, client, location.source), ...client.translation.range(location) }),
    ...(site?.address === undefined ? {} : { instructionReference: formatInstruction(site.address) }),
  };
}

export function moduleBody(module: ModuleInfo): Module {
  return {
    ...module.extra,
    id: module.id,
    name: module.name,
    ...(module.path === undefined ? {} : { path: module.path }),
    ...(module.version === undefined ? {} : { version: module.version }),
    ...(module.symbols === undefined ? {} : { symbolStatus: module.symbols }),
    ...(module.symbolFile === undefined ? {} : { symbolFilePath: module.symbolFile }),
    ...(module.isUserCode === undefined ? {} : { isUserCode: module.isUserCode }),
    ...(module.range === undefined
      ? {}
      : { addressRange: `${formatInstruction(module.range.start)}-${formatInstruction(module.range.end)}` }),
  };
}

/** A source as this client knows it. */
export function clientSource(session: DebugSession, client: Client, source: SourceRef): Source {
  if (source.path !== undefined) session.shownPaths.add(source.path);
  const known = session.builtSources.withChecksums(source);
  return client.translation.source(known, session.sourceMap, ref => session.sources.of(ref));
}

/** The line that printed: of log points for everyone, of the program's own output for those who show its streams. */
function locationOf(
  session: DebugSession,
  client: Client,
  { location, stream }: OutputRecord,
): Readonly<Record<string, unknown>> {
  if (location === undefined) return {};
  if (stream !== 'console' && !client.declares('supportsOutputStream')) return {};
  const { line, column } = client.translation.range(location);
  return {
    source: clientSource(session, client, location.source),
    line,
    ...(column === undefined ? {} : { column }),
  };
}
