// The values that a variable had, newest first; a click goes to the moment when it got one.
import { useEffect, useState, type ReactNode } from 'react';
import {
  failureText,
  momentPlace,
  timeViewOf,
  type PastValue,
  type SessionModel,
  type ValueHistory,
} from '@sonde/client';
import { useModel, usePanel } from '../panel-surroundings.js';
import { useStore } from '../ui/use-store.js';
import type { ShownHistory } from './shown-history.js';

type State =
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'read'; readonly history: ValueHistory };

export function HistoryPanel({ shown }: { readonly shown: ShownHistory }): ReactNode {
  const model = useModel();
  const inline = useStore(model.frame.inline);
  const changes = useStore(model.changes);
  const mayMove = usePanel().rights === 'full';
  const [state, setState] = useState<State>({ kind: 'reading' });
  const frameId = inline?.frame.id;

  useEffect(() => {
    let isWanted = true;
    const tell = (next: State): void => {
      if (isWanted) setState(next);
    };
    read(model, shown, frameId).then(
      history => tell({ kind: 'read', history }),
      (error: unknown) => tell({ kind: 'refused', why: failureText(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [model, shown, frameId, changes]);

  if (state.kind !== 'read')
    return (
      <div className="empty" role={state.kind === 'refused' ? 'alert' : undefined}>
        {state.kind === 'refused' ? state.why : `Looking for earlier values of ${shown.title}…`}
      </div>
    );
  const { values, more } = state.history;
  return (
    <div className="history">
      {values.length === 0 && <div className="empty">{shown.title} has no values yet.</div>}
      <ol className="history-rows" aria-label={`Values of ${shown.title}, newest first`}>
        {values.toReversed().map(past => (
          <li key={past.at}>
            <HistoryRow past={past} mayMove={mayMove} />
          </li>
        ))}
      </ol>
      {more && <p className="view-note">There are older ones.</p>}
    </div>
  );
}

function HistoryRow({ past, mayMove }: { readonly past: PastValue; readonly mayMove: boolean }): ReactNode {
  const view = timeViewOf(useModel());
  const { value, parts, step, at } = past;
  return (
    <button
      type="button"
      className="history-row"
      disabled={!mayMove}
      title={parts === true ? 'Go there to look into it' : 'Go to the moment when it got this value'}
      onClick={() => void view.goTo({ position: at })}
    >
      <span className="moment-step">{step}</span>
      <span className="value-text">{parts === true ? `${value} …` : value}</span>
      <span className="moment-place">{momentPlace(past) ?? 'at first'}</span>
    </button>
  );
}

function read(
  model: SessionModel,
  { title, expression, within }: ShownHistory,
  frameId: number | undefined,
): Promise<ValueHistory> {
  const view = timeViewOf(model);
  if (expression !== undefined)
    return view.history({ expression, ...(frameId === undefined ? {} : { frameId }) });
  return view.history({ variablesReference: within, name: title });
}
