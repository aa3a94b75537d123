// Bytes as people read them: address, hexadecimal, characters.

const perLine = 16;

export function hexLines(address: bigint, bytes: Uint8Array): readonly string[] {
  const lines: string[] = [];
  const width = Math.max(4, (address + BigInt(bytes.length)).toString(16).length);
  for (let offset = 0; offset < bytes.length; offset += perLine) {
    const part = [...bytes.subarray(offset, offset + perLine)];
    const hex = part.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map(byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    const at = (address + BigInt(offset)).toString(16).padStart(width, '0');
    lines.push(`0x${at}  ${hex.padEnd(perLine * 3 - 1)}  ${text}`);
  }
  return lines;
}
