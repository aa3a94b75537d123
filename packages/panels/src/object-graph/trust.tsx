// How far the numbers of a snapshot can be trusted: exact, approximate or unavailable, what is least certain first.
import type { KnownSnapshot, ObjectGraphView } from '@sonde/client';
import type { Label } from '@sonde/heap';
import type { ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { inShort, trustParts, trustText, type TrustPart } from './trust-words.js';

interface TrustProps {
  readonly view: ObjectGraphView;
  readonly snapshot: KnownSnapshot;
}

const marks = { exact: '✓ ', approximate: '≈ ', unavailable: '✗ ' } as const;

/** What is not exact about one list, and why. */
export function Trusted({ label }: { readonly label: Label | undefined }): ReactNode {
  if (label === undefined || label.exactness === 'exact') return null;
  return (
    <p className="og-trust" role="note">
      <span>
        <span aria-hidden="true">{marks[label.exactness]}</span>
        {`${label.exactness}${label.why === undefined ? '' : `: ${label.why}`}`}
      </span>
    </p>
  );
}

/** With the reasons. */
export const Trust = (props: TrustProps): ReactNode => (
  <TrustLine {...props} parts={trustParts(props.snapshot.overview)} />
);

/** In a line that must not grow; the reasons are its tip. */
export const TrustInShort = (props: TrustProps): ReactNode => (
  <TrustLine {...props} parts={inShort(trustParts(props.snapshot.overview))} />
);

function TrustLine({
  view,
  snapshot,
  parts,
}: TrustProps & { readonly parts: readonly TrustPart[] }): ReactNode {
  const phase = useStore(useModel().phase);
  const isOld = phase.kind === 'stopped' && view.snapshots.isOld(snapshot);
  const found = snapshot.overview.findings.total;
  return (
    <p className="og-trust" title={trustParts(snapshot.overview).map(trustText).join('\n')}>
      {isOld && <strong>as it was at an earlier stop</strong>}
      {parts.map(part => (
        <span key={trustText(part)}>
          <span aria-hidden="true">{marks[part.exactness]}</span>
          {trustText(part)}
        </span>
      ))}
      {found > 0 && <span>{`${found} contradictions were left out`}</span>}
    </p>
  );
}
