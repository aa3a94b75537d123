// The entry of @sonde/engine-vm/kit: a stack machine to build a language on, for those who bring no machine of their own.
//
// A language gives the instructions and what its values mean (`StackLanguage`); its compiler writes code with the
// `Assembler`. Everything here runs on the thread of the VM as well as in a build.

export * from './assembler.js';
export * from './code.js';
export * from './image-file.js';
export * from './sources.js';
export * from './stack-machine.js';
export type { Wait } from './tasks.js';
