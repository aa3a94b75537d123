// The source that a request names: by path, relative to the program's folder if need be, or by number.

import type { Source } from '@sonde/dap';
import { notSupported, type SourceRef } from '@sonde/engine';
import type { Client } from './clients/client.js';
import type { DebugSession } from './debug-session.js';

/** Before there is a session a source can be named by its path only, and a relative one stays so. */
export const askedSource = (client: Client, source: Source, session: DebugSession | undefined): SourceRef =>
  client.translation.fromSource(
    source,
    session?.sourceMap ?? {},
    reference => {
      if (session === undefined) throw notSupported('a source without a path', 'no program is loaded');
      return session.sources.get(reference);
    },
    session?.settings.cwd,
  );
