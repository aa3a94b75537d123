// Reads of the program's memory as generators: renderers are stepped by the lens, everything else by `perform`.

import { address, type StopReader } from '@sonde/engine';
import type { ReadAnswer, ReadRequest, Reading } from '@sonde/lens';

/** As many bytes of each place as can be read. */
export function* manyBytes(
  places: readonly (readonly [at: bigint, size: number])[],
): Reading<readonly Uint8Array[]> {
  if (places.length === 0) return [];
  const requests = places.map(([at, size]): ReadRequest => ({
    read: 'memory',
    address: address(BigInt.asUintN(64, at)),
    size,
  }));
  const answers = yield requests;
  return places.map((_, nth) => {
    const answer = answers[nth];
    // A read that was refused says nothing about what is there.
    if (answer?.read === 'failed') throw new Error(answer.why);
    return answer?.read === 'memory' ? answer.memory.bytes : new Uint8Array(0);
  });
}

export function* bytesAt(at: bigint, size: number): Reading<Uint8Array> {
  const [bytes] = yield* manyBytes([[at, size]]);
  return bytes!;
}

/** Names are short; a longer text is cut. */
const longestName = 256;

/** Texts up to their zeros; undefined for addresses that are none. */
export function* textsAt(places: readonly bigint[]): Reading<readonly (string | undefined)[]> {
  const read = yield* manyBytes(places.map(at => [at, at === 0n ? 0 : longestName] as const));
  return read.map(bytes => {
    if (bytes.length === 0) return undefined;
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  });
}

/** Answers the reads of a generator from the memory of a stop. */
export async function perform<T>(reading: Reading<T>, reader: StopReader): Promise<T> {
  let step = reading.next([]);
  while (step.done !== true) {
    const answers = await Promise.all(step.value.map(request => answerTo(request, reader)));
    step = reading.next(answers);
  }
  return step.value;
}

async function answerTo(request: ReadRequest, reader: StopReader): Promise<ReadAnswer> {
  if (request.read !== 'memory') return { read: 'failed', why: 'only memory is read here' };
  return { read: 'memory', memory: await reader.memory(request.address, request.size) };
}
