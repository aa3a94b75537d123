// The sessions of this machine, asked for again and again while somebody sees the page.
import { useEffect, useState } from 'react';
import { fetchSessions, type RunningSession } from '../page/server-api.js';

export interface SessionsSeen {
  /** Undefined until the first answer. */
  readonly sessions?: readonly RunningSession[];
  readonly error?: unknown;
}

const everyMs = 3_000;

export function useRunningSessions(): SessionsSeen {
  const [seen, setSeen] = useState<SessionsSeen>({});
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      const next = await fetchSessions().then(
        sessions => ({ sessions }),
        (error: unknown) => ({ error }),
      );
      if (over) return;
      // What was known stays when an answer fails to come: the problem is told beside it.
      setSeen(old => ('error' in next ? { ...old, ...next } : next));
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => void look(), everyMs);
    };
    const onVisibility = (): void => {
      if (document.hidden) clearTimeout(timer);
      else void look();
    };
    void look();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
  return seen;
}
