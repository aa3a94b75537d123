// Entry of @sonde/dap/node: the transports that need Node.
export { childProcessTransport, stdioTransport } from './stdio.js';
export { connectTcp, connectUnix, socketTransport } from './socket.js';
export type { ConnectOptions } from './socket.js';
export { StreamTransport } from './stream-transport.js';
export type { StreamTransportOptions } from './stream-transport.js';
export { connectWebSocket, webSocketTransport } from './web-socket.js';
