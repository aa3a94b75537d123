// What every server process of ours has in common: sessions, the register, the log, an orderly end.

import type { Language } from '@sonde/language';
import { endOnSignals, register, sessionElsewhere, type EndingSignal, type Listener } from '@sonde/server';
import { SessionDirectory, type AdapterEnvironment } from '@sonde/session';
import { failureText } from './failure-text.js';
import type { Log } from './log.js';

export interface ServerProcess {
  readonly environment: AdapterEnvironment;
  /** Something else that ends with the process: a listener, as a rule. */
  owns(part: { close(reason: string): Promise<void> }): void;
  end(reason: string): Promise<void>;
}

export interface ServerSettings {
  readonly languages: readonly Language[];
  readonly defaultLanguage?: string;
  readonly token?: string;
  readonly log: Log | undefined;
  /** Which signals end the process; all that can, unless said otherwise. */
  readonly signals?: readonly EndingSignal[];
}

export async function startServerProcess(settings: ServerSettings): Promise<ServerProcess> {
  const { languages, defaultLanguage, token, log } = settings;
  const sessions = new SessionDirectory();
  const environment: AdapterEnvironment = {
    languages,
    sessions,
    sessionElsewhere: sessionElsewhere(),
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(token === undefined ? {} : { token }),
    ...(log === undefined ? {} : { log }),
  };
  const parts: { close(reason: string): Promise<void> }[] = [];
  const registration = await tryRegister(environment, log);
  if (registration !== undefined) parts.push(registration);
  const end = async (reason: string): Promise<void> => {
    log?.(`ending: ${reason}`);
    await sessions.closeAll(reason);
    await Promise.all(parts.splice(0).map(part => part.close(reason)));
  };
  endOnSignals(end, settings.signals);
  return { environment, owns: part => void parts.push(part), end };
}

/** Without the register the server works all the same; it only cannot be found by others. */
async function tryRegister(
  environment: AdapterEnvironment,
  log: Log | undefined,
): Promise<Listener | undefined> {
  try {
    return await register(environment);
  } catch (error) {
    log?.(`not registered: ${failureText(error)}`);
    return undefined;
  }
}
