// Who is told of every client that connects: tests whose claims are checked against what their clients exchanged.
import type { Timeline } from './timeline.js';

interface Watched {
  readonly timeline: Timeline;
}

const watchers = new Set<(client: Watched) => void>();

export function announceClient(client: Watched): void {
  for (const watcher of watchers) watcher(client);
}

/** Collects the timelines of all clients that connect until `end` is called. One watch at a time. */
export function watchClients(): { readonly timelines: readonly Timeline[]; end(): void } {
  if (watchers.size > 0) throw new Error('tests that claim something of the protocol run one after another');
  const timelines: Timeline[] = [];
  const watcher = (client: Watched): void => void timelines.push(client.timeline);
  watchers.add(watcher);
  return { timelines, end: () => void watchers.delete(watcher) };
}
