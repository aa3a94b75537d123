// The entry of @sonde/lens: raw values to what a person reads.

export * from './budget.js';
export { bytesOfValue, bytesToWrite } from './bytes-to-write.js';
export { textsOf, type Reading } from './defaults/default-context.js';
export { membersOf } from './defaults/managed-view.js';
export * from './encode.js';
export { decodeInteger, decodeScalar, isSigned, scalarOf } from './decode.js';
export * from './evaluation.js';
export * as build from './expression/build.js';
export * from './expression/evaluate.js';
export * from './expression/hit-condition.js';
export * from './expression/javascript.js';
export * from './expression/log-message.js';
export { dereferenced } from './expression/navigate.js';
export * from './lens-view.js';
export { NumberRows } from './number-rows.js';
export { fieldOf, flatFields, inMemory, partAt, sizeOf, strideOf, type FlatField } from './parts.js';
export * from './renderer.js';
export * from './shapes.js';
export * from './stream-text.js';
export { viewLimits, type ViewLimits } from './structured/look.js';
export { structuredViews, type StructuredRequest } from './structured/structured.js';
export { floatText, hexText, quoted } from './scalar-text.js';
export * from './view.js';
