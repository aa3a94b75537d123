// What a reload must not change: which session this window is in, how it was begun, and what is wanted in this run only.
import { type BookContent, readStartRequest, type SessionModel, type StartRequest } from '@sonde/client';

export interface KeptSession {
  readonly session: string;
  readonly request: StartRequest;
  /** Addresses and data ids mean something in this run. */
  readonly data: BookContent['data'];
  readonly instructions: BookContent['instructions'];
}

const key = 'sonde-session';

/** The address names the session, and the window keeps the rest, as long as the session lasts. */
export function keepSession(model: SessionModel): void {
  const keep = (): void => {
    const session = model.info.get()?.id;
    const { request } = model;
    if (session === undefined || request === undefined || request.kind === 'join') return;
    const { data, instructions } = model.breakpoints.book.content.get();
    write({ session, request, data, instructions });
  };
  model.info.subscribe(() => {
    nameInAddress(model.info.get()?.id);
    keep();
  });
  model.breakpoints.book.content.subscribe(keep);
  model.phase.subscribe(() => {
    const { kind } = model.phase.get();
    if (kind === 'ended' || kind === 'failed') forgetSession();
  });
}

export function forgetSession(): void {
  nameInAddress(undefined);
  write(undefined);
}

/** Of the session that this window has begun; a window that was opened for it elsewhere has nothing. */
export function keptSession(session: string): KeptSession | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    const kept = value as Partial<Record<keyof KeptSession, unknown>>;
    const request = readStartRequest(kept.request);
    if (kept.session !== session || request === undefined) return undefined;
    return {
      session,
      request,
      data: Array.isArray(kept.data) ? (kept.data as BookContent['data']) : [],
      instructions: Array.isArray(kept.instructions)
        ? (kept.instructions as BookContent['instructions'])
        : [],
    };
  } catch {
    return undefined;
  }
}

export const namedSession = (): string | null => new URL(location.href).searchParams.get('session');

function nameInAddress(id: string | undefined): void {
  const address = new URL(location.href);
  if (id === undefined) address.searchParams.delete('session');
  else address.searchParams.set('session', id);
  if (address.href !== location.href) history.replaceState(null, '', address);
}

function write(kept: KeptSession | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: then a reload joins like anybody else.
  }
}
