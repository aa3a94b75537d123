// How the program is started: its arguments, where, and whatever else its language lets one choose.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { StartRequest } from '@sonde/client';
import { usePage } from '../page/page-context.js';
import { TextField } from '@sonde/panels';
import { joinArguments, splitArguments } from '@sonde/client';

export interface StartDialogProps {
  readonly program: string;
  /** How it was started last. */
  readonly before: Extract<StartRequest, { kind: 'launch' }> | undefined;
  readonly onDone: () => void;
}

export function StartDialog({ program, before, onDone }: StartDialogProps): ReactNode {
  const page = usePage();
  const { cwd, ...others } = before?.options ?? {};
  const [args, setArgs] = useState(joinArguments(before?.args ?? []));
  const [folder, setFolder] = useState(typeof cwd === 'string' ? cwd : '');
  const [options, setOptions] = useState(Object.keys(others).length === 0 ? '' : JSON.stringify(others));
  const [stopOnEntry, setStopOnEntry] = useState(before?.stopOnEntry ?? false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const close = (): void => {
    dialog.current?.close();
    onDone();
  };
  const start = (): void => {
    const further = readOptions(options);
    if (further === undefined) return setProblem('Further options must be a JSON object: {"name": value}.');
    const language = before?.language;
    close();
    void page.launch(program, {
      ...(language === undefined ? {} : { language }),
      args: splitArguments(args),
      stopOnEntry,
      launch: { ...further, ...(folder.trim() === '' ? {} : { cwd: folder.trim() }) },
    });
  };

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onCancel={close}>
      <form
        onSubmit={event => {
          event.preventDefault();
          start();
        }}
      >
        <h2 id={id}>Start {program.split(/[\\/]/).at(-1)}</h2>
        <TextField
          label="Arguments"
          about="Parted by blanks; quotes hold words together."
          value={args}
          onChange={setArgs}
        />
        <TextField
          label="Working folder"
          about="That of the program unless one is named."
          value={folder}
          onChange={setFolder}
        />
        <TextField
          label="Further options"
          about='As JSON, such as {"stdin": "1 2 3"}; docs/reference.md lists those of each language.'
          value={options}
          onChange={text => {
            setOptions(text);
            setProblem(undefined);
          }}
        />
        {problem !== undefined && (
          <p className="dialog-problem" role="alert">
            {problem}
          </p>
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={stopOnEntry}
            onChange={event => setStopOnEntry(event.target.checked)}
          />
          Stop at the entry
        </label>
        <div className="dialog-buttons">
          <span className="spread" />
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="primary">
            Start
          </button>
        </div>
      </form>
    </dialog>
  );
}

function readOptions(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
