// A small adapter on stdio, started as a child process by the tests: echoes, floods, and ends when told.
import { Connection } from '../connection.js';
import { stdioTransport } from '../node/node.js';

const connection: Connection = new Connection(
  stdioTransport(),
  {
    request: async (request): Promise<unknown> => {
      if (request.command === 'flood') {
        const { count } = request.arguments as { readonly count: number };
        for (let index = 0; index < count; index++) {
          connection.event('output', { category: 'stdout', output: `${index} `.padEnd(1000, '·') });
        }
      }
      if (request.command === 'tell') process.stderr.write(`buffered: ${connection.bufferedBytes}\n`);
      if (request.command === 'disconnect') request.afterResponse(() => connection.close());
      return { echo: request.arguments };
    },
  },
  { role: 'adapter' },
);

const reason = await connection.closed;
process.stderr.write(`closed: ${reason.kind}\n`);
