// Takes, chooses and releases snapshots.
import type { KnownSnapshot, ObjectGraphView } from '@sonde/client';
import type { ReactNode } from 'react';
import { usePanel } from '../panel-surroundings.js';
import { IconButton } from '../ui/icon-button.js';
import { useStore } from '../ui/use-store.js';

/** The same place is met again where one can go back: there the step tells which moment it was. */
export function snapshotName({ snapshot, name, overview: { moment } }: KnownSnapshot): string {
  const branch = moment.kind === 'recording' && moment.branch > 0 ? ` of branch ${moment.branch}` : '';
  const step = moment.kind === 'recording' ? `, step ${moment.step.toLocaleString('en')}${branch}` : '';
  return `${snapshot}. ${name}${step}`;
}

export function SnapshotBar({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const { model, rights } = usePanel();
  const { snapshots } = view;
  const list = useStore(snapshots.list);
  const shown = useStore(snapshots.shown);
  const taking = useStore(snapshots.taking);
  const phase = useStore(model.phase);
  const isStopped = phase.kind === 'stopped';
  if (taking !== undefined)
    return (
      <>
        <span role="status" className="og-note">{`Taking a snapshot: ${taking}…`}</span>
        <button type="button" onClick={() => snapshots.cancel()}>
          Cancel
        </button>
      </>
    );
  // Of others, who have no stop here, a guest keeps off.
  const mayRelease = rights === 'full' || shown?.stop !== undefined;
  const isOld = shown !== undefined && snapshots.isOld(shown);
  return (
    <>
      <button
        type="button"
        disabled={!isStopped}
        title={isStopped ? 'Read the objects as they are now' : 'Objects are read while the program stands'}
        onClick={() => void snapshots.take()}
      >
        Take snapshot
      </button>
      {shown !== undefined && (
        <>
          <select
            aria-label="Snapshot"
            value={shown.snapshot}
            onChange={event => void view.chooseSnapshot(Number(event.target.value))}
          >
            {list.map(each => (
              <option key={each.snapshot} value={each.snapshot}>
                {snapshotName(each)}
              </option>
            ))}
          </select>
          {mayRelease && (
            <IconButton
              shape="close"
              label="Release this snapshot"
              onClick={() => void model.attempt(() => snapshots.release(shown.snapshot))}
            />
          )}
        </>
      )}
      {isOld && (
        <button
          type="button"
          className="primary"
          title="The program has gone on since this was read"
          onClick={() => void view.refresh()}
        >
          Refresh
        </button>
      )}
    </>
  );
}
