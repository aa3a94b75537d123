// The calls of a task that are open, as the machine saw them happen: which CALL, where its return address lies.
//
// The machine itself only counts them: RET with none open ends the task. Entries say more, for the debugger. A function may
// pop its return address and push it elsewhere before it returns (that is how the run-time library makes room on the stack
// of its caller), so an entry counts as open until a RET takes its slot or its address, or until a CALL or RET happens
// above its slot, where it can no longer be. What is dropped without a RET of its own counts on in `imbalance`, so that
// the count stays exact and the entries stay few. Slots lie ever lower, by 4 bytes at least.

export interface CallStack {
  /** How many entries there are. */
  count: number;
  /** Calls that count and have no entry; below 0 when a RET took what no CALL had pushed. */
  imbalance: number;
  /** Entries of calls that called something. */
  activations: number;
  /** Where the return address was pushed. */
  readonly slots: Int32Array;
  /** The return address. */
  readonly returns: Int32Array;
  /** Of the function that was called; 0 for a CALL to the next instruction, which calls nothing. */
  readonly serials: Float64Array;
  /** Where the function begins. */
  readonly targets: Int32Array;
  /** Four for each: R1, R2, R3 and R7 as the function found them, so that it can be begun again. */
  readonly found: Int32Array;
  /** Of the function that the task began with. */
  readonly serial: number;
  /** Slots of entries that were not seen to be made but found on the stack; absent where all were seen. */
  readonly unproven?: ReadonlySet<number>;
}

export const newCallStack = (capacity: number, serial: number): CallStack => ({
  count: 0,
  imbalance: 0,
  activations: 0,
  slots: new Int32Array(capacity),
  returns: new Int32Array(capacity),
  serials: new Float64Array(capacity),
  targets: new Int32Array(capacity),
  found: new Int32Array(capacity * 4),
  serial,
});

/** CALL of `target`: the return address has been pushed at `slot`. Serial 0 for a call of the next instruction. */
export function pushCall(
  calls: CallStack,
  slot: number,
  returnTo: number,
  serial: number,
  target: number,
  registers: Int32Array,
): void {
  dropTo(calls, slot);
  const at = calls.count++;
  calls.targets[at] = target;
  const first = at * 4;
  calls.found[first] = registers[1]!;
  calls.found[first + 1] = registers[2]!;
  calls.found[first + 2] = registers[3]!;
  calls.found[first + 3] = registers[7]!;
  calls.slots[at] = slot;
  calls.returns[at] = returnTo;
  calls.serials[at] = serial;
  if (serial !== 0) calls.activations++;
}

/** RET: `pc` was popped from `slot`. */
export function popCall(calls: CallStack, slot: number, pc: number): void {
  dropTo(calls, slot - 1);
  const top = calls.count - 1;
  if (top >= 0 && (calls.slots[top] === slot || calls.returns[top] === pc)) drop(calls);
  else calls.imbalance--;
}

/** Entries at or below the slot are no longer on the stack. */
function dropTo(calls: CallStack, slot: number): void {
  while (calls.count > 0 && calls.slots[calls.count - 1]! <= slot) {
    drop(calls);
    calls.imbalance++;
  }
}

function drop(calls: CallStack): void {
  calls.count--;
  if (calls.serials[calls.count] !== 0) calls.activations--;
}

/** Which entry has the serial; undefined for the function that the task began with, and for one that has returned. */
export function entryOf(calls: CallStack, serial: number): number | undefined {
  const at = calls.serials.subarray(0, calls.count).lastIndexOf(serial);
  return at < 0 ? undefined : at;
}

/** All calls from that function on are over, but its own. */
export function dropAbove(calls: CallStack, at: number): void {
  while (calls.count > at + 1) drop(calls);
  calls.imbalance = 0;
}
