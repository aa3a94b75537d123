// The entry of @sonde/engine-vm: a virtual machine on its own thread.

export * from './factory.js';
export * from './machine.js';
