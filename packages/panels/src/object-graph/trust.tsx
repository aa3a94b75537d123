// How far the numbers of a snapshot can be trusted: exact, approximate or unavailable, what is least certain first.
import type { KnownSnapshot, ObjectGraphView } from '@sonde/client';
import type { ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { trustParts, type TrustPart } from './trust-words.js';

interface TrustProps {
  readonly view: ObjectGraphView;
  readonly snapshot: KnownSnapshot;
}

const marks = { exact: '✓ ', approximate: '≈ ', unavailable: '✗ ' } as const;

/** With the reasons. */
export const Trust = (props: TrustProps): ReactNode => (
  <TrustLine {...props} text={({ text, why }) => (why === '' ? text : `${text} (${why})`)} />
);

/** In a line that is beside something else; the reasons are its tip. */
export const TrustInShort = (props: TrustProps): ReactNode => (
  <TrustLine {...props} text={part => part.text} />
);

interface TrustLineProps extends TrustProps {
  readonly text: (part: TrustPart) => string;
}

function TrustLine({ view, snapshot, text }: TrustLineProps): ReactNode {
  const phase = useStore(useModel().phase);
  const isOld = phase.kind === 'stopped' && view.snapshots.isOld(snapshot);
  const { overview } = snapshot;
  const parts = trustParts(overview);
  const found = overview.findings.total;
  return (
    <p className="og-trust" title={parts.map(part => `${part.text}. ${part.why}`).join('\n')}>
      {isOld && <strong>as it was at an earlier stop</strong>}
      {found > 0 && <span>{`${found} contradictions were left out`}</span>}
      {parts.map(part => (
        <span key={`${part.text} ${part.why}`}>
          <span aria-hidden="true">{marks[part.exactness]}</span>
          {text(part)}
        </span>
      ))}
    </p>
  );
}
