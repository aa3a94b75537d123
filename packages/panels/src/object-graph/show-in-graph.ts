// From a value to the object that it is: in the graph, or to why it is alive.
import {
  expressionValue,
  namedValue,
  objectGraphOf,
  type NamedValue,
  type SessionModel,
  type TreeRow,
} from '@sonde/client';
import { frontView } from '../front-view.js';
import type { MenuItem } from '../ui/menu.js';

export const graphLabels = { graph: 'Show in graph', why: 'Why is this alive?' } as const;

export type GraphQuestion = keyof typeof graphLabels;

function show(model: SessionModel, value: NamedValue, question: GraphQuestion): void {
  frontView.set('objects');
  void objectGraphOf(model).showValue(value, question);
}

/** For clients that know a value by its expression only. */
export const showExpressionInGraph = (
  model: SessionModel,
  expression: string,
  question: GraphQuestion,
): void => show(model, expressionValue(model, expression), question);

/** Nothing where the session does not know of objects, or has said that this program's cannot be read. */
export function graphItems(model: SessionModel, row: TreeRow): readonly MenuItem[] {
  const { kind } = objectGraphOf(model).snapshots.availability.get();
  if (row.kind !== 'value' || model.info.get() === undefined || kind === 'unavailable') return [];
  if (model.phase.get().kind !== 'stopped') return [];
  return (['graph', 'why'] as const).map(question => ({
    label: graphLabels[question],
    run: () => show(model, namedValue(model, row), question),
  }));
}
