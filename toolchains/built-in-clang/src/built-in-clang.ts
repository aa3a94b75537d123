// The entry of @sonde/built-in-clang: C compiled on a computer that has nothing but npm.

export * from './clang-package.js';
export * from './compiled-before.js';
export * from './diagnostics.js';
export * from './included.js';
export * from './run.js';
