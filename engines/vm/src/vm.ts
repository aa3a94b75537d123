// The entry of @sonde/engine-vm: a virtual machine on its own thread.

export * from './factory.js';
export * from './machine.js';
export * from './program-files.js';
export * from './stack-engine.js';
// For a debugger that drives a machine in its own thread, without the engine.
export { StepGoal } from './worker/goals.js';
