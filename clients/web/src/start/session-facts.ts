// A running session in words.
import type { RunningSession } from '../page/server-api.js';
import { baseName } from './program-path.js';

export const sessionTitle = ({ name, program, id }: RunningSession): string =>
  [name, baseName(program), id].find(text => text !== '') ?? id;

/** State first: it is what decides whether there is something to see. */
export function sessionFacts(session: RunningSession, language: string): readonly string[] {
  const { state, clients, here } = session;
  return [
    state,
    ...(language === '' ? [] : [language]),
    clients === 1 ? '1 client' : `${clients === 0 ? 'no' : clients} clients`,
    ...startedAt(session.startedAt),
    ...(here ? [] : ['held by another process']),
  ];
}

function startedAt(time: string): readonly string[] {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return [];
  const two = (part: number): string => String(part).padStart(2, '0');
  return [`since ${two(date.getHours())}:${two(date.getMinutes())}`];
}
