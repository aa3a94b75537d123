// Numbers of 16 bits (IEEE 754 binary16), as metadata keeps them.

/** Rounded to nearest, ties to even; too large becomes infinite. */
export function toF16(value: number): number {
  const sign = Object.is(value, -0) || value < 0 ? 0x8000 : 0;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  // Below the smallest normal number all are multiples of 2 to the power of -24.
  if (size < 2 ** -14) return sign | halfToEven(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  const fixed = size < 2 ** exponent ? exponent - 1 : exponent;
  // A carry out of the fraction is what raises the exponent.
  return sign | (((fixed + 15) << 10) + halfToEven((size / 2 ** fixed - 1) * 1024));
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

export function fromF16(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
