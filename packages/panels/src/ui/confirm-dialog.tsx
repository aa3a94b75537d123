// Asks before something is done that cannot be undone.
import { useEffect, useId, useRef, type ReactNode } from 'react';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly doIt: string;
  readonly onDone: (sure: boolean) => void;
}

export function ConfirmDialog({ title, text, doIt, onDone }: ConfirmDialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const finish = (sure: boolean): void => {
    dialog.current?.close();
    onDone(sure);
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onCancel={() => finish(false)}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <div className="dialog-buttons">
        <span className="spread" />
        <button type="button" autoFocus onClick={() => finish(false)}>
          Cancel
        </button>
        <button type="button" className="primary" onClick={() => finish(true)}>
          {doIt}
        </button>
      </div>
    </dialog>
  );
}
