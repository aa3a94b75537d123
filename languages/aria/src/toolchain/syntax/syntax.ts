// The entry of the syntax: text to trees, with positions and messages.

export { parseProgram } from './parse-program.js';
export { parseExpressionText, type ParsedExpression } from './parse-text.js';
export type * from './statement-tree.js';
export type * from './tree.js';
