// Groups that a user has chosen: the objects of watched expressions, and those that are pinned in the graph.
import type { Group } from '@sonde/heap';
import { failureText } from '../failure-text.js';
import type { SessionModel } from '../session-model.js';
import { askGraph, expressionValue } from './graph-requests.js';

export interface ChosenGroup extends Group {
  readonly ids: readonly number[];
}

export interface ChosenGroups {
  readonly groups: readonly ChosenGroup[];
  /** Expressions that name no object of this snapshot, each with the reason. */
  readonly others: readonly { readonly name: string; readonly why: string }[];
}

export const pinnedObjects = 'pinned objects';

/** Expressions are evaluated in the frame that is looked at. */
export async function chosenGroups(
  model: SessionModel,
  snapshot: number,
  pins: readonly number[],
): Promise<ChosenGroups> {
  const byObject = new Map<number, string[]>();
  const others: { readonly name: string; readonly why: string }[] = [];
  for (const expression of model.watches.expressions.get()) {
    try {
      const { id } = await askGraph(model, 'find', { ...expressionValue(model, expression), snapshot });
      // Two that name one object are one group: it cannot be in both.
      byObject.set(id, [...(byObject.get(id) ?? []), expression]);
    } catch (error) {
      others.push({ name: expression, why: failureText(error) });
    }
  }
  const chosen = [...byObject].map(([id, names]) => ({ name: names.join(', '), ids: [id] }));
  if (pins.length > 0) chosen.push({ name: pinnedObjects, ids: [...pins] });
  // One by one, because an object that is watched and pinned counts in both.
  const groups = await Promise.all(
    chosen.map(async selection => {
      const page = await askGraph(model, 'groups', { snapshot, by: 'selection', selections: [selection] });
      return page.items.map(group => ({ ...group, ids: selection.ids }));
    }),
  );
  return { groups: groups.flat(), others };
}
