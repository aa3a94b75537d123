// The value that a command of the views is about: the one whose menu it was chosen from, else an expression that the user is asked for.

/** As the variables and watch views of VS Code hand it to commands. */
export interface ChosenValue {
  readonly name: string;
  readonly evaluateName?: string;
  readonly memoryReference?: string;
}

/** Undefined when the user gives up. */
export type AskForExpression = () => Promise<string | undefined>;

/** Undefined from the command palette, and in Theia, whose menus hand over the place of the mouse. */
function handedOver(given: unknown): ChosenValue | undefined {
  const { variable } = (given ?? {}) as { readonly variable?: Partial<ChosenValue> };
  return typeof variable?.name === 'string' ? (variable as ChosenValue) : undefined;
}

async function asked(ask: AskForExpression): Promise<string | undefined> {
  const expression = (await ask())?.trim();
  return expression === '' ? undefined : expression;
}

/** What to draw, and under which title; undefined when the user gives up. */
export async function valueToDraw(
  given: unknown,
  ask: AskForExpression,
): Promise<{ readonly expression: string; readonly title: string } | undefined> {
  const chosen = handedOver(given);
  const expression = chosen === undefined ? await asked(ask) : chosen.evaluateName;
  if (expression !== undefined) return { expression, title: chosen?.name ?? expression };
  if (chosen === undefined) return undefined;
  throw new Error(`${chosen.name} has no expression by which it could be drawn.`);
}

/** Where to look: a place that the editor told, or that of an expression, which not every editor is told. */
export type MemoryToShow =
  | { readonly reference: string; readonly title: string }
  | { readonly expression: string; readonly title: string };

/** Which memory to show, and under which title; undefined when the user gives up. */
export async function memoryToShow(given: unknown, ask: AskForExpression): Promise<MemoryToShow | undefined> {
  const chosen = handedOver(given);
  if (chosen === undefined) {
    const expression = await asked(ask);
    return expression === undefined ? undefined : { expression, title: expression };
  }
  const { name: title, memoryReference: reference } = chosen;
  if (reference === undefined) throw new Error(`${title} is not in memory.`);
  return { reference, title };
}
