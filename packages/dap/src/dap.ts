// Entry of @sonde/dap for every platform: the protocol, framing, connection, client.
export * from './protocol/protocol.js';
