// The entry of the syntax: text to trees, with positions and messages.

export { parseProgram } from './parse-program.js';
export { parseExpressionText, type ParsedExpression } from './parse-text.js';
export { Problems } from './problems.js';
export { SourceText } from './source-text.js';
export { endOf, spanning, type Span } from './span.js';
export type * from './statement-tree.js';
export type * from './tree.js';
