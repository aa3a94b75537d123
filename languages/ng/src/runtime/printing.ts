// Output of the program: bytes, which nearly always are text.

import { fromBytes, isUtf8, toRawBytes } from '../toolchain/format/byte-text.js';
import type { ByteText } from '../toolchain/format/ngo.js';
import type { Processor } from './processor.js';

/** One write per line; false when there is no room for it. */
export function printLine(processor: Processor, stream: 'stdout' | 'stderr', line: ByteText): boolean {
  processor.refuseEffect();
  const { host } = processor;
  const bytes = `${line}\n`;
  return isUtf8(bytes) ? host.write(stream, fromBytes(bytes)) : host.writeBytes(stream, toRawBytes(bytes));
}
