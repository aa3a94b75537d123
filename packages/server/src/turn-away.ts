// A connection that is not served is told why before it is closed.

import { Connection, ResponseFailure, type Transport } from '@sonde/dap';

/** Clients speak first. One that says nothing for this long is told all the same. */
const patienceMs = 1000;

/** The first request is answered with the reason, where clients show it best; then the connection ends. */
export function turnAway(transport: Transport, why: string): Connection {
  const connection: Connection = new Connection(
    transport,
    {
      request: request => {
        request.afterResponse(() => connection.close());
        return Promise.reject(new ResponseFailure(why));
      },
    },
    { role: 'adapter' },
  );
  const timer = setTimeout(() => {
    connection.event('output', { category: 'important', output: `Closing the connection: ${why}\n` });
    connection.close();
  }, patienceMs);
  void connection.closed.then(() => clearTimeout(timer));
  return connection;
}
