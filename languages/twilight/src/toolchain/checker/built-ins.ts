// Operations of the standard library that a generator makes code for. All others are made of typed expressions.

/** Receivers and other values of types that move are borrowed, exclusively where they change. */
export type BuiltIn =
  /** Of two ints of one type. */
  | 'min'
  | 'max'
  /** A number, bool, address, hash or string as text, as `print` shows it. */
  | 'text'
  /** Bytes: u64. */
  | 'string.len'
  | 'string.concat'
  /** UTF-8, as vector<u8>. */
  | 'string.bytes'
  /** Of an int (big-endian, as long as its width), an address or a hash: vector<u8>. */
  | 'bytes'
  /** `0x` and 40 hex digits: Result<address,string>, with `not an address`. */
  | 'address.fromHex'
  /** 32 bytes: Result<hash256,string>, with `not a hash`. */
  | 'hash.fromBytes'
  /** Of vector<u8>. */
  | 'keccak256'
  | 'blake3'
  /** All lengths and places are u64; `get` gives an Option of a copy, `pop` of the element itself. */
  | 'vector.len'
  | 'vector.push'
  | 'vector.pop'
  | 'vector.get'
  | 'vector.clear'
  | 'vector.contains'
  /** Panics where one of the two places is out of bounds. */
  | 'vector.swap'
  /** A count (u64) and a value. */
  | 'vector.filled'
  | 'array.get'
  | 'array.contains'
  /** Of maps in memory. `at` gives zero where there is nothing; `insert` gives (), `remove` an Option of what was there. */
  | 'map.len'
  | 'map.get'
  | 'map.at'
  | 'map.insert'
  | 'map.contains'
  | 'map.remove';
