// The entry of @sonde/dwarf: debug information of WebAssembly modules.

export * from './debug-data.js';
export { readDwarf, type DwarfInput } from './read-dwarf.js';
export { DwarfProblem } from './reading/problem.js';
