// Which row a key leads to, in every list of the page.

const page = 15;

/** Undefined for keys that do not move; never beyond the ends. */
export function rowAfter(key: string, active: number, last: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
