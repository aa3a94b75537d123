// What can be done with a value: the items of its menu.
import { useCallback } from 'react';
import { breakOnChange, canWrite, goToDeclaration, type SessionModel, type TreeRow } from '@sonde/client';
import { useModel, usePanel } from '../panel-surroundings.js';
import { graphItems } from '../object-graph/show-in-graph.js';
import { showHistory } from '../time/shown-history.js';
import type { MenuItem } from '../ui/menu.js';
import { copyValue } from './copy-value.js';
import { openMemory } from './open-memory.js';
import { drawValue, viewLabels } from './shown-view.js';

/** What rows of a certain list can do besides. */
export interface ExtraActions {
  readonly remove?: (row: TreeRow) => void;
  readonly removeLabel?: string;
  /** Changes the name of a root: a watched expression. */
  readonly rename?: (row: TreeRow, text: string) => Promise<void>;
}

export interface ValueActions {
  readonly editable: boolean;
  readonly items: readonly MenuItem[];
}

export function useValueActions(
  extra: ExtraActions | undefined,
): (row: TreeRow, edit: (row: TreeRow) => void) => ValueActions {
  const model = useModel();
  const { rights } = usePanel();
  return useCallback(
    (row, edit) => actionsOf(model, rights === 'full', row, edit, extra),
    [model, rights, extra],
  );
}

function actionsOf(
  model: SessionModel,
  mayTouch: boolean,
  row: TreeRow,
  edit: (row: TreeRow) => void,
  extra: ExtraActions | undefined,
): ValueActions {
  const { variable } = row;
  const { evaluateName, memoryReference, view, declarationLocationReference } = variable;
  const renames = extra?.rename !== undefined && row.depth === 0;
  const editable = mayTouch && (renames || canWrite(model, row));
  const items: (MenuItem | false)[] = [
    editable && {
      label: renames ? 'Edit the expression' : 'Edit the value',
      key: 'F2',
      run: () => edit(row),
    },
    row.kind === 'value' && {
      label: 'Copy the value',
      key: 'Ctrl+C',
      run: () => void model.attempt(() => copyValue(model, variable)),
    },
    evaluateName !== undefined && { label: 'Copy as expression', run: () => copy(evaluateName) },
    evaluateName !== undefined &&
      !renames && { label: 'Watch', run: () => void model.watches.add(evaluateName) },
    mayTouch &&
      row.kind === 'value' &&
      model.can('supportsDataBreakpoints') && {
        label: 'Break when it changes',
        run: () => void model.attempt(() => breakOnChange(model, row)),
      },
    row.kind === 'value' &&
      model.can('supportsStepBack') && { label: 'History', run: () => showHistory(row) },
    view !== undefined && { label: viewLabels[view.kind], run: () => drawValue(variable) },
    ...graphItems(model, row),
    memoryReference !== undefined &&
      model.can('supportsReadMemoryRequest') && {
        label: 'Show its memory',
        run: () => openMemory(memoryReference, variable.name),
      },
    declarationLocationReference !== undefined && {
      label: 'Go to its declaration',
      run: () => void model.attempt(() => goToDeclaration(model, declarationLocationReference)),
    },
    extra?.remove !== undefined &&
      row.depth === 0 && {
        label: extra.removeLabel ?? 'Remove',
        key: 'Delete',
        run: () => extra.remove?.(row),
      },
  ];
  return { editable, items: items.filter(item => item !== false) };
}

const copy = (text: string): void => void navigator.clipboard.writeText(text);
