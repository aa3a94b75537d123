// Writes what a user typed into a value: by its place in what holds it, or by its expression.
import type { SessionModel } from '../session-model.js';
import type { TreeRow } from '../value-tree.js';

export async function writeValue(model: SessionModel, row: TreeRow, text: string): Promise<void> {
  const { name, evaluateName } = row.variable;
  const frameId = model.frame.selection.get()?.frame.id;
  if (row.parentReference > 0 && model.can('supportsSetVariable'))
    await model.client.request('setVariable', {
      variablesReference: row.parentReference,
      name,
      value: text,
    });
  else
    await model.client.request('setExpression', {
      expression: evaluateName ?? name,
      value: text,
      ...(frameId === undefined ? {} : { frameId }),
    });
  await model.valuesChanged();
}

export const canWrite = (model: SessionModel, row: TreeRow): boolean => {
  if (row.kind !== 'value' || row.problem !== undefined || model.phase.get().kind !== 'stopped') return false;
  if (row.variable.presentationHint?.attributes?.includes('readOnly') === true) return false;
  return row.parentReference > 0
    ? model.can('supportsSetVariable')
    : model.can('supportsSetExpression') && row.variable.evaluateName !== undefined;
};
