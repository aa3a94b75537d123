// Sessions that run anywhere on this machine: those of editors and terminals too.
import type { ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import type { RunningSession } from '../page/server-api.js';
import { ProblemNote } from './problem-note.js';
import { sessionFacts, sessionTitle } from './session-facts.js';
import { StartSection } from './start-section.js';
import { useRunningSessions } from './use-running-sessions.js';

export function RunningSessions(): ReactNode {
  const { sessions, error } = useRunningSessions();
  return (
    <StartSection title="Continue">
      {error !== undefined && <ProblemNote error={error} />}
      {sessions === undefined && error === undefined && <p className="start-quiet">Looking for sessions…</p>}
      {sessions?.length === 0 && (
        <p className="start-quiet">
          No session is running. One that an editor or a terminal begins appears here.
        </p>
      )}
      {sessions !== undefined && sessions.length > 0 && (
        <ul className="start-rows">
          {sessions.map(session => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </StartSection>
  );
}

function SessionRow({ session }: { readonly session: RunningSession }): ReactNode {
  const page = usePage();
  const title = sessionTitle(session);
  const language = page.languageNamed(session.language)?.name ?? session.language;
  return (
    <li className="start-row">
      <span className="start-what">
        <span className="start-name" title={session.program}>
          {title}
        </span>
        <span className="start-about">{sessionFacts(session, language).join(' · ')}</span>
      </span>
      <button type="button" aria-label={`Join ${title}`} onClick={() => void page.join(session.id)}>
        Join
      </button>
    </li>
  );
}
