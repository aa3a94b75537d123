// The entry of @sonde/wasm: WebAssembly modules read and written.

export * from './building/code.js';
export * from './building/module-builder.js';
export * from './building/write-module.js';
export * from './bytes/byte-reader.js';
export * from './bytes/byte-writer.js';
export * from './instruction.js';
export * from './module-data.js';
export * from './opcodes.js';
export * from './problem.js';
export * from './reading/read-instruction.js';
export * from './reading/read-module.js';
export * from './source-map/source-map.js';
export * from './text/disassembly.js';
export * from './value-types.js';
export * from './web-assembly.js';
