// Lists of a snapshot that are read by pages: groups, their objects, and what an object alone keeps alive.
import { askGraph, failureText, isMoot, type SessionModel } from '@sonde/client';
import { bytesText, type Group, type Grouping, type NodeView, type Page } from '@sonde/heap';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { nameOf } from './node-words.js';
import { SizeTable, type SizeColumn } from './size-table.js';

const pageSize = 100;

export type Read<Row> = (model: SessionModel, start: number, count: number) => Promise<Page<Row>>;

export type Listed<Row> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'problem'; readonly why: string }
  | { readonly kind: 'rows'; readonly rows: readonly Row[]; readonly total: number };

/** Reads the first page, and the next when asked for it; `what` says when it is another list. */
export function useList<Row>(what: string, read: Read<Row>): readonly [Listed<Row>, () => void] {
  const model = useModel();
  const [state, setState] = useState<{ readonly what: string; readonly listed: Listed<Row> }>({
    what: '',
    listed: { kind: 'reading' },
  });
  const load = useCallback(
    async (before: readonly Row[], isStill: () => boolean): Promise<void> => {
      try {
        const page = await read(model, before.length, pageSize);
        if (!isStill()) return;
        const rows = [...before, ...page.items];
        setState({ what, listed: { kind: 'rows', rows, total: page.total } });
      } catch (error) {
        if (isStill() && !isMoot(error))
          setState({ what, listed: { kind: 'problem', why: failureText(error) } });
      }
    },
    // `read` is made anew at each drawing and says the same as `what`.
    [model, what],
  );
  useEffect(() => {
    let isStill = true;
    void load([], () => isStill);
    return () => void (isStill = false);
  }, [load]);
  const listed: Listed<Row> = state.what === what ? state.listed : { kind: 'reading' };
  const more = (): void => {
    if (listed.kind === 'rows') void load(listed.rows, () => true);
  };
  return [listed, more];
}

/** In place of a table that is not there. */
export const Unlisted = ({
  listed,
}: {
  readonly listed: Exclude<Listed<unknown>, { kind: 'rows' }>;
}): ReactNode =>
  listed.kind === 'reading' ? (
    <p className="empty">Reading…</p>
  ) : (
    <p className="empty" role="alert">
      {listed.why}
    </p>
  );

const amount = (bytes: number | undefined): string => (bytes === undefined ? 'unknown' : bytesText(bytes));

/** What the objects of a heap are put together by in a table, with the title of its column. */
export const groupColumn = {
  type: 'Type',
  site: 'Allocation site',
  module: 'Module',
  owner: 'Owner',
  kind: 'Kind',
} as const satisfies Partial<Record<Grouping, string>>;

export type TableGrouping = keyof typeof groupColumn;

export const groupColumns: readonly SizeColumn<Group>[] = [
  { name: 'Keep', value: ({ retained }) => retained, text: ({ retained }) => amount(retained) },
  { name: 'Themselves', value: ({ shallow }) => shallow, text: ({ shallow }) => amount(shallow) },
  { name: 'Count', value: ({ count }) => count, text: ({ count }) => count.toLocaleString('en') },
];

export const nodeColumns: readonly SizeColumn<NodeView>[] = [
  { name: 'Keeps', value: ({ retained }) => retained, text: ({ retained }) => amount(retained) },
  { name: 'Itself', value: ({ size }) => size, text: ({ size }) => amount(size) },
];

export interface GroupTableProps {
  readonly snapshot: number;
  readonly by: TableGrouping;
  readonly nameColumn: string;
  readonly onOpen: (name: string) => void;
}

export function GroupTable({ snapshot, by, nameColumn, onOpen }: GroupTableProps): ReactNode {
  const [listed, more] = useList<Group>(`groups ${snapshot} ${by}`, (model, start, count) =>
    askGraph(model, 'groups', { snapshot, by, start, count }),
  );
  if (listed.kind !== 'rows') return <Unlisted listed={listed} />;
  return (
    <SizeTable
      label={`Objects by ${nameColumn.toLowerCase()}`}
      rows={listed.rows}
      columns={groupColumns}
      nameColumn={nameColumn}
      nameOf={({ name }) => name}
      keyOf={({ name }) => name}
      onOpen={({ name }) => onOpen(name)}
      more={listed.total - listed.rows.length}
      onMore={more}
    />
  );
}

export interface NodeTableProps {
  readonly label: string;
  readonly listed: Listed<NodeView>;
  readonly onMore?: () => void;
  readonly onOpen: (node: NodeView) => void;
}

export function NodeTable({ label, listed, onMore, onOpen }: NodeTableProps): ReactNode {
  if (listed.kind !== 'rows') return <Unlisted listed={listed} />;
  return (
    <SizeTable
      label={label}
      rows={listed.rows}
      columns={nodeColumns}
      nameColumn="Object"
      nameOf={nameOf}
      keyOf={({ id }) => id}
      onOpen={onOpen}
      more={listed.total - listed.rows.length}
      {...(onMore === undefined ? {} : { onMore })}
    />
  );
}

export interface MemberTableProps {
  readonly snapshot: number;
  readonly by: TableGrouping;
  readonly name: string;
  readonly onOpen: (node: NodeView) => void;
}

export function MemberTable({ snapshot, by, name, onOpen }: MemberTableProps): ReactNode {
  const [listed, more] = useList<NodeView>(`members ${snapshot} ${by} ${name}`, (model, start, count) =>
    askGraph(model, 'members', { snapshot, by, name, start, count }),
  );
  return <NodeTable label={`Objects of ${name}`} listed={listed} onMore={more} onOpen={onOpen} />;
}
