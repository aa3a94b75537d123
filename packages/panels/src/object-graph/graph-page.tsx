// The graph with what belongs to it: search and filters above, the chosen object below.
import { type GraphFilter, type ObjectGraphView } from '@sonde/client';
import { edgeKinds, type EdgeKind, type NodeView } from '@sonde/heap';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useModel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import { GraphCanvas, LineLegend } from './graph-canvas.js';
import { TrustInShort } from './trust.js';
import { factsOfNode, keepsText, nameOf } from './node-words.js';

export function GraphPage({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const graph = useStore(view.graph);
  const refreshed = useStore(view.refreshed);
  const snapshot = useStore(view.snapshots.shown);
  return (
    <div className="og-page">
      <div className="og-bar">
        <BackButton view={view} />
        <ObjectSearch view={view} />
        {graph !== undefined && <Filters view={view} />}
      </div>
      {snapshot !== undefined && (
        <div className="og-said">
          {graph?.isFocusGone === true && (
            <span
              className="og-note og-gone"
              role="status"
            >{`@${graph.focus} is not there at this moment`}</span>
          )}
          {refreshed !== undefined && (
            <span className="og-note" role="status">
              {`${refreshed.added.size} new here, ${refreshed.gone} gone from here`}
            </span>
          )}
          <TrustInShort view={view} snapshot={snapshot} />
        </div>
      )}
      {graph === undefined ? (
        <p className="empty">
          Choose “Show in graph” on a variable or a watch, find an object above, or start from the overview.
        </p>
      ) : (
        <div className="og-picture">
          <GraphCanvas view={view} graph={graph} />
          <div className="og-foot">
            <ChosenObject view={view} />
            <LineLegend graph={graph} />
          </div>
        </div>
      )}
    </div>
  );
}

function BackButton({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const canGoBack = useStore(view.canGoBack);
  return (
    <button type="button" disabled={!canGoBack} onClick={() => void view.back()}>
      Back
    </button>
  );
}

/** By id, type or value; the answers are the largest. */
function ObjectSearch({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const model = useModel();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly NodeView[] | undefined>(undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') setFound(undefined);
    else void model.attempt(async () => setFound(await view.search(text)));
  };
  return (
    <form className="og-search" role="search" onSubmit={submit}>
      <input
        type="text"
        className="code"
        value={text}
        placeholder="Find an object"
        aria-label="Find an object by id, type or value"
        spellCheck={false}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && setFound(undefined)}
      />
      {found !== undefined && (
        <ul className="og-found" aria-label="Found objects">
          {found.length === 0 && <li className="og-note">No object has this id, type or value.</li>}
          {found.map(node => (
            <li key={node.id}>
              <button
                type="button"
                className="link"
                onClick={() => {
                  setFound(undefined);
                  void view.showNode(node.id);
                }}
              >
                {nameOf(node)}
              </button>
              <span className="og-amount">{keepsText(node)}</span>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** Not more: a hundred at a time would be one column that no window can show at a size that can be read. */
const amounts = [4, 8, 12] as const;

function Filters({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const filter = useStore(view.filter);
  const [type, setType] = useState(filter.type);
  const change = (part: Partial<GraphFilter>): void => void view.setFilter({ ...filter, ...part });
  return (
    <>
      <select
        aria-label="How many of the largest at a time"
        value={filter.most}
        onChange={event => change({ most: Number(event.target.value) })}
      >
        {amounts.map(most => (
          <option key={most} value={most}>{`${most} largest`}</option>
        ))}
      </select>
      <select
        aria-label="Kinds of references"
        value={filter.kinds[0] ?? ''}
        onChange={event =>
          change({ kinds: event.target.value === '' ? [] : [event.target.value as EdgeKind] })
        }
      >
        <option value="">All references</option>
        {edgeKinds.map(kind => (
          <option key={kind} value={kind}>{`Only ${kind.replaceAll('-', ' ')}`}</option>
        ))}
      </select>
      <form
        onSubmit={event => {
          event.preventDefault();
          change({ type });
        }}
      >
        <input
          type="text"
          className="code og-type"
          value={type}
          placeholder="Only types with…"
          aria-label="Only types that contain"
          spellCheck={false}
          onChange={event => setType(event.target.value)}
          onBlur={() => {
            if (type !== filter.type) change({ type });
          }}
        />
      </form>
    </>
  );
}

/** All that is known of the object that was clicked, and what can be asked about it. */
function ChosenObject({ view }: { readonly view: ObjectGraphView }): ReactNode {
  const graph = useStore(view.graph);
  const active = useStore(view.active);
  const node = active === undefined ? undefined : graph?.nodes.get(active);
  if (graph?.isFocusGone === true && active === graph.focus)
    return (
      <p className="og-note">
        {`@${graph.focus} was freed, or does not exist yet. Its box shows what it was; around it is what is there now.`}
      </p>
    );
  if (graph === undefined || node === undefined)
    return <p className="og-note">Click an object to read about it; double click to look at it.</p>;
  const isPinned = graph.pins.has(node.id);
  return (
    <section className="og-chosen" aria-label={`About ${nameOf(node)}`}>
      <strong className="og-chosen-name">{nameOf(node)}</strong>
      <dl className="og-facts">
        {factsOfNode(node).map(([name, value]) => (
          <div key={`${name} ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <span className="og-actions">
        {node.id !== graph.focus && (
          <button type="button" onClick={() => void view.showNode(node.id)}>
            Look at it
          </button>
        )}
        <button type="button" onClick={() => void view.showWhy(node.id)}>
          Why is it alive?
        </button>
        <button type="button" aria-pressed={isPinned} onClick={() => void view.pin(node.id, !isPinned)}>
          {isPinned ? 'Unpin' : 'Pin'}
        </button>
      </span>
    </section>
  );
}
