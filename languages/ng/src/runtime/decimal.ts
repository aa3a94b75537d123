// Floating point numbers as text: six digits behind the point, never an exponent, ties to the even digit.

const view = new DataView(new ArrayBuffer(8));
const million = 1_000_000n;

/** Exact: computed on the binary value itself, because the digits of JavaScript round ties away from zero. */
export function fixedDecimal(value: number): string {
  // What calculations leave when they have no result has its sign bit set on common processors.
  if (Number.isNaN(value)) return '-nan';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (!Number.isFinite(value)) return `${sign}inf`;
  const scaled = scaledByMillion(Math.abs(value));
  const fraction = (scaled % million).toString().padStart(6, '0');
  return `${sign}${(scaled / million).toString()}.${fraction}`;
}

function scaledByMillion(value: number): bigint {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  // Subnormal numbers have no hidden bit and the exponent of the smallest normal ones.
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = Math.max(exponent, 1) - 1075;
  if (shift >= 0) return (mantissa << BigInt(shift)) * million;
  const product = mantissa * million;
  const down = BigInt(-shift);
  const quotient = product >> down;
  const twice = (product - (quotient << down)) * 2n;
  const one = 1n << down;
  if (twice < one || (twice === one && quotient % 2n === 0n)) return quotient;
  return quotient + 1n;
}
