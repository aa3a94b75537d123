// The debug interface over TCP: one line for each message.

import { serveLines, type LineClient, type LineServer, type Refused } from '@sonde/engine-remote';
import { connectionError, NodeConnection } from './connection.js';
import type { DebugNode } from './debug-node.js';

export interface ServeOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly token: string;
}

/** A client that does not read what it is told is dropped. */
const mostUnsent = 16 << 20;

const refusals: Readonly<Record<Refused, object>> = {
  invalid_utf8: connectionError('parse', 'this is no UTF-8.'),
  line_too_long: connectionError('tooMuch', 'a line has at most 1048576 bytes.'),
  too_many_connections: connectionError('tooMuch', 'the node has too many connections.'),
  token_required: connectionError('tokenRequired', 'the token was not said in time.'),
};

export function serveNode(node: DebugNode, { host, port, token }: ServeOptions): Promise<LineServer> {
  const connections = new Map<LineClient, NodeConnection>();
  const connectionOf = (client: LineClient): NodeConnection => {
    const known = connections.get(client);
    if (known !== undefined) return known;
    const made = new NodeConnection(node, {
      token,
      send: message => void client.send(JSON.stringify(message)),
      close: () => client.close(),
      authenticated: () => {
        client.authenticated = true;
      },
    });
    connections.set(client, made);
    return made;
  };
  return serveLines(
    {
      token,
      unsent: mostUnsent,
      respond: async (line, client) => {
        const answer = await connectionOf(client).respond(line);
        return answer === undefined ? undefined : JSON.stringify(answer);
      },
      refused: why => JSON.stringify(refusals[why]),
      closed: client => {
        void connections.get(client)?.close();
        connections.delete(client);
      },
      dispose: () => connections.clear(),
    },
    { host, port },
  );
}
