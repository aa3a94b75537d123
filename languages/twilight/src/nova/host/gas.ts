// What instructions and calls of the host cost. Protocol costs are given nowhere; these are the simulation's.

import { callCost, type HostCost } from '../../toolchain/host/host-functions.js';

/** Those that cost more than the usual one: calls, and what can touch all of the memory at once. */
export const instructionCosts: Readonly<Record<string, number>> = {
  call: callCost,
  call_indirect: callCost,
  'memory.copy': 30,
  'memory.fill': 30,
  'memory.init': 30,
  'table.copy': 30,
  'table.fill': 30,
  'table.init': 30,
  'memory.grow': 10_000,
  'table.grow': 10_000,
};

export function gasOfCall(cost: HostCost, bytes = 0, topics = 0): bigint {
  const { base, perByte = 0, perTopic = 0, perWord = 0 } = cost;
  return BigInt(base + perByte * bytes + perTopic * topics + perWord * Math.ceil(bytes / 32));
}
