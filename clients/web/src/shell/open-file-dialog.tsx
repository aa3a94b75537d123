// Opens a file beside the program: one that the program is made of, or another of the folder.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Source } from '@sonde/dap';
import { usePage } from '../page/page-context.js';
import { TextField, useModel } from '@sonde/panels';
import { FolderList } from '../start/folder-browser.js';

/** More are found by typing. */
const mostShown = 100;

export function OpenFileDialog({ onDone }: { readonly onDone: () => void }): ReactNode {
  const model = useModel();
  const { folder } = usePage().info;
  const [sources, setSources] = useState<readonly Source[]>([]);
  const [filter, setFilter] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (!model.isConnected || !model.can('supportsLoadedSourcesRequest')) return;
    model.client.request('loadedSources', {}).then(
      body => setSources(body.sources),
      // The program has just ended: the folder is left to choose from.
      () => undefined,
    );
  }, [model]);

  const close = (): void => {
    dialog.current?.close();
    onDone();
  };
  const open = (source: Source): void => {
    close();
    void model.sources.show(source);
  };
  const fitting = sources.filter(({ path = '', name = '' }) =>
    `${path} ${name}`.toLowerCase().includes(filter.toLowerCase()),
  );
  return (
    <dialog ref={dialog} className="dialog open-file" aria-labelledby={id} onCancel={close}>
      <h2 id={id}>Open a file</h2>
      {sources.length > 0 && (
        <>
          <TextField
            label="Sources of the program"
            about={`${fitting.length} of ${sources.length}`}
            value={filter}
            onChange={setFilter}
            focused
          />
          <ul className="start-rows open-sources" aria-label="Sources of the program">
            {fitting.slice(0, mostShown).map((source, index) => (
              <li key={index} className="start-row">
                <button type="button" className="start-link" title={source.path} onClick={() => open(source)}>
                  <span className="start-name">{source.name ?? source.path}</span>
                  <span className="start-about">{source.path}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {folder !== undefined && <FolderList root={folder} onOpen={path => open({ path })} />}
      <div className="dialog-buttons">
        <span className="spread" />
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
