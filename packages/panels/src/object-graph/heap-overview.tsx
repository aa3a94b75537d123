// A whole heap, which begins with groups: what keeps most alive, types, allocation sites, modules, owners, kinds, and what may leak.
import {
  askGraph,
  snapshotFile,
  type KnownSnapshot,
  type ObjectGraphView,
  type SessionModel,
} from '@sonde/client';
import { bytesText, counted, labelOfGrouping, type NodeView, type Page, type SuspectView } from '@sonde/heap';
import { useState, type ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { TabStrip } from '../ui/tab-strip.js';
import { ChosenGroupTable } from './chosen-group-table.js';
import {
  groupColumn,
  GroupTable,
  MemberTable,
  NodeTable,
  Unlisted,
  useList,
  type TableGrouping,
} from './heap-lists.js';
import { nameOf, titleOf } from './node-words.js';
import { SaveFile } from './save-file.js';
import { Trust, Trusted } from './trust.js';
import { TreeMap, type MapNode } from './tree-map.js';

const parts = [
  { id: 'kept', label: 'Kept alive' },
  { id: 'type', label: 'Types' },
  { id: 'site', label: 'Allocation sites' },
  { id: 'module', label: 'Modules' },
  { id: 'owner', label: 'Owners', title: 'Fibers and tasks that allocated' },
  { id: 'kind', label: 'Kinds', title: 'What the runtime keeps objects as' },
  { id: 'chosen', label: 'Watches', title: 'Watched expressions, and objects that are pinned in the graph' },
  { id: 'suspects', label: 'May leak' },
] as const;

type Part = (typeof parts)[number]['id'];

const isGrouping = (part: Part): part is TableGrouping => part in groupColumn;

export interface HeapOverviewProps {
  readonly view: ObjectGraphView;
  readonly snapshot: KnownSnapshot;
}

export function HeapOverview({ view, snapshot }: HeapOverviewProps): ReactNode {
  const [part, setPart] = useState<Part>('kept');
  const [group, setGroup] = useState<{ readonly by: TableGrouping; readonly name: string } | undefined>(
    undefined,
  );
  const model = useModel();
  const { overview, snapshot: number } = snapshot;
  const open = ({ id }: NodeView): void => void view.showNode(id);
  const opened = group?.by === part ? group : undefined;
  return (
    <div className="og-page">
      <Trust view={view} snapshot={snapshot} />
      <p className="og-summary">
        {`${counted(overview.nodes, 'object')}, ${counted(overview.edges, 'reference')}, ${bytesText(overview.size)}`}
        {overview.unreachable.count > 0 &&
          `; ${counted(overview.unreachable.count, 'object')} that no root holds, ${bytesText(overview.unreachable.size)}`}
        {`; roots: ${overview.roots.map(({ category, count }) => `${count} ${category}`).join(', ') || 'none'}`}{' '}
        <SaveFile
          label="Save as JSON"
          title="All objects of the snapshot, as sonde heap opens them"
          file={() => snapshotFile(model, snapshot)}
        />
      </p>
      <TabStrip
        label="Ways to look at the heap"
        tabs={parts}
        active={part}
        onChoose={id => setPart(id as Part)}
      />
      {part === 'kept' && <KeptAlive key={number} view={view} snapshot={snapshot} />}
      {part === 'suspects' && <Suspects view={view} snapshot={number} />}
      {part === 'chosen' && <ChosenGroupTable key={number} view={view} snapshot={number} />}
      {isGrouping(part) && <Trusted label={labelOfGrouping(part, overview.labels)} />}
      {isGrouping(part) &&
        (opened === undefined ? (
          <GroupTable
            snapshot={number}
            by={part}
            nameColumn={groupColumn[part]}
            onOpen={name => setGroup({ by: part, name })}
          />
        ) : (
          <>
            <nav className="og-crumbs" aria-label="Where you are">
              <button type="button" className="link" onClick={() => setGroup(undefined)}>
                {parts.find(({ id }) => id === part)!.label}
              </button>
              <span aria-current="page">{opened.name}</span>
            </nav>
            <MemberTable snapshot={number} by={part} name={opened.name} onOpen={open} />
          </>
        ))}
    </div>
  );
}

/** So many of the largest are looked into. */
const lookedInto = 12;

/** The dominator tree: what would be freed with an object stands in it. */
function KeptAlive({ view, snapshot }: HeapOverviewProps): ReactNode {
  const [way, setWay] = useState<readonly NodeView[]>([]);
  const number = snapshot.snapshot;
  const at = way.at(-1)?.id ?? snapshot.overview.rootId;
  const [listed, more] = useList<MapNode>(`kept ${number} ${at}`, (model, start, count) =>
    keptBy(model, number, at, start, count),
  );
  const enter = (node: NodeView): void => setWay(before => [...before, node]);
  const last = way.at(-1);
  const rows = listed.kind === 'rows' ? listed.rows.map(({ node }) => node) : [];
  return (
    <>
      <nav className="og-crumbs" aria-label="Where you are in the dominator tree">
        <button type="button" className="link" disabled={way.length === 0} onClick={() => setWay([])}>
          All roots
        </button>
        {way.map((node, nth) => (
          <button
            key={node.id}
            type="button"
            className="link"
            disabled={nth === way.length - 1}
            aria-current={nth === way.length - 1 ? 'page' : undefined}
            onClick={() => setWay(way.slice(0, nth + 1))}
          >
            {titleOf(node)}
          </button>
        ))}
        {last !== undefined && (
          <button type="button" onClick={() => void view.showNode(last.id)}>
            Show in graph
          </button>
        )}
      </nav>
      {listed.kind !== 'rows' ? (
        <Unlisted listed={listed} />
      ) : rows.length === 0 ? (
        <p className="empty">
          {last === undefined ? 'There are no objects.' : `${nameOf(last)} alone holds nothing.`}
        </p>
      ) : (
        <div className="og-kept">
          <TreeMap
            label={`What ${last === undefined ? 'roots' : nameOf(last)} alone keep alive, as areas; the table says the same`}
            nodes={listed.rows}
            onOpen={enter}
          />
          <NodeTable
            label="What keeps most alive"
            listed={{ ...listed, rows }}
            onMore={more}
            onOpen={enter}
          />
        </div>
      )}
    </>
  );
}

type AskDominated = (of: number, args: object) => Promise<Page<NodeView>>;

/** A box in a box in a box shows nothing: the first that holds several things is looked into. */
async function contentsOf(id: number, ask: AskDominated): Promise<Page<NodeView>> {
  let page = await ask(id, { count: 60 });
  for (let deep = 0; page.total === 1 && deep < 6; deep++) {
    const inner = await ask(page.items[0]!.id, { count: 60 });
    if (inner.total === 0) break;
    page = inner;
  }
  return page;
}

async function keptBy(
  model: SessionModel,
  snapshot: number,
  id: number,
  start: number,
  count: number,
): Promise<Page<MapNode>> {
  const ask: AskDominated = (of, args) => askGraph(model, 'dominated', { snapshot, id: of, ...args });
  // The nodes of whole categories of roots say nothing by themselves: their roots stand here.
  const page = await ask(id, { start, count, skipCategories: true });
  const items = page.items.map(async (node, nth): Promise<MapNode> => {
    if (start + nth >= lookedInto) return { node, inside: [], others: 0 };
    const { items: inside, total } = await contentsOf(node.id, ask);
    return { node, inside, others: total - inside.length };
  });
  return { ...page, items: await Promise.all(items) };
}

function Suspects({
  view,
  snapshot,
}: {
  readonly view: ObjectGraphView;
  readonly snapshot: number;
}): ReactNode {
  const [listed] = useList<SuspectView>(`suspects ${snapshot}`, async model => {
    const { items } = await askGraph(model, 'suspects', { snapshot });
    return { total: items.length, start: 0, items };
  });
  if (listed.kind !== 'rows') return <Unlisted listed={listed} />;
  if (listed.rows.length === 0)
    return (
      <p className="empty">No object keeps a large part of the heap alive, or that cannot be known here.</p>
    );
  return (
    <ol className="og-suspects og-scroll">
      {listed.rows.map(({ node, words }) => (
        <li key={node.id}>
          <p>{words}</p>
          <button type="button" onClick={() => void view.showNode(node.id)}>
            Show in graph
          </button>{' '}
          <button type="button" onClick={() => void view.showWhy(node.id)}>
            Why is it alive?
          </button>
        </li>
      ))}
    </ol>
  );
}
