// The entry of @sonde/heap/node: heaps in files, on a thread of their own.

export { bytesOf, openRegular } from './file-bytes.js';
