// The entry of @sonde/engine-wasm: WebAssembly on V8, instrumented.

export { capturedValues, piecesOf, type CaptureForm } from './condition/captures.js';
export { compileHandler, type CompiledHandler, type HandlerWishes } from './condition/compile-handler.js';
export * from './host.js';
export * from './instrument/instrument.js';
export * from './program/locations.js';
export * from './program/module-view.js';
export * from './program/program.js';
export * from './program/variable-locals.js';
export * from './machine/breakpoint-handlers.js';
export * from './machine/machine-time.js';
export * from './machine/raw-scopes.js';
export * from './machine/touches.js';
export * from './machine/wasm-machine.js';
export * from './messages.js';
export * from './plain-run.js';
export * from './wasm-engine.js';
export * from './wasm-run.js';
