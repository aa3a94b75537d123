// The order in which the original compiler goes through a table of names: that of its hash table.

// Several of its messages name the first of many, or list them all, in that order: GNU libstdc++'s unordered_map with
// its own string hash (MurmurHash64A) and its list of bucket counts.

const bucketCounts = [13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043];
const multiplier = 0xc6a4a7935bd1e995n;
const seed = 0xc70f6907n;

/** `names` in the order of their insertion; each counts once. */
export function hashOrder(names: Iterable<string>): string[] {
  let order: Entry[] = [];
  let buckets = 0;
  for (const name of new Set(names)) {
    if (order.length >= buckets) {
      buckets = bucketCounts.find(count => count > buckets) ?? buckets * 2 + 1;
      order = rehashed(order, buckets);
    }
    insert(order, { name, hash: hashOf(name) }, buckets);
  }
  return order.map(({ name }) => name);
}

/** A table's entries in that order. */
export function hashOrdered<Value>(table: ReadonlyMap<string, Value>): (readonly [string, Value])[] {
  return hashOrder(table.keys()).map(name => [name, table.get(name) as Value]);
}

interface Entry {
  readonly name: string;
  readonly hash: bigint;
}

/** New entries go to the front of their bucket, and a bucket that was empty goes to the front of all. */
function insert(order: Entry[], entry: Entry, buckets: number): void {
  const bucket = entry.hash % BigInt(buckets);
  const at = order.findIndex(({ hash }) => hash % BigInt(buckets) === bucket);
  order.splice(Math.max(at, 0), 0, entry);
}

function rehashed(order: readonly Entry[], buckets: number): Entry[] {
  const fresh: Entry[] = [];
  for (const entry of order) insert(fresh, entry, buckets);
  return fresh;
}

function hashOf(text: string): bigint {
  const bytes = Buffer.from(text, 'latin1');
  const whole = bytes.length - (bytes.length % 8);
  let hash = BigInt.asUintN(64, seed ^ (BigInt(bytes.length) * multiplier));
  for (let at = 0; at < whole; at += 8) {
    const word = times(mixed(times(bytes.readBigUInt64LE(at))));
    hash = times(hash ^ word);
  }
  if (whole < bytes.length) {
    let rest = 0n;
    for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8n) | BigInt(bytes[at] ?? 0);
    hash = times(hash ^ rest);
  }
  return mixed(times(mixed(hash)));
}

const times = (value: bigint): bigint => BigInt.asUintN(64, value * multiplier);
const mixed = (value: bigint): bigint => value ^ (value >> 47n);
