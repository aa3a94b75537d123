// Entry of the protocol: every named schema with the type of the same name, the tables, and the checks.
export * from './breakpoint-types.js';
export * from './breakpoints.js';
export * from './capabilities.js';
export * from './envelope.js';
export * from './checks.js';
export * from './evaluate.js';
export * from './events.js';
export * from './exceptions.js';
export * from './execution.js';
export * from './lifecycle.js';
export * from './memory.js';
export * from './modules.js';
export * from './reverse.js';
export * from './sources.js';
export * from './stack.js';
export * from './tables.js';
export * from './variables.js';
export type { Infer } from './building-blocks.js';
