// Which programs are made by the language's own compiler: those get an engine that knows what it leaves out.

import type { Engine, EngineEvent, EngineFactory, EngineHost } from '@sonde/engine';
import type { UpstreamRuntime } from './confirmed-values.js';
import type { Upstream } from './upstream-engine.js';

const signs = [
  'osp_layout_version',
  'osp_mem_boot',
  'osp_arc_live_objects',
  'osp_gc_live_objects',
  'g_tab',
  'g_cap',
];

/** Programs of our own compiler are left as they are. */
export const withUpstream = (factory: EngineFactory): EngineFactory => ({
  ...factory,
  start: (target, settings, host, signal) =>
    between(host, between => factory.start(target, settings, between, signal)),
  ...(factory.attach === undefined
    ? {}
    : {
        attach: (settings, host, signal) =>
          between(host, between => factory.attach!(settings, between, signal)),
      }),
});

async function between(host: EngineHost, start: (host: EngineHost) => Promise<Engine>): Promise<Engine> {
  /** Nothing is told before the program is known to be such a one. */
  const hearer: { upstream?: Upstream } = {};
  const hears: EngineHost = new Proxy(host, {
    get: (own, name, receiver) => {
      if (name === 'event')
        return (event: EngineEvent) =>
          hearer.upstream === undefined ? own.event(event) : hearer.upstream.heard(event);
      const found: unknown = Reflect.get(own, name, receiver);
      return typeof found === 'function' ? (found as (...given: unknown[]) => unknown).bind(own) : found;
    },
  });
  const engine = await start(hears);
  const runtime = await runtimeOf(engine);
  if (runtime === undefined) return engine;
  // It needs the front end of the compiler, which other programs do without.
  const { Upstream } = await import('./upstream-engine.js');
  hearer.upstream = new Upstream(engine, host, runtime);
  return hearer.upstream.engine;
}

/** Undefined where the program is one of ours, or of another language. */
async function runtimeOf(engine: Engine): Promise<UpstreamRuntime | undefined> {
  const [own, boot, arc, gc, entries, capacity] = (await engine.symbolAddresses?.(signs)) ?? [];
  if (own !== undefined || boot === undefined) return undefined;
  const table = entries && capacity && { entries: entries.offset, capacity: capacity.offset };
  if (arc !== undefined) return { backend: 'arc', ...(table === undefined ? {} : { table }) };
  return { backend: gc === undefined ? 'default' : 'gc' };
}
