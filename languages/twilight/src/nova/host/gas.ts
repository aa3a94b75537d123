// What instructions and calls of the host cost. Protocol costs are given nowhere; these are the simulation's.

import type { HostCost } from '../../toolchain/host/host-functions.js';

export { instructionCosts } from '../../toolchain/host/instruction-costs.js';

export function gasOfCall(cost: HostCost, bytes = 0, topics = 0): bigint {
  const { base, perByte = 0, perTopic = 0, perWord = 0 } = cost;
  return BigInt(base + perByte * bytes + perTopic * topics + perWord * Math.ceil(bytes / 32));
}
