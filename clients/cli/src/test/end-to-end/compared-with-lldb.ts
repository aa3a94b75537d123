// Expressions of a native program, evaluated by Sonde and by LLDB: what each comes to, side by side.

import type { TestClient } from '@sonde/testkit';

/** A line for each expression: as we evaluate it, and as LLDB does. `mayFail`: then it comes to the reason. */
export async function comparedWithLldb(
  client: TestClient,
  frameId: number,
  expressions: readonly string[],
  { mayFail }: { readonly mayFail: boolean },
): Promise<{ readonly here: readonly string[]; readonly there: readonly string[] }> {
  const evaluate = async (expression: string): Promise<string> => {
    const { result, type } = await client
      .request('evaluate', { expression, frameId, context: 'watch' })
      .catch((error: unknown) => {
        if (!mayFail) throw error;
        return { result: String(error), type: undefined };
      });
    return `${result} (${type ?? 'no type'})`;
  };
  const here: string[] = [];
  const there: string[] = [];
  for (const expression of expressions) {
    here.push(`${expression} → ${await evaluate(expression)}`);
    // Only LLDB knows the comma.
    there.push(`${expression} → ${await evaluate(`(0, ${expression})`)}`);
  }
  return { here, there };
}
