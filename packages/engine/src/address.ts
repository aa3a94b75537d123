// Addresses: a number means something only together with the space it counts in.

/** `space` is '' for the debuggee's ordinary memory or code; engines with several spaces name them. */
export interface Address {
  readonly space: string;
  readonly offset: bigint;
}

export const address = (offset: bigint | number, space = ''): Address => ({ space, offset: BigInt(offset) });

export const sameAddress = (a: Address, b: Address): boolean => a.space === b.space && a.offset === b.offset;

/** The text form that memory and instruction references have on the wire: `0x1f`, or `data:0x1f`. */
export function formatAddress(value: Address): string {
  const hex = value.offset < 0n ? `-0x${(-value.offset).toString(16)}` : `0x${value.offset.toString(16)}`;
  return value.space === '' ? hex : `${value.space}:${hex}`;
}

const bytePairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The text forms of addresses at even distances: what neighbours have in common is written once. */
export function formatAddresses(start: Address, stride: number): (nth: number) => string {
  const firstByte = Number(start.offset & 0xffn);
  const block = start.offset - BigInt(firstByte);
  // Short texts have nothing in common, and those below zero count the other way.
  if (block <= 0n) return nth => formatAddress({ ...start, offset: start.offset + BigInt(nth * stride) });
  let begun = -1;
  let common = '';
  return nth => {
    const from = firstByte + nth * stride;
    const blocks = Math.floor(from / 256);
    if (blocks !== begun) {
      begun = blocks;
      common = formatAddress({ ...start, offset: block + BigInt(blocks) * 256n }).slice(0, -2);
    }
    return common + bytePairs[from % 256]!;
  };
}

/** The space of instructions in machines that keep code apart from memory. */
export const codeSpace = 'code';

/**
 * The text form of the address of an instruction. A plain number means code there, whatever else the machine has: clients
 * compare such addresses with one another, and the protocol wants those of disassembled instructions to be numbers.
 */
export const formatInstruction = (value: Address): string =>
  formatAddress(value.space === codeSpace ? { ...value, space: '' } : value);

const pattern = /^(?:([A-Za-z_][\w-]*):)?(-?)(0[xX][0-9a-fA-F]+|\d+)$/;

/** Reads what formatAddress wrote, and plain decimal; undefined for anything else. */
export function parseAddress(text: string): Address | undefined {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const magnitude = BigInt(match[3]!);
  return { space: match[1] ?? '', offset: match[2] === '-' ? -magnitude : magnitude };
}
