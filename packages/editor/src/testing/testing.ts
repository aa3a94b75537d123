// The entry of @sonde/editor/testing: what tests of extensions need, without an editor.

export * from './dap-client.js';
export * from './dap-messages.js';
export * from './editor-stubs.js';
export * from './poll-until.js';
