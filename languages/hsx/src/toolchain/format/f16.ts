// IEEE 754 binary16: the numbers of the floating point instructions, of values and of their metadata.
//
// Arithmetic happens in double and is rounded once, to nearest, ties to even. That is exact for the four operations,
// since double has more than twice the digits. Upstream cuts what rounds up from the largest subnormal number to the
// smallest normal one (0x0400) back to 0x03ff; that is a mistake there, and ours rounds it as IEEE 754 says.

const scratch = new DataView(new ArrayBuffer(8));
/** The only NaN that results have. */
const quietNaN = 0x7e00;
const infinity = 0x7c00;

/** The number that the lowest 16 bits stand for. */
export function fromF16(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  const magnitude =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction === 0
          ? Infinity
          : NaN
        : (1024 + fraction) * 2 ** (exponent - 25);
  return (bits & 0x8000) === 0 ? magnitude : -magnitude;
}

/** The nearest f16. */
export function toF16(value: number): number {
  if (Number.isNaN(value)) return quietNaN;
  scratch.setFloat64(0, value);
  const sign = (scratch.getUint32(0) >>> 16) & 0x8000;
  const magnitude = Math.abs(value);
  // Half way between the largest number and the one that would come behind it.
  if (magnitude >= 65520) return sign | infinity;
  const exponent = Math.max(-14, ((scratch.getUint32(0) >>> 20) & 0x7ff) - 1023);
  // Scaled so that one unit in the last place is 1; both steps are exact.
  const scaled = magnitude * 2 ** (10 - exponent);
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const rounded = rest > 0.5 || (rest === 0.5 && (below & 1) === 1) ? below + 1 : below;
  // Subnormal numbers have the exponent field 0 and no hidden digit; a carry moves on into the exponent by itself.
  return sign | (((exponent + 14) << 10) + rounded);
}
