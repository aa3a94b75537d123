// Base64 VLQ numbers of source maps.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function writeNumbers(numbers: readonly number[]): string {
  let text = '';
  for (const number of numbers) {
    let rest = number < 0 ? -number * 2 + 1 : number * 2;
    do {
      const low = rest % 32;
      rest = Math.floor(rest / 32);
      text += digits.charAt(low + (rest > 0 ? 32 : 0));
    } while (rest > 0);
  }
  return text;
}

/** Undefined when it is none, or when a number is larger than 32 bits. */
export function readNumbers(text: string): readonly number[] | undefined {
  const found: number[] = [];
  let value = 0;
  let scale = 1;
  for (const char of text) {
    const digit = digits.indexOf(char);
    if (digit < 0 || scale > 2 ** 30) return undefined;
    value += (digit % 32) * scale;
    scale *= 32;
    if (digit >= 32) continue;
    found.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2);
    value = 0;
    scale = 1;
  }
  return scale === 1 ? found : undefined;
}
