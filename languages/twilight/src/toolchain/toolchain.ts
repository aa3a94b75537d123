// What the parts around the front end take from it: trees and the typed program.

export type * from './checker/built-ins.js';
export type * from './checker/typed-expressions.js';
export type * from './checker/typed-patterns.js';
export type * from './checker/typed-places.js';
export type * from './checker/typed-program.js';
export type * from './checker/types.js';
export type * from './syntax/pattern-tree.js';
export type * from './syntax/type-tree.js';
