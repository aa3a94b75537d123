// The entry of @sonde/lens: raw values to what a person reads.

export * from './evaluation.js';
export * from './renderer.js';
export * from './view.js';
