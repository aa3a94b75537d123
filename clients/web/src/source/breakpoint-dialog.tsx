// Condition, hit count and log message of a breakpoint.
import { useEffect, useId, useRef, useState, type SubmitEvent, type ReactNode } from 'react';
import { useModel } from '../page/page-context.js';

export interface BreakpointDialogProps {
  readonly path: string;
  readonly line: number;
  readonly onDone: () => void;
}

export function BreakpointDialog({ path, line, onDone }: BreakpointDialogProps): ReactNode {
  const model = useModel();
  const known = model.breakpoints.book.linesOf(path).find(each => each.line === line);
  const [condition, setCondition] = useState(known?.condition ?? '');
  const [hitCondition, setHitCondition] = useState(known?.hitCondition ?? '');
  const [logMessage, setLogMessage] = useState(known?.logMessage ?? '');
  const [disabled, setDisabled] = useState(known?.disabled ?? false);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const finish = (work: Promise<void> | undefined): void => {
    dialog.current?.close();
    void work;
    onDone();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const terms = { condition, hitCondition, logMessage };
    finish(model.breakpoints.setLine(path, { line, ...terms, ...(disabled ? { disabled } : {}) }));
  };

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onCancel={() => finish(undefined)}>
      <form onSubmit={submit}>
        <h2 id={title}>Breakpoint on line {line}</h2>
        <Field
          label="Condition"
          about="Stops only when this is true."
          value={condition}
          onChange={setCondition}
          focused
        />
        <Field
          label="Hit count"
          about="Stops at that hit: 3, >= 10, % 2."
          value={hitCondition}
          onChange={setHitCondition}
        />
        <Field
          label="Log message"
          about="Prints this instead of stopping; {expressions} are filled in."
          value={logMessage}
          onChange={setLogMessage}
        />
        <label className="check">
          <input type="checkbox" checked={disabled} onChange={event => setDisabled(event.target.checked)} />
          Disabled
        </label>
        <div className="dialog-buttons">
          {known !== undefined && (
            <button
              type="button"
              className="quiet"
              onClick={() => finish(model.breakpoints.removeLine(path, line))}
            >
              Remove
            </button>
          )}
          <span className="spread" />
          <button type="button" onClick={() => finish(undefined)}>
            Cancel
          </button>
          <button type="submit" className="primary">
            {known === undefined ? 'Set' : 'Change'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface FieldProps {
  readonly label: string;
  readonly about: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly focused?: boolean;
}

function Field({ label, about, value, onChange, focused }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="code"
        value={value}
        autoFocus={focused}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-about`}
        onChange={event => onChange(event.target.value)}
      />
      <span id={`${id}-about`} className="field-about">
        {about}
      </span>
    </div>
  );
}
