// The entry of @sonde/language: the contract a language fulfils, and how what its compiler says is printed.

export * from './build.js';
export * from './command.js';
export * from './command-options.js';
export * from './contract.js';
export * from './editor-facts.js';
export { buildOnThread } from './build-thread.js';
export { escaped } from './marked-line.js';
export * from './expressions.js';
export { endingIn, languageByName } from './file-endings.js';
export { languageOfProject } from './project-file.js';
export { bounded, textAt, Words, wordsAt } from './memory-words.js';
export * from './native.js';
export * from './notations.js';
export * from './optional-package.js';
export * from './runtime.js';
export * from './source-text.js';
export * from './streams.js';
export { diagnosticText, type DiagnosticStyle } from './diagnostic-text.js';
export { cannotWrite, requireWritable } from './output-place.js';
export { coloursFor, plainColours, type Colours } from './terminal-colours.js';
