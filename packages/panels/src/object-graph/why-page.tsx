// Why an object is alive: paths from roots that differ in who owns it, and what cutting one of their references would free.
import { failureText, isBeyondRoots, type ObjectGraphView } from '@sonde/client';
import { bytesText, counted, edgeText, unheldWords, type CutView, type PathView } from '@sonde/heap';
import { useState, type ReactNode } from 'react';
import { useStore } from '../ui/use-store.js';
import { keepsText, nameOf, titleOf } from './node-words.js';
import { Trust } from './trust.js';

export function WhyPage({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const why = useStore(view.why);
  const snapshot = useStore(view.snapshots.shown);
  if (why === undefined)
    return (
      <p className="empty">Choose “Why is this alive?” on a variable, a watch or an object in the graph.</p>
    );
  const { node, paths, complete } = why;
  return (
    <div
      className="og-page og-scroll og-why"
      tabIndex={0}
      role="group"
      aria-label={`Why ${nameOf(node)} is alive`}
    >
      <p className="og-answer">
        <strong>{nameOf(node)}</strong>{' '}
        {paths.length === 0
          ? unheldWords(node, snapshot?.overview.labels)
          : paths.length === 1 && complete
            ? 'is alive because of one path from a root:'
            : `is alive because of ${paths.length} paths from roots that differ in who owns it${complete ? '' : '; there are more'}:`}
        {paths.length > 0 && (
          <button type="button" onClick={() => view.showPaths()}>
            {paths.length === 1 ? 'Draw this path' : 'Draw these paths'}
          </button>
        )}
      </p>
      {snapshot !== undefined && <Trust view={view} snapshot={snapshot} />}
      {paths.map((path, nth) => (
        <PathSteps key={nth} view={view} path={path} nth={nth} />
      ))}
    </div>
  );
}

interface PathStepsProps {
  readonly view: ObjectGraphView;
  readonly path: PathView;
  readonly nth: number;
}

function PathSteps({ view, path, nth }: PathStepsProps): ReactNode {
  const { hidden } = path;
  const steps = path.steps.map((step, at) => ({ ...step, holder: path.steps[at - 1]?.node ?? path.from }));
  // The node that stands for all roots of a category says the same as the root behind it.
  const told = steps.filter(({ node }) => !isBeyondRoots(node));
  return (
    <ol className="og-path" aria-label={`Path ${nth + 1}`}>
      {told.map(({ node, holder, ...edge }, at) => (
        <li key={node.id}>
          <span className="og-way">{node.root === undefined ? edgeText(edge) : `${node.root} root`}</span>
          <button
            type="button"
            className="link"
            title={nameOf(node)}
            onClick={() => void view.showNode(node.id)}
          >
            {titleOf(node)} @{node.id}
          </button>
          <span className="og-amount">{keepsText(node)}</span>
          {node.root === undefined && !isBeyondRoots(holder) && (
            <CutQuestion view={view} from={holder.id} to={node.id} name={edge.name} />
          )}
          {hidden !== undefined && at === Math.floor(told.length / 2) - 1 && (
            <p className="og-note">{`… ${counted(hidden, 'more step')} …`}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface CutQuestionProps {
  readonly view: ObjectGraphView;
  readonly from: number;
  readonly to: number;
  readonly name: string | number | undefined;
}

function CutQuestion({ view, from, to, name }: CutQuestionProps): ReactNode {
  const [answer, setAnswer] = useState<string | undefined>(undefined);
  if (answer !== undefined) return <span className="og-cut">{answer}</span>;
  const ask = async (): Promise<void> => {
    try {
      setAnswer(cutWords(await view.cut(from, to, name)));
    } catch (error) {
      setAnswer(failureText(error));
    }
  };
  return (
    <button
      type="button"
      className="og-ask"
      title="What would be freed without this reference?"
      onClick={() => void ask()}
    >
      Without it?
    </button>
  );
}

function cutWords({ freedCount, freedSize, stillHeldBy }: CutView): string {
  if (freedCount > 0)
    return `without it, ${counted(freedCount, 'object')} would be freed: ${bytesText(freedSize)}`;
  return stillHeldBy === undefined
    ? 'without it, nothing would be freed'
    : `without it, nothing would be freed: ${nameOf(stillHeldBy.node)} holds it too, by ${edgeText(stillHeldBy)}`;
}
