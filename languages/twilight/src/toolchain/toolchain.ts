// What the parts around the compiler take from it: trees, the typed program, compiled contracts and the codec of values.

export { checkFile, checkText, packageName } from './check-source.js';
export type { Checked } from './checker/check.js';
export type * from './checker/built-ins.js';
export type * from './checker/typed-expressions.js';
export type * from './checker/typed-patterns.js';
export type * from './checker/typed-places.js';
export type * from './checker/typed-program.js';
export type * from './checker/types.js';
export { loadPackage, type PackagePlace } from './load-package.js';
export { ProgramProblems } from './problems/lint-levels.js';
export { parseUnit } from './syntax/parse.js';
export type * from './syntax/pattern-tree.js';
export type * from './syntax/type-tree.js';
export * from './build-contract.js';
export * from './host/host-functions.js';
export * from './meta/read-meta.js';
export * from './meta/schema.js';
export * from './values/calls.js';
export * from './values/decode.js';
export * from './values/encode.js';
export * from './values/events.js';
export * from './values/json.js';
export * from './values/storage-variables.js';
export * from './values/stored.js';
export * from './values/value.js';
