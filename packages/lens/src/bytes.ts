// The part of the lens for the thread of a VM, which loads it at each start: values to bytes and back.

export { bytesToWrite } from './bytes-to-write.js';
export { decodeInteger, scalarOf } from './decode.js';
export { integerBytes } from './encode.js';
