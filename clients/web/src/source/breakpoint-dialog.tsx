// Condition, hit count and log message of a breakpoint.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Breakpoint } from '@sonde/dap';
import { TextField } from '@sonde/panels';
import { TermsEdit, type Terms } from './terms-edit.js';

export interface BreakpointDialogProps {
  readonly title: string;
  /** As it is; absent for one that is not set yet. */
  readonly known: Terms | undefined;
  /** Whether it can write a message in place of a stop. */
  readonly logs: boolean;
  readonly save: (terms: Terms) => Promise<Breakpoint | undefined>;
  readonly remove: () => Promise<void>;
  readonly onDone: () => void;
}

export function BreakpointDialog(props: BreakpointDialogProps): ReactNode {
  const { known, save, remove, onDone } = props;
  const [condition, setCondition] = useState(known?.condition ?? '');
  const [hitCondition, setHitCondition] = useState(known?.hitCondition ?? '');
  const [logMessage, setLogMessage] = useState(known?.logMessage ?? '');
  const [disabled, setDisabled] = useState(known?.disabled ?? false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const edit = useRef(new TermsEdit({ known, save, remove }));
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const finish = (work: Promise<void> | undefined): void => {
    dialog.current?.close();
    void work;
    onDone();
  };
  const submit = async (): Promise<void> => {
    const terms = { condition, hitCondition, logMessage, ...(disabled ? { disabled } : {}) };
    const wrong = await edit.current.apply(terms);
    // What is wrong with the terms is said where they were typed; said once, it may be left so.
    if (wrong === undefined || wrong === problem) return finish(undefined);
    setProblem(wrong);
  };
  const cancel = (): void => finish(edit.current.cancel());

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onCancel={cancel}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={title}>{props.title}</h2>
        <TextField
          label="Condition"
          about="Stops only when this is true."
          value={condition}
          onChange={setCondition}
          focused
        />
        <TextField
          label="Hit count"
          about="Stops at that hit: 3, >= 10, % 2."
          value={hitCondition}
          onChange={setHitCondition}
        />
        {props.logs && (
          <TextField
            label="Log message"
            about="Prints this instead of stopping; {expressions} are filled in."
            value={logMessage}
            onChange={setLogMessage}
          />
        )}
        {problem !== undefined && (
          <p className="dialog-problem" role="alert">
            {problem}
          </p>
        )}
        <label className="check">
          <input type="checkbox" checked={disabled} onChange={event => setDisabled(event.target.checked)} />
          Disabled
        </label>
        <div className="dialog-buttons">
          {known !== undefined && (
            <button type="button" className="quiet" onClick={() => finish(remove())}>
              Remove
            </button>
          )}
          <span className="spread" />
          <button type="button" onClick={cancel}>
            Cancel
          </button>
          <button type="submit" className="primary">
            {problem !== undefined ? 'Keep it so' : known === undefined ? 'Set' : 'Change'}
          </button>
        </div>
      </form>
    </dialog>
  );
}
