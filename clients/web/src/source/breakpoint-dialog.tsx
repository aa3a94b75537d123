// Condition, hit count and log message of a breakpoint.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useModel } from '../page/page-context.js';
import { TextField } from '../ui/text-field.js';

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
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const finish = (work: Promise<void> | undefined): void => {
    dialog.current?.close();
    void work;
    onDone();
  };
  const submit = async (): Promise<void> => {
    const terms = { condition, hitCondition, logMessage };
    await model.breakpoints.setLine(path, { line, ...terms, ...(disabled ? { disabled } : {}) });
    const outcome = model.breakpoints.outcomes.get().lines[path]?.find(({ asked }) => asked === line);
    const isWrong =
      outcome?.reason === 'failed' || (outcome?.verified === true && outcome.message !== undefined);
    // What is wrong with the terms is said where they were typed; said once, it may be left so.
    if (!isWrong || outcome.message === problem) return finish(undefined);
    setProblem(outcome.message);
  };

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} onCancel={() => finish(undefined)}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id={title}>Breakpoint on line {line}</h2>
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
        <TextField
          label="Log message"
          about="Prints this instead of stopping; {expressions} are filled in."
          value={logMessage}
          onChange={setLogMessage}
        />
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
            {problem !== undefined ? 'Keep it so' : known === undefined ? 'Set' : 'Change'}
          </button>
        </div>
      </form>
    </dialog>
  );
}
