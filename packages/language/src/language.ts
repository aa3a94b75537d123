// The entry of @sonde/language: the contract a language fulfils, and how what its compiler says is printed.

export * from './contract.js';
export { buildOnThread } from './build-thread.js';
export { escaped } from './marked-line.js';
export { diagnosticText, type DiagnosticStyle } from './diagnostic-text.js';
