// Entry of @sonde/dap/node: the transports that need Node, and the process of an adapter.
export { childProcessTransport, stdioTransport } from './stdio.js';
export { connectTcp, connectUnix, socketTransport } from './socket.js';
export type { ConnectOptions } from './socket.js';
export { StreamTransport } from './stream-transport.js';
export type { StreamTransportOptions } from './stream-transport.js';
export { OutputText } from './output-text.js';
export { OwnedProcess } from './owned-process.js';
export type { ProcessExit, ProcessOptions } from './owned-process.js';
export { connectWebSocket, webSocketTransport } from './web-socket.js';
