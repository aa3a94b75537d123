// What engines over a machine share: code addresses, symbols as data, breakpoints that the machine itself knows nothing of.

export * from './armed-addresses.js';
export * from './armed-breakpoint.js';
export * from './breakpoint-table.js';
export * from './disassembly.js';
export * from './encounter.js';
export * from './frame-ids.js';
export * from './frame-view.js';
export * from './loaded-modules.js';
export * from './logical-breakpoints.js';
export * from './mailbox.js';
export * from './heap-limit.js';
export * from './memory-graph/allocations.js';
export * from './memory-graph/memory-graph.js';
export type { LooseWord } from './memory-graph/memory-variables.js';
export * from './memory-scope.js';
export * from './module-info.js';
export * from './object-numbers.js';
export * from './passed-sites.js';
export * from './resolver.js';
export * from './step-targets.js';
export * from './step-view.js';
export * from './text-problem.js';
export * from './unsigned-type.js';
