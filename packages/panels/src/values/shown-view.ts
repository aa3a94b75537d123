// The drawn value that is shown: a table, a graph, a record.
import { type ShownVariable, Store, type StructuredView } from '@sonde/client';
import { frontView } from '../front-view.js';
import { openMemory } from './open-memory.js';

export interface ShownView {
  readonly title: string;
  readonly view: StructuredView;
  /** By which it is drawn anew at the next stop. */
  readonly expression?: string;
  /** It could not be drawn anew: what is seen is how it was. */
  readonly isOld?: boolean;
}

export const shownView = new Store<ShownView | undefined>(undefined);

export const viewLabels = {
  table: 'Show as a table',
  graph: 'Show as a graph',
  hex: 'Show as bytes',
  result: 'Show as a result',
  record: 'Show as a record',
} as const;

export function drawValue({ name, view, evaluateName }: ShownVariable): void {
  if (view === undefined) return;
  // Bytes have a view of their own.
  if (view.kind === 'hex') return openMemory(view.memoryReference, name);
  shownView.set({ title: name, view, ...(evaluateName === undefined ? {} : { expression: evaluateName }) });
  frontView.set('view');
}
