// How panes search for a text.

/** Capitals count where there are any. */
export function matcher(pattern: string): (text: string) => boolean {
  if (/\p{Lu}/u.test(pattern)) return text => text.includes(pattern);
  const lower = pattern.toLowerCase();
  return text => text.toLowerCase().includes(lower);
}
