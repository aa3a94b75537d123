// Entry of @sonde/dap/browser: the transport for web pages. Imports nothing from Node.
export { openWebSocket } from './web-socket.js';
export type { BrowserWebSocket, BrowserWebSocketClass } from './web-socket.js';
