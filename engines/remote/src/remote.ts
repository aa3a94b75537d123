// The entry of @sonde/engine-remote: machines in other processes, by small protocol drivers.

export * from './connection/json-lines-channel.js';
export * from './connection/pending-requests.js';
export * from './connection/tcp.js';
export * from './factory.js';
export * from './json-lines/protocol.js';
export * from './outcome-queue.js';
export * from './remote-machine.js';
export * from './remote-time.js';
export * from './symbol-scopes.js';
export * from './serving/line-server.js';
export * from './serving/line-service.js';
export * from './serving/lines.js';
