// The TCP side of an executive.

import { serveLines, type LineServer } from '@sonde/engine-remote';
import { errorLine, respond } from './commands/dispatch.js';
import type { Executive } from './executive.js';

/** Port 0 takes a free one. Throws a Failure when it cannot listen, and on other hosts than the loopback without a token. */
export const serve = (
  executive: Executive,
  at: { readonly host: string; readonly port: number },
): Promise<LineServer> =>
  serveLines(
    {
      token: executive.token,
      respond: (line, client) => respond(executive, line, client),
      refused: errorLine,
      closed: client => executive.closed(client),
      dispose: () => executive.dispose(),
    },
    at,
  );
