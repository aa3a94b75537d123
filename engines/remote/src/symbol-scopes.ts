// Scopes out of symbols, for drivers whose far side knows registers and memory but no variables.

import type { FrameId, NamedValue, RawValue, Scope, SymbolIndex, TypeId } from '@sonde/engine';
import { lookupAddress, visibleLocals } from '@sonde/engine/machine';
import type { RemoteFrameRef } from './remote-machine.js';

/** A variable as its symbol names it. */
export type VariablePlace =
  | { readonly kind: 'slot'; readonly frame: FrameId; readonly slot: number }
  | { readonly kind: 'global'; readonly index: number; readonly frame?: FrameId };

/** `valueOf` says where a variable is and, where that costs nothing, what it holds. */
export async function symbolScopes(
  symbols: SymbolIndex,
  frame: RemoteFrameRef,
  id: FrameId,
  valueOf: (place: VariablePlace, type: TypeId) => Promise<RawValue>,
): Promise<readonly Scope[]> {
  const at = lookupAddress(frame);
  const inside = symbols.functionAt(at);
  const visible = visibleLocals(inside, at);
  const declared = (where: { source: number; line: number; column: number } | undefined) =>
    where === undefined || symbols.data.sources[where.source] === undefined
      ? {}
      : { declared: symbols.locate(where) };
  const local = async (l: (typeof visible)[number]): Promise<NamedValue> => ({
    name: l.name,
    path: l.name,
    value: await valueOf({ kind: 'slot', frame: id, slot: l.slot }, l.type),
    ...declared(l.declared && { source: inside?.source ?? -1, ...l.declared }),
  });
  const globals = symbols.data.globals.filter(g => g.module === undefined || g.module === inside?.module);
  const global = async (g: (typeof globals)[number]): Promise<NamedValue> => ({
    name: g.name,
    path: g.name,
    value: await valueOf(
      { kind: 'global', index: g.index, ...(g.perTask === true ? { frame: id } : {}) },
      g.type,
    ),
    ...declared(g.declared),
  });
  const scopes: readonly Scope[] = [
    {
      name: 'Arguments',
      kind: 'arguments',
      variables: await Promise.all(visible.filter(l => l.parameter).map(local)),
    },
    {
      name: 'Locals',
      kind: 'locals',
      variables: await Promise.all(visible.filter(l => !l.parameter).map(local)),
    },
    { name: 'Globals', kind: 'globals', variables: await Promise.all(globals.map(global)) },
  ];
  return scopes.filter(scope => scope.variables.length > 0 || scope.kind === 'locals');
}
