// Structured views on the wire: tables, graphs, records and the like, for clients that declare that they draw them.

import { formatAddress, patient, type FrameId } from '@sonde/engine';
import { structuredViews, type Shown, type StructuredView } from '@sonde/lens';
import type { Viewer } from './value-access.js';

/** An address is a memory reference there; all else is as the lens has it. */
export type ViewBody =
  | Exclude<StructuredView, { kind: 'hex' }>
  | { readonly kind: 'hex'; readonly memoryReference: string; readonly size: number };

/** A list of variables is looked at again with every step; a value that was asked for by itself may take longer. */
const ofList = { most: 32, withinMs: patient(150) };
const ofOne = { most: 1, withinMs: patient(1_000) };
/** Elements of a longer list are in the view of the list itself. */
const longestList = 200;

/** `{ view }` for each value that has one, to be added to its body. */
export async function viewBodies(
  { session, client }: Viewer,
  shown: readonly Shown[],
  frame: FrameId | undefined,
  signal?: AbortSignal,
): Promise<readonly { readonly view?: ViewBody }[]> {
  if (!client.declares('supportsStructuredViews') || shown.length > longestList) return shown.map(() => ({}));
  const views = await structuredViews(shown, {
    lens: await session.lens(frame),
    types: (await session.engine()).types,
    reader: session.stopped().reader,
    ...(shown.length === 1 ? ofOne : ofList),
    ...(signal === undefined ? {} : { signal }),
  });
  return views.map(view => (view === undefined ? {} : { view: viewBody(view) }));
}

const viewBody = (view: StructuredView): ViewBody =>
  view.kind === 'hex'
    ? { kind: view.kind, memoryReference: formatAddress(view.address), size: view.size }
    : view;
