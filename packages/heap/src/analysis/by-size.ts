// Nodes by descending retained size, by radix sort: comparing millions of numbers in a callback takes seconds.

const bits = 16;
const buckets = 1 << bits;

/** Equal ones stay in the order of their indexes, so that every page is the same each time. */
export function bySize(sizes: Float64Array): Uint32Array {
  let most = 0;
  for (let node = 0; node < sizes.length; node++) if (sizes[node]! > most) most = sizes[node]!;
  let order = new Uint32Array(sizes.length);
  for (let node = 0; node < order.length; node++) order[node] = node;
  let other = new Uint32Array(sizes.length);
  const digits = new Uint16Array(sizes.length);
  for (let scale = 1; scale <= most; scale *= buckets) {
    const counts = new Uint32Array(buckets + 1);
    for (let node = 0; node < sizes.length; node++) {
      const above = sizes[node]! / scale;
      // Descending, so the largest digit is the first bucket.
      const digit = buckets - 1 - (above < buckets ? above | 0 : Math.floor(above) % buckets);
      digits[node] = digit;
      counts[digit + 1]!++;
    }
    for (let bucket = 0; bucket < buckets; bucket++) counts[bucket + 1]! += counts[bucket]!;
    for (let nth = 0; nth < order.length; nth++) {
      const node = order[nth]!;
      other[counts[digits[node]!]!++] = node;
    }
    [order, other] = [other, order];
  }
  return order;
}
