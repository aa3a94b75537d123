// What the server tells over HTTP: languages, examples, the folder, sessions, files.
import type { Syntax } from '@sonde/client';

export interface LanguageInfo {
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
  readonly syntax?: Syntax;
  /** A tool that is not there, and what to do. */
  readonly missing?: string;
  /** What to fill in to attach to a program of it, where that is no process of the server's machine. */
  readonly attach?: readonly AttachOption[];
}

export interface AttachOption {
  readonly name: string;
  readonly kind: 'number' | 'text';
  readonly required: boolean;
  readonly about: string;
}

export interface Example {
  readonly language: string;
  readonly name: string;
  /** What it is about, in a sentence. */
  readonly about: string;
  readonly path: string;
  /** A line worth stopping at. */
  readonly stopAt?: number;
}

export interface StartInfo {
  readonly version: string;
  readonly rights: 'full' | 'read-only';
  readonly folder?: { readonly name: string; readonly path: string };
  readonly languages: readonly LanguageInfo[];
  readonly examples: readonly Example[];
  /** Whether a process or a core file can be looked at. */
  readonly attaches?: boolean;
  /** What the command was asked to show first. */
  readonly open?: {
    readonly program: string;
    readonly language?: string;
    readonly lines?: readonly number[];
    readonly args?: readonly string[];
    /** Further launch options that were given on the command line. */
    readonly launch?: Readonly<Record<string, unknown>>;
  };
}

export interface FolderListing {
  readonly path: string;
  readonly parent?: string;
  readonly entries: readonly FolderEntry[];
  readonly more?: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly language?: string;
  readonly executable?: boolean;
}

export interface RunningSession {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly language: string;
  readonly state: string;
  readonly clients: number;
  readonly startedAt: string;
  /** Held by the server of this page. */
  readonly here: boolean;
}

/** The server said no, in words for people. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly next?: string,
  ) {
    super(message);
  }
}

export const fetchStart = (): Promise<StartInfo> => ask('/api/start') as Promise<StartInfo>;

export const fetchFolder = (path: string): Promise<FolderListing> =>
  ask(`/api/folder?path=${encodeURIComponent(path)}`) as Promise<FolderListing>;

export const fetchSource = (path: string): Promise<{ readonly path: string; readonly text: string }> =>
  ask(`/api/source?path=${encodeURIComponent(path)}`) as Promise<{ path: string; text: string }>;

export const fetchSessions = async (): Promise<readonly RunningSession[]> =>
  ((await ask('/api/sessions')) as { readonly sessions: readonly RunningSession[] }).sessions;

/** Gives the token of the address for a cookie; the token leaves the address bar before anything else happens. */
export async function signIn(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  const answer = await fetch('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw await errorOf(answer);
}

async function ask(path: string): Promise<unknown> {
  const answer = await fetch(path, { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw await errorOf(answer);
  return answer.json();
}

async function errorOf(answer: Response): Promise<ServerError> {
  const text = await answer.text();
  try {
    const { error, next } = JSON.parse(text) as { readonly error?: string; readonly next?: string };
    return new ServerError(answer.status, error ?? text, next);
  } catch {
    return new ServerError(answer.status, text.trim() === '' ? answer.statusText : text.trim());
  }
}
