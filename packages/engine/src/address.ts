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
