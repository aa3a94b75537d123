// Where the page begins: sessions that run, examples, the folder, programs of before.
import type { ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import { ThemeButton } from '../page/theme-button.js';
import { AttachForm } from './attach-form.js';
import { ExampleList } from './example-list.js';
import { FolderBrowser } from './folder-browser.js';
import { RecentPrograms } from './recent-programs.js';
import { RunningSessions } from './running-sessions.js';

export function StartPage(): ReactNode {
  const { info } = usePage();
  return (
    <main className="start">
      <header className="start-head">
        <h1>Sonde</h1>
        <ThemeButton />
        <p>
          A debugger for programs in {languageNames(info.languages.map(({ name }) => name))}: stop anywhere,
          look at everything, go on.
        </p>
        {info.rights === 'read-only' && (
          <p className="start-note">
            This address only lets you look: join a running session, or open the other printed address to
            start programs.
          </p>
        )}
      </header>
      <div className="start-columns">
        <div className="start-column">
          <RunningSessions />
          <ExampleList />
        </div>
        <div className="start-column">
          <RecentPrograms />
          <FolderBrowser />
          <AttachForm />
        </div>
      </div>
      <footer className="start-foot">Sonde {info.version}</footer>
    </main>
  );
}

const languageNames = (names: readonly string[]): string =>
  names.length === 0 ? 'any language' : new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
