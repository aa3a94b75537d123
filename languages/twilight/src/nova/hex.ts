// Bytes as text: hexadecimal digits behind 0x, as addresses, hashes and storage keys are written.

export const hexOf = (bytes: Uint8Array): string =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

/** Undefined for what is no such text. */
export function bytesOfHex(text: string): Uint8Array | undefined {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(text)) return undefined;
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

/** Of a text that was written by `hexOf`, or is a constant of ours. */
export function knownHex(text: string): Uint8Array {
  const bytes = bytesOfHex(text);
  if (bytes === undefined) throw new Error(`${text} is no text of hexadecimal digits.`);
  return bytes;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export const littleEndian = (value: bigint, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));

export const fromLittleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
