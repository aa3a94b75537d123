// The entry of @sonde/engine-native/toolchain: what languages that compile to native code have in common.

export * from '../cache-folder.js';
export * from '../native-tools.js';
export * from '../tool-search.js';
export * from './compiler-run.js';
export * from './debug-build.js';
export * from './program-file.js';
