// What tests of a machine or a language need: an engine without a session, and a machine without a thread.

export * from '@sonde/engine/driver';
export { BenchHost } from './bench-host.js';
