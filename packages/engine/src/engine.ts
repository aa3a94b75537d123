// The entry of @sonde/engine: the contract every engine fulfils, and what engines share.

export * from './address.js';
export * from './breakpoint.js';
export * from './contract.js';
export * from './exit-code.js';
export * from './expression.js';
export * from './failure.js';
export * from './frame.js';
export * from './ids.js';
export * from './motion.js';
export * from './names.js';
export * from './ordinary-file.js';
export * from './packed.js';
export * from './place.js';
export * from './places-at-once.js';
export * from './region.js';
export * from './source.js';
export * from './source-limit.js';
export * from './step-planner.js';
export * from './stop-reader.js';
export * from './stop.js';
export { bindLine } from './line-binding.js';
export * from './symbols.js';
export * from './system-cause.js';
export * from './temporary-folder.js';
export * from './thread.js';
export * from './types.js';
export * from './value.js';
