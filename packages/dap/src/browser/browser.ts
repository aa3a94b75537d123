// Entry of @sonde/dap/browser: the transports for web pages and webviews. Imports nothing from Node.
export { messageLineTransport, type MessageLine } from './message-line.js';
export { openWebSocket } from './web-socket.js';
export type { BrowserWebSocket, BrowserWebSocketClass } from './web-socket.js';
