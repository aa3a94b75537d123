// The entry of @sonde/language: the contract a language fulfils.

export * from './contract.js';
