// The program's objects: overview, graph, why something is alive, and what changed; about snapshots that are taken at stops.
import { objectGraphOf, type Availability, type GraphPage as PageName, type Phase } from '@sonde/client';
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { IconButton } from '../ui/icon-button.js';
import { TabStrip } from '../ui/tab-strip.js';
import { useStore } from '../ui/use-store.js';
import { ComparePage } from './compare-page.js';
import { GraphPage } from './graph-page.js';
import { HeapOverview } from './heap-overview.js';
import { SnapshotBar } from './snapshot-bar.js';
import { WhyPage } from './why-page.js';

const pages: readonly { readonly id: PageName; readonly label: string }[] = [
  { id: 'overview', label: 'Overview' },
  { id: 'graph', label: 'Graph' },
  { id: 'why', label: 'Why alive' },
  { id: 'compare', label: 'Compare' },
];

export function ObjectGraphPanel(): ReactNode {
  const model = useModel();
  const view = objectGraphOf(model);
  const { snapshots } = view;
  const page = useStore(view.page);
  const shown = useStore(snapshots.shown);
  const phase = useStore(model.phase);
  const availability = useStore(snapshots.availability);
  const problem = useStore(view.problem);
  const notTaken = useStore(snapshots.problem);
  const [isLarge, setLarge] = useState(false);
  const id = useId();
  const stop = phase.kind === 'stopped' ? phase.stop.number : undefined;

  useEffect(() => {
    if (stop !== undefined) void snapshots.sync();
  }, [snapshots, stop]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isLarge) setLarge(false);
  };
  const said = problem ?? notTaken;
  return (
    <section
      className={`og ${isLarge ? 'is-large' : ''}`}
      aria-label="Objects of the program"
      onKeyDown={onKeyDown}
    >
      <div className="og-bar og-top">
        <TabStrip
          label="Views of the objects"
          tabs={pages}
          active={page}
          onChoose={next => view.page.set(next as PageName)}
          controls={id}
        />
        <SnapshotBar view={view} />
        <span className="spread" />
        <IconButton
          shape="enlarge"
          label="Whole window"
          pressed={isLarge}
          onClick={() => setLarge(!isLarge)}
        />
      </div>
      {said !== undefined && (
        <p className="og-problem" role="alert">
          {said}
        </p>
      )}
      <div
        id={id}
        role="tabpanel"
        aria-label={pages.find(each => each.id === page)!.label}
        className="og-body"
      >
        {shown === undefined ? (
          <p className="empty">{nothingYet(phase.kind, availability)}</p>
        ) : (
          <>
            {page === 'overview' && <HeapOverview key={shown.snapshot} view={view} snapshot={shown} />}
            {page === 'graph' && <GraphPage view={view} />}
            {page === 'why' && <WhyPage view={view} />}
            {page === 'compare' && <ComparePage view={view} />}
          </>
        )}
      </div>
    </section>
  );
}

function nothingYet(phase: Phase['kind'], availability: Availability): string {
  if (phase === 'ended' || phase === 'failed')
    return 'The program has ended, and the snapshots of its objects with it. Start it again, and take one where it stops.';
  if (availability.kind === 'unavailable') return availability.why;
  return (
    'Nothing was read of the objects yet. Take a snapshot while the program stands, or choose “Show in graph” or ' +
    '“Why is this alive?” on a variable or a watch.'
  );
}
