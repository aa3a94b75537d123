// Groups that a user has chosen: watched expressions and pinned objects, with what each of them keeps alive.
import { chosenGroups, pinnedObjects, type ChosenGroup, type ObjectGraphView } from '@sonde/client';
import { useState, type ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { groupColumns, Unlisted, useList } from './heap-lists.js';
import { SizeTable } from './size-table.js';

export interface ChosenGroupTableProps {
  readonly view: ObjectGraphView;
  readonly snapshot: number;
}

export function ChosenGroupTable({ view, snapshot }: ChosenGroupTableProps): ReactNode {
  const model = useModel();
  const expressions = useStore(model.watches.expressions);
  const graph = useStore(view.graph);
  const frame = useStore(model.frame.selection)?.frame.id;
  const phase = useStore(model.phase);
  const [others, setOthers] = useState<readonly { readonly name: string; readonly why: string }[]>([]);
  const pins = [...(graph?.pins ?? [])];
  const what = JSON.stringify([snapshot, expressions, pins, frame, phase.kind]);
  const [listed] = useList<ChosenGroup>(what, async () => {
    const chosen = await chosenGroups(model, snapshot, pins);
    setOthers(chosen.others);
    return { total: chosen.groups.length, start: 0, items: chosen.groups };
  });
  if (expressions.length === 0 && pins.length === 0)
    return (
      <p className="empty">Watched expressions and objects that are pinned in the graph are groups here.</p>
    );
  if (listed.kind !== 'rows') return <Unlisted listed={listed} />;
  return (
    <>
      {others.map(({ name, why }) => (
        <p key={name} className="og-note og-other">
          <code>{name}</code>
          {`: ${why}`}
        </p>
      ))}
      <SizeTable
        label="What watched expressions and pinned objects keep alive"
        rows={listed.rows}
        columns={groupColumns}
        nameColumn="Watch"
        nameOf={({ name }) => name}
        keyOf={({ name }) => name}
        onOpen={({ name, ids }) => {
          if (name === pinnedObjects) view.page.set('graph');
          else void view.showNode(ids[0]!);
        }}
      />
    </>
  );
}
