// What compilers to native code share: sources and their mistakes, clang, runtimes, linking.

export * from './assemble.js';
export * from './clang.js';
export * from './link-options.js';
export type { OwnCompiler } from './own-compiler.js';
export * from './output-place.js';
export * from './problems.js';
export * from './runtime-objects.js';
export * from './source-text.js';
export * from './span.js';
export * from './toml.js';
