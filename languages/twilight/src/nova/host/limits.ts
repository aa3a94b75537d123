// How much one transaction may ask of the host; beyond it host functions answer LIMIT_EXCEEDED.

export const hostLimits = {
  keyBytes: 1_024,
  valueBytes: 64 * 1_024,
  /** The first is the hash of the event's signature. */
  topics: 4,
  eventDataBytes: 64 * 1_024,
  events: 1_024,
  messageBytes: 4_096,
  hashedBytes: 1_024 * 1_024,
  /** Of all texts that are printed; what is beyond is dropped, and the last line says so. */
  printedBytes: 1_024 * 1_024,
} as const;
