// What compilers to native code share: sources and their mistakes, clang, runtimes, linking.

// Compilers to native code find their sources and mistakes here, too.
export { endOf, placeIn, Problems, SourceText, spanning, type Span } from '@sonde/front-end';
export * from './assemble.js';
export * from './clang.js';
export * from './link-options.js';
export type { OwnCompiler } from './own-compiler.js';
export * from './output-place.js';
export * from './runtime-objects.js';
