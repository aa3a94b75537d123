// The value that a command of the views is about: the one whose menu it was chosen from, else an expression that the user is asked for.

/** As the variables and watch views of VS Code hand it to commands. */
export interface ChosenValue {
  readonly name: string;
  readonly evaluateName?: string;
  readonly memoryReference?: string;
}

export interface ValueQuestions {
  /** Undefined when the user gives up. */
  readonly ask: () => Promise<string | undefined>;
  /** Where the value of an expression lies; undefined when it is not in memory. */
  readonly evaluate: (expression: string) => Promise<string | undefined>;
}

/** Undefined from the command palette, and in Theia, whose menus hand over the place of the mouse. */
function handedOver(given: unknown): ChosenValue | undefined {
  const { variable } = (given ?? {}) as { readonly variable?: Partial<ChosenValue> };
  return typeof variable?.name === 'string' ? (variable as ChosenValue) : undefined;
}

async function asked(ask: ValueQuestions['ask']): Promise<string | undefined> {
  const expression = (await ask())?.trim();
  return expression === '' ? undefined : expression;
}

/** What to draw, and under which title; undefined when the user gives up. */
export async function valueToDraw(
  given: unknown,
  { ask }: Pick<ValueQuestions, 'ask'>,
): Promise<{ readonly expression: string; readonly title: string } | undefined> {
  const chosen = handedOver(given);
  const expression = chosen === undefined ? await asked(ask) : chosen.evaluateName;
  if (expression !== undefined) return { expression, title: chosen?.name ?? expression };
  if (chosen === undefined) return undefined;
  throw new Error(`${chosen.name} has no expression by which it could be drawn.`);
}

/** Which memory to show, and under which title; undefined when the user gives up. */
export async function memoryToShow(
  given: unknown,
  { ask, evaluate }: ValueQuestions,
): Promise<{ readonly reference: string; readonly title: string } | undefined> {
  const chosen = handedOver(given);
  const title = chosen?.name ?? (await asked(ask));
  if (title === undefined) return undefined;
  const reference = chosen === undefined ? await evaluate(title) : chosen.memoryReference;
  if (reference === undefined) throw new Error(`${title} is not in memory.`);
  return { reference, title };
}
