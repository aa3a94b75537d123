// Variables of a scope, as the specification's GetVariables shows them.

import type { DebugNode } from './debug-node.js';
import { frameOf } from './frames.js';
import { globalsOf, localsOf } from './module-facts.js';
import type { ScopeReference, Session } from './session.js';
import { entriesAt } from './storage-view.js';

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** For `getVariables`; 0 when there is nothing inside. */
  readonly reference: number;
}

/** Most rows of one answer. */
const most = 1_000;

export async function variablesIn(
  _node: DebugNode,
  session: Session,
  { frameId, scope }: ScopeReference,
): Promise<readonly Variable[]> {
  const { target } = session;
  const run = target.standing();
  const { module } = target.standingCall().contract;
  if (scope === 'storage') {
    const { entries } = await entriesAt(target, '0x', undefined, most);
    return entries.map(({ key, value }) => ({ name: key, type: 'bytes', value, reference: 0 }));
  }
  const frame = await frameOf(run, frameId);
  const rows = scope === 'locals' ? localsOf(module, frame.function) : globalsOf(module);
  const values =
    scope === 'locals'
      ? await run.ask('locals', { frame: frame.index })
      : await run.ask('globals', { indices: rows.map(({ index }) => index) });
  return rows.map(({ name, type, index }, nth) => ({
    name: name ?? `${scope === 'locals' ? 'local' : 'global'}${index}`,
    type,
    value: String(values[nth] ?? ''),
    reference: 0,
  }));
}
