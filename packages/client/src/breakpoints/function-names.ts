// Functions of the program by the beginning of their names: what a screen offers for breakpoints.
import type { SessionModel } from '../session-model.js';

/** Empty where nobody tells: an adapter that is not Sonde, or a program that has not begun. */
export async function functionNames(model: SessionModel, text: string): Promise<readonly string[]> {
  if (!model.isConnected) return [];
  const body: unknown = await model.client.customRequest('sonde/functions', { text }).catch(() => undefined);
  const { functions } = (body ?? {}) as { readonly functions?: unknown };
  if (!Array.isArray(functions)) return [];
  return functions.flatMap((each: unknown) => {
    const name: unknown = typeof each === 'object' && each !== null && 'name' in each ? each.name : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}
