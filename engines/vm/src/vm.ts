// The entry of @sonde/engine-vm: a virtual machine on its own thread.

export * from './machine.js';
