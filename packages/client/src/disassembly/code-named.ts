// A place in the code as a person names it: an address, a function, or an expression.
import { readFunctions } from '../breakpoints/function-view.js';
import { formatAddress, parseAddress } from '../memory/address.js';
import { placeNamed } from '../memory/memory-requests.js';
import type { SessionModel } from '../session-model.js';

/** Functions come before expressions: few languages have them as values, and a value may lie in another memory than code. */
export async function codeNamed(model: SessionModel, text: string): Promise<string> {
  const literal = parseAddress(text);
  if (literal !== undefined) return formatAddress(literal);
  return (await functionCode(model, text)) ?? formatAddress(await placeNamed(model, text));
}

async function functionCode(model: SessionModel, name: string): Promise<string | undefined> {
  // Only Sonde has a list of them.
  if (model.info.get() === undefined) return undefined;
  const { rows } = await readFunctions(model.client, name).catch(() => ({ rows: [] }));
  return rows.find(row => row.name === name)?.instructionReference;
}
