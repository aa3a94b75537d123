// The variable whose earlier values are shown.
import { Store, type TreeRow } from '@sonde/client';
import { frontView } from '../front-view.js';

export interface ShownHistory {
  readonly title: string;
  /** By which it is read anew at the next stop; a variable without a way to it is read once. */
  readonly expression?: string;
  /** What held it when it was asked for. */
  readonly within: number;
}

export const shownHistory = new Store<ShownHistory | undefined>(undefined);

export function showHistory({ variable, parentReference }: TreeRow): void {
  const { name, evaluateName } = variable;
  shownHistory.set({
    title: name,
    within: parentReference,
    ...(evaluateName === undefined ? {} : { expression: evaluateName }),
  });
  frontView.set('history');
}
