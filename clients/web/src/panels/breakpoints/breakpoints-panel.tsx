// The list of breakpoints of every kind: switched on and off, removed, gone to.
import { useState, type SubmitEvent, type ReactNode } from 'react';
import { breakpointRows, removeRow, switchRow, type BreakpointRow } from '@sonde/client';
import { usePage } from '../../page/page-context.js';
import { FunctionList, Icon, IconButton, PanelFrame, useModel, useStore } from '@sonde/panels';
import { FunctionBreakpointDialog } from './function-breakpoint-dialog.js';

export function BreakpointsPanel(): ReactNode {
  const model = useModel();
  const mayTouch = usePage().info.rights === 'full';
  const book = useStore(model.breakpoints.book.content);
  const outcomes = useStore(model.breakpoints.outcomes);
  const others = useStore(model.breakpoints.others);
  const { exceptionBreakpointFilters = [] } = useStore(model.capabilities);
  const [adding, setAdding] = useState(false);
  const rows = breakpointRows(
    book,
    outcomes,
    others,
    exceptionBreakpointFilters,
    model.breakpoints.activeFilters(),
  );
  return (
    <PanelFrame
      title="Breakpoints"
      actions={
        mayTouch && (
          <>
            <IconButton
              shape="add"
              label="Add a function breakpoint"
              pressed={adding}
              onClick={() => setAdding(!adding)}
            />
            <IconButton
              shape="close"
              label="Remove all breakpoints"
              disabled={rows.every(({ kind }) => kind === 'exception' || kind === 'foreign')}
              onClick={() => void model.breakpoints.removeAll()}
            />
          </>
        )
      }
    >
      {adding && <FunctionField onDone={() => setAdding(false)} />}
      {rows.length > 0 && (
        <ul className="breakpoint-list" aria-label="Breakpoints">
          {rows.map(row => (
            <Row key={row.key} row={row} mayTouch={mayTouch} />
          ))}
        </ul>
      )}
      {rows.every(({ kind }) => kind === 'exception') && (
        <div className="empty">Click beside a line to stop there.</div>
      )}
    </PanelFrame>
  );
}

function Row({ row, mayTouch }: { readonly row: BreakpointRow; readonly mayTouch: boolean }): ReactNode {
  const model = useModel();
  const [editing, setEditing] = useState(false);
  const { kind, label, detail, enabled, state, message, path, line } = row;
  const removable = mayTouch && kind !== 'exception' && kind !== 'foreign';
  const place = path === undefined || line === undefined ? undefined : { path, line };
  return (
    <li className={`breakpoint-row state-${state}`} title={message}>
      <input
        type="checkbox"
        aria-label={`${label} ${detail}`}
        checked={enabled}
        disabled={!mayTouch || kind === 'foreign' || kind === 'instruction'}
        onChange={() => void switchRow(model, row)}
      />
      {place === undefined ? (
        <span className="breakpoint-label">{label}</span>
      ) : (
        <button
          type="button"
          className="link breakpoint-label"
          onClick={() => void model.sources.show({ path: place.path }, place.line)}
        >
          {label}
        </button>
      )}
      <span className="breakpoint-detail">{detail}</span>
      {mayTouch && kind === 'function' && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Condition of ${label}`}
          title={`Condition and hit count of ${label}`}
          onClick={() => setEditing(true)}
        >
          <Icon shape="edit" />
        </button>
      )}
      {editing && <FunctionBreakpointDialog name={label} onDone={() => setEditing(false)} />}
      {state === 'waiting' && (
        <span className="breakpoint-waiting" role="img" aria-label={`Not set. ${message ?? ''}`}>
          ○
        </span>
      )}
      {removable && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove ${label}`}
          title={`Remove ${label}`}
          onClick={() => void removeRow(model, row)}
        >
          <Icon shape="close" />
        </button>
      )}
    </li>
  );
}

/** A name that is typed is taken as it is; below it are the functions that it may be meant for. */
function FunctionField({ onDone }: { readonly onDone: () => void }): ReactNode {
  const model = useModel();
  const [name, setName] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = name.trim();
    const { functions } = model.breakpoints.book.content.get();
    if (text !== '' && !functions.some(each => each.name === text))
      void model.breakpoints.setFunctions([...functions, { name: text }]);
    onDone();
  };
  return (
    <>
      <form className="inline-form" onSubmit={submit}>
        <input
          className="code"
          aria-label="Function to stop in"
          placeholder="Function name"
          autoFocus
          spellCheck={false}
          value={name}
          onChange={event => setName(event.target.value)}
          onKeyDown={event => event.key === 'Escape' && onDone()}
        />
        <button type="submit">Add</button>
      </form>
      <FunctionList filter={name} />
    </>
  );
}
