// Breakpoints and motions, as the bridge reads them.

import { notSupported, type BreakpointSpec, type BreakpointWhere, type Motion } from '@sonde/engine';
import { parseLogMessage } from '@sonde/lens';
import type { Fields } from './wire.js';
import { addressTo, placeTo } from './wire-values.js';

/** `compiled`: its texts come apart, as checks, and are none for LLDB. */
export function breakpointTo(spec: BreakpointSpec, compiled: boolean): Fields {
  return {
    compiled,
    id: spec.id,
    where: whereTo(spec.where),
    condition: spec.condition,
    hitCondition: spec.hitCondition,
    log:
      spec.logMessage === undefined
        ? undefined
        : compiled
          ? [spec.logMessage]
          : parseLogMessage(spec.logMessage),
    thread: spec.thread,
    mode: spec.mode,
    temporary: spec.temporary,
  };
}

function whereTo(where: BreakpointWhere): Fields {
  switch (where.kind) {
    case 'source':
      return {
        kind: 'source',
        path: where.source.path ?? where.source.name,
        line: where.line,
        column: where.column,
      };
    case 'function':
      return { kind: 'function', name: where.name };
    case 'instruction':
      return { kind: 'instruction', address: addressTo(where.address) };
    case 'data':
      return { kind: 'data', place: placeTo(where.place) ?? {}, size: where.size, access: where.access };
    case 'exception':
      return { kind: 'exception', filter: where.filter, names: where.names, only: where.only };
  }
}

export function motionTo({ stop, thread, scope, direction, motion }: Motion): Fields {
  if (direction === 'back') throw notSupported('going back', 'LLDB only runs programs forwards');
  const common = { stop, thread, scope };
  switch (motion.kind) {
    case 'continue':
      return { ...common, motion: { kind: 'continue' } };
    case 'step':
      if (motion.granularity === 'statement') throw notSupported('stepping by statement', 'step by line');
      return { ...common, motion };
    case 'run-to': {
      const to = motion.location;
      const place =
        'offset' in to
          ? { address: addressTo(to) }
          : { path: to.source.path ?? to.source.name, line: to.line, column: to.column };
      return { ...common, motion: { kind: 'run-to', ...place } };
    }
    case 'goto':
      return { ...common, motion: { kind: 'goto', address: addressTo(motion.target) } };
    case 'restart-frame':
      throw notSupported('restarting a frame', 'what the function already did cannot be undone');
  }
}
