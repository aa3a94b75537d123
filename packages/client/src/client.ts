// The entry of @sonde/client: one debug session as data, for every kind of screen.

export * from './breakpoint-book.js';
export * from './breakpoint-sync.js';
export * from './failure-text.js';
export * from './frame-view.js';
export * from './inline/code-lines.js';
export * from './inline/frame-values.js';
export * from './inline/inline-values.js';
export * from './motions.js';
export * from './output-log.js';
export * from './phase.js';
export * from './program-shelf.js';
export * from './session-model.js';
export * from './source-shelf.js';
export * from './start-request.js';
export * from './status-text.js';
export * from './store.js';
export * from './thread-list.js';
export * from './value.js';
export * from './value-tree.js';
export * from './watch-list.js';
