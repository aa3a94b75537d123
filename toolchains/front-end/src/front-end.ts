// What front ends of compilers share: sources, spans, mistakes, cursors over tokens, hints.

export * from './json.js';
export { nearest } from './nearest-name.js';
export * from './problems.js';
export * from './source-text.js';
export * from './span.js';
export * from './token-cursor.js';
export * from './toml.js';
