// The entry of @sonde/engine-vm/snapshots: what machines are made of that can be brought back to an earlier moment.

export * from './bytes-image.js';
export * from './state-hash.js';
