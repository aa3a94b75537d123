// Takes, chooses and releases snapshots, and says how far their numbers can be trusted.
import type { KnownSnapshot, ObjectGraphView } from '@sonde/client';
import type { Label } from '@sonde/heap';
import type { ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { IconButton } from '../ui/icon-button.js';
import { useStore } from '../ui/use-store.js';

export const snapshotName = ({ snapshot, name }: KnownSnapshot): string => `${snapshot}. ${name}`;

export function SnapshotBar({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const model = useModel();
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
          <IconButton
            shape="close"
            label="Release this snapshot"
            onClick={() => void model.attempt(() => snapshots.release(shown.snapshot))}
          />
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

interface TrustProps {
  readonly view: ObjectGraphView;
  readonly snapshot: KnownSnapshot;
}

/** Exact, approximate or unavailable, with the reason: never by colour alone. */
export function Trust({ view, snapshot }: TrustProps): ReactNode {
  const phase = useStore(useModel().phase);
  const isOld = phase.kind === 'stopped' && view.snapshots.isOld(snapshot);
  const { labels, retained, findings } = snapshot.overview;
  const parts: readonly (readonly [string, Label | undefined])[] = [
    ['objects', labels.nodes],
    ['references', labels.edges],
    ['roots', labels.roots],
    ['sizes', labels.sizes],
    ['what is kept', retained],
  ];
  const exact = parts.filter(([, label]) => label?.exactness === 'exact').map(([name]) => name);
  const others = parts.flatMap(([name, label]) =>
    label === undefined || label.exactness === 'exact' ? [] : [{ name, ...label }],
  );
  // Reasons that several share are told once.
  const byReason = new Map<string, string[]>();
  for (const { name, exactness, why = '' } of others) {
    const reason = `${exactness}\n${why}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  const found = findings.total;
  return (
    <p
      className="og-trust"
      title={others.map(({ name, exactness, why = '' }) => `${name}: ${exactness}, ${why}`).join('\n')}
    >
      {isOld && <strong>as it was at an earlier stop</strong>}
      {exact.length > 0 && (
        <span>
          <span aria-hidden="true">✓ </span>
          {`exact: ${exact.join(', ')}`}
        </span>
      )}
      {[...byReason].map(([reason, names]) => {
        const [exactness = '', why = ''] = reason.split('\n');
        return (
          <span key={reason}>
            <span aria-hidden="true">{exactness === 'unavailable' ? '✗ ' : '≈ '}</span>
            {`${exactness}: ${names.join(', ')}${why === '' ? '' : ` (${why})`}`}
          </span>
        );
      })}
      {found > 0 && <span>{`${found} contradictions were left out`}</span>}
    </p>
  );
}
