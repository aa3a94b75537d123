// What the parts around the front end take from it: trees, the typed program, and how to get them.

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
