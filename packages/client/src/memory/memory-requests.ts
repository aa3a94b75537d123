// Memory by the protocol: bytes travel as base64, and a place may be named by an expression.
import { failureText } from '../failure-text.js';
import type { SessionModel } from '../session-model.js';
import { formatAddress, parseAddress, type Address } from './address.js';
import type { ReadBytes } from './memory-pages.js';

export const memoryReader =
  (model: SessionModel): ReadBytes =>
  async (memoryReference, count) => {
    const body = await model.client.request('readMemory', { memoryReference, count });
    return { bytes: fromBase64(body?.data ?? ''), unreadable: body?.unreadableBytes ?? 0 };
  };

export async function writeByte(model: SessionModel, at: Address, value: number): Promise<void> {
  await model.client.request('writeMemory', {
    memoryReference: formatAddress(at),
    data: btoa(String.fromCharCode(value)),
  });
  await model.valuesChanged();
}

/** An address, or what an expression has in memory. Throws in words. */
export async function placeNamed(model: SessionModel, text: string): Promise<Address> {
  const literal = parseAddress(text);
  if (literal !== undefined) return literal;
  const frameId = model.frame.selection.get()?.frame.id;
  const { result, memoryReference } = await model.client
    .request('evaluate', {
      expression: text,
      context: 'watch',
      ...(frameId === undefined ? {} : { frameId }),
    })
    .catch((error: unknown) => {
      throw new Error(`“${text}” is no address, and as an expression: ${failureText(error)}`);
    });
  const found = parseAddress(memoryReference ?? '') ?? parseAddress(result);
  if (found === undefined) throw new Error(`“${text}” is ${result} and has no place in memory.`);
  return found;
}

function fromBase64(text: string): Uint8Array {
  const letters = atob(text);
  return Uint8Array.from(letters, letter => letter.charCodeAt(0));
}
