// Nodes by descending retained size, by radix sort: comparing millions of numbers in a callback takes seconds.

const bits = 11;
const buckets = 1 << bits;

/** Equal ones stay in the order of their indexes, so that every page is the same each time. */
export function bySize(sizes: Float64Array): Uint32Array {
  let order = new Uint32Array(sizes.length);
  let other = new Uint32Array(sizes.length);
  let most = 0;
  for (let node = 0; node < sizes.length; node++) {
    order[node] = node;
    if (sizes[node]! > most) most = sizes[node]!;
  }
  const counts = new Uint32Array(buckets);
  for (let scale = 1; scale <= most; scale *= buckets) {
    counts.fill(0);
    const digit =
      most < 2 ** 31
        ? (size: number): number => buckets - 1 - ((size / scale) & (buckets - 1))
        : (size: number): number => buckets - 1 - (Math.floor(size / scale) % buckets);
    for (const size of sizes) counts[digit(size)]!++;
    let start = 0;
    for (let bucket = 0; bucket < buckets; bucket++) {
      const count = counts[bucket]!;
      counts[bucket] = start;
      start += count;
    }
    for (const node of order) other[counts[digit(sizes[node]!)]!++] = node;
    [order, other] = [other, order];
  }
  return order;
}
