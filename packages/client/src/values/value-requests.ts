// What is asked of the session about one value: a stop when it changes, the place of its declaration.
import type { SessionModel } from '../session-model.js';
import type { TreeRow } from '../value-tree.js';

export async function breakOnChange(model: SessionModel, row: TreeRow): Promise<void> {
  const { name, evaluateName } = row.variable;
  const frameId = model.frame.selection.get()?.frame.id;
  const info = await model.client.request(
    'dataBreakpointInfo',
    row.parentReference > 0
      ? { variablesReference: row.parentReference, name }
      : { name: evaluateName ?? name, ...(frameId === undefined ? {} : { frameId }) },
  );
  if (info.dataId === null) throw new Error(info.description);
  const { data } = model.breakpoints.book.content.get();
  const accessType = info.accessTypes?.includes('write') === false ? info.accessTypes[0] : 'write';
  await model.breakpoints.setData([
    ...data.filter(({ dataId }) => dataId !== info.dataId),
    { dataId: info.dataId, label: info.description, ...(accessType === undefined ? {} : { accessType }) },
  ]);
}

export async function goToDeclaration(model: SessionModel, locationReference: number): Promise<void> {
  const body = await model.client.request('locations', { locationReference });
  if (body === undefined) return;
  await model.sources.show(body.source, body.line);
}
