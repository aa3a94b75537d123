// What WebAssembly's own instructions cost. Protocol costs are given nowhere; these are the simulation's.

const callCost = 5;

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

/** Of an instruction by its name. */
export const costOfInstruction = (name: string): number => instructionCosts[name] ?? 1;
