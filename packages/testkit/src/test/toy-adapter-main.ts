// The toy adapter as a process: on stdio, or with `--port N` on a socket. `--stay` makes it outlive its connection.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { socketTransport, stdioTransport } from '@sonde/dap/node';
import { ToyAdapter } from './toy-adapter.js';

const [option, value] = process.argv.slice(2);

if (option === '--port') {
  const server = createServer(socket => new ToyAdapter(socketTransport(socket)));
  server.listen(Number(value), '127.0.0.1', () => {
    const { address, port } = server.address() as AddressInfo;
    process.stdout.write(`Listening for: connection://${address}:${port}\n`);
  });
} else {
  if (option === '--stay') setInterval(() => undefined, 1000);
  process.stderr.write('toy adapter on stdio\n');
  new ToyAdapter(stdioTransport());
}
