// Addresses as the protocol writes them: a number, in front of which a space of memory may be named (`code:0x10`).

export interface Address {
  /** Empty for the one memory that most machines have. */
  readonly space: string;
  readonly offset: bigint;
}

export const lastOffset = (1n << 64n) - 1n;

const pattern = /^(?:([A-Za-z_][\w-]*):)?(0[xX][0-9a-fA-F]+|\d+)$/;

export function parseAddress(text: string): Address | undefined {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const offset = BigInt(match[2]!);
  return offset > lastOffset ? undefined : { space: match[1] ?? '', offset };
}

export const formatAddress = ({ space, offset }: Address): string =>
  `${space === '' ? '' : `${space}:`}0x${offset.toString(16)}`;

/** Digits of one width, so that a column of addresses stands straight. */
export const paddedOffset = (offset: bigint, digits: number): string =>
  offset.toString(16).padStart(digits, '0');

/** Enough digits for all addresses up to this one. */
export const digitsFor = (last: bigint): number => Math.max(4, Math.ceil(last.toString(16).length / 4) * 4);
