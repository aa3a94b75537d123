// The page: the start page or the debugger, and the keys that work everywhere.
import { useEffect, type ReactNode } from 'react';
import { StartPage } from '../start/start-page.js';
import { useStore } from '@sonde/panels';
import { commandOf } from './commands.js';
import { Debugger } from './debugger.js';
import { PageProvider } from '../page/page-provider.js';
import type { PageState } from '../page/page-state.js';

export function App({ page }: { readonly page: PageState }): ReactNode {
  const view = useStore(page.view);
  useKeys(page);
  useTitle(page);
  return <PageProvider page={page}>{view === 'start' ? <StartPage /> : <Debugger />}</PageProvider>;
}

/** The keys of debuggers everywhere, before the browser takes them for a reload or the full screen. */
function useKeys(page: PageState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (page.view.get() !== 'debug') return;
      const command = commandOf(event);
      if (command === undefined) return;
      event.preventDefault();
      // Who fills in a dialog does not mean the program.
      if (document.querySelector('dialog[open]') !== null) return;
      const phase = page.model.phase.get();
      // A motion that is asked for while a step takes long is answered in words.
      if (command.possible(phase, page) || (command.moves === true && phase.kind === 'running'))
        void command.run(page);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [page]);
}

function useTitle(page: PageState): void {
  const info = useStore(page.model.info);
  const { kind } = useStore(page.model.phase);
  const name = info?.program.split(/[\\/]/).at(-1);
  const title = name === undefined ? 'Sonde' : `${name} (${kind}) – Sonde`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
