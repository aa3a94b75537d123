// What changed between two snapshots of one run: types, allocation sites, new objects, and who holds the old ones.
import type { KnownSnapshot, ObjectGraphView } from '@sonde/client';
import { bytesText, counted, wayTexts, type DiffView, type GroupChange, type Label } from '@sonde/heap';
import { useState, type ReactNode } from 'react';
import { TabStrip } from '../ui/tab-strip.js';
import { useStore } from '../ui/use-store.js';
import { MemberTable, nodeColumns } from './heap-lists.js';
import { nameOf } from './node-words.js';
import { SizeTable, type SizeColumn } from './size-table.js';
import { snapshotName } from './snapshot-bar.js';
import { Trust, Trusted } from './trust.js';

export function ComparePage({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const list = useStore(view.snapshots.list);
  const comparison = useStore(view.comparison);
  const [chosen, setChosen] = useState<readonly [number, number] | undefined>(undefined);
  if (list.length < 2)
    return (
      <p className="empty">
        Take a snapshot, let the program go on, and take another one: what grew between them is shown here.
      </p>
    );
  const [before, after] = chosen ?? [list.at(-2)!.snapshot, list.at(-1)!.snapshot];
  const snapshotAfter = list.find(({ snapshot }) => snapshot === after);
  const isShown = comparison?.before === before && comparison.after === after;
  return (
    <div className="og-page">
      <div className="og-bar">
        <Choice label="From" list={list} value={before} onChange={next => setChosen([next, after])} />
        <Choice label="to" list={list} value={after} onChange={next => setChosen([before, next])} />
        <button
          type="button"
          className="primary"
          disabled={before === after}
          onClick={() => void view.compare(before, after)}
        >
          Compare
        </button>
      </div>
      {isShown && (
        <p className="og-summary" role="status">
          {summaryOf(comparison.diff)}
        </p>
      )}
      {isShown && snapshotAfter !== undefined && <Trust view={view} snapshot={snapshotAfter} />}
      {isShown ? (
        <Changes
          key={`${before} ${after}`}
          view={view}
          after={after}
          diff={comparison.diff}
          sites={snapshotAfter?.overview.labels.sites}
        />
      ) : (
        <p className="empty">Choose two snapshots and compare them.</p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly list: readonly KnownSnapshot[];
  readonly value: number;
  readonly onChange: (snapshot: number) => void;
}

const Choice = ({ label, list, value, onChange }: ChoiceProps): ReactNode => (
  <label>
    {label}{' '}
    <select value={value} onChange={event => onChange(Number(event.target.value))}>
      {list.map(each => (
        <option key={each.snapshot} value={each.snapshot}>
          {snapshotName(each)}
        </option>
      ))}
    </select>
  </label>
);

const summaryOf = ({ count, shallow, added, removed, pathChanged, idsDiffer }: DiffView): string =>
  idsDiffer
    ? 'These snapshots are not of one run: their objects are not the same.'
    : `${counted(count[1], 'object')}, ${signed(count[1] - count[0], number)}: ${added.count.toLocaleString('en')} new, ` +
      `${removed.count.toLocaleString('en')} gone; ${signed(shallow[1] - shallow[0], bytesText)}; ` +
      `${pathChanged.count.toLocaleString('en')} held another way`;

const number = (value: number): string => value.toLocaleString('en');

/** `+12`, `−3`, `=`. */
function signed(change: number, text: (amount: number) => string): string {
  if (change === 0) return '=';
  return `${change > 0 ? '+' : '−'}${text(Math.abs(change))}`;
}

const change =
  (of: 'count' | 'shallow' | 'retained') =>
  (row: GroupChange): number =>
    row[of][1] - row[of][0];

const changeColumns: readonly SizeColumn<GroupChange>[] = [
  { name: 'Keep', value: change('retained'), text: row => signed(change('retained')(row), bytesText) },
  { name: 'Themselves', value: change('shallow'), text: row => signed(change('shallow')(row), bytesText) },
  { name: 'Count', value: change('count'), text: row => signed(change('count')(row), number) },
  { name: 'Now', value: ({ count }) => count[1], text: ({ count }) => number(count[1]) },
];

const parts = [
  { id: 'type', label: 'Types' },
  { id: 'site', label: 'Allocation sites' },
  { id: 'new', label: 'New objects' },
  { id: 'held', label: 'Held another way' },
] as const;

interface ChangesProps {
  readonly view: ObjectGraphView;
  readonly after: number;
  readonly diff: DiffView;
  /** How far allocation sites are known. */
  readonly sites: Label | undefined;
}

function Changes({ view, after, diff, sites }: ChangesProps): ReactNode {
  const [part, setPart] = useState<(typeof parts)[number]['id']>('type');
  const [group, setGroup] = useState<string | undefined>(undefined);
  const show = async (id: number): Promise<void> => {
    await view.chooseSnapshot(after);
    await view.showNode(id);
  };
  return (
    <>
      <TabStrip
        label="What changed"
        tabs={parts}
        active={part}
        onChoose={id => {
          setPart(id as typeof part);
          setGroup(undefined);
        }}
      />
      {part === 'site' && <Trusted label={sites} />}
      {part === 'new' ? (
        <SizeTable
          label="New objects, largest first"
          rows={diff.largestAdded}
          columns={nodeColumns}
          nameColumn="Object"
          nameOf={nameOf}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void show(id)}
        />
      ) : part === 'held' ? (
        <HeldAnotherWay {...diff.pathChanged} onOpen={id => void show(id)} />
      ) : group === undefined ? (
        <SizeTable
          label={part === 'type' ? 'Types that changed' : 'Allocation sites that changed'}
          rows={part === 'type' ? diff.types : diff.sites}
          columns={changeColumns}
          nameColumn={part === 'type' ? 'Type' : 'Allocation site'}
          nameOf={({ name }) => name}
          keyOf={({ name }) => name}
          onOpen={({ name }) => setGroup(name)}
        />
      ) : (
        <>
          <nav className="og-crumbs" aria-label="Where you are">
            <button type="button" className="link" onClick={() => setGroup(undefined)}>
              What changed
            </button>
            <span aria-current="page">{`${group}, now`}</span>
          </nav>
          <MemberTable snapshot={after} by={part} name={group} onOpen={({ id }) => void show(id)} />
        </>
      )}
    </>
  );
}

interface HeldAnotherWayProps {
  readonly count: number;
  readonly examples: DiffView['pathChanged']['examples'];
  readonly onOpen: (id: number) => void;
}

/** The largest of the objects of both snapshots to which the shortest path from a root leads another way. */
function HeldAnotherWay({ count, examples, onOpen }: HeldAnotherWayProps): ReactNode {
  if (examples.length === 0) return <p className="empty">What is in both is held in the same way.</p>;
  return (
    <div className="og-scroll og-held" tabIndex={0} role="group" aria-label="Objects held another way">
      {count > examples.length && (
        <p className="og-note">{`The largest ${examples.length} of ${number(count)}:`}</p>
      )}
      {examples.map(({ node, before, after }) => {
        const [was, is] = wayTexts(before, after);
        return (
          <section key={node.id}>
            <button type="button" className="link" title={nameOf(node)} onClick={() => onOpen(node.id)}>
              {nameOf(node)}
            </button>
            <dl>
              <dt>was</dt>
              <dd>{was}</dd>
              <dt>is</dt>
              <dd>{is}</dd>
            </dl>
          </section>
        );
      })}
    </div>
  );
}
