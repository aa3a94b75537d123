// The text of a float, as `osp_float_text` of runtime/texts.c makes it.

/** The shortest of 10 to 17 digits that reads back the same, as C's %g writes it, never without a point or an exponent. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  for (let digits = 10; digits <= 17; digits++) {
    const text = general(value, digits);
    if (Number(text) === value) return /[.en]/.test(text) ? text : `${text}.0`;
  }
  return general(value, 17);
}

/** `%.{digits}g` of C. */
function general(value: number, digits: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa, exponentText] = value.toExponential(digits - 1).split('e') as [string, string];
  const exponent = Number(exponentText);
  const shortened = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (exponent >= -4 && exponent < digits)
    return shortened(value.toFixed(Math.max(0, digits - 1 - exponent)));
  const sign = exponent < 0 ? '-' : '+';
  return `${shortened(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
