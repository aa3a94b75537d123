// Functions that a user may want to stop at, to complete what is typed: by symbols, or by what open sources and the stack name.
import type { SessionModel } from '../session-model.js';
import { readFunctions } from './function-view.js';
import { SourceTokenizer } from '../source/source-tokens.js';
import type { Syntax } from '../source/syntax.js';

const mostNames = 200;

/** Names that a text may be meant for, the best first. */
export async function functionNames(
  model: SessionModel,
  text: string,
  syntaxOf: (path: string) => Syntax | undefined,
): Promise<readonly string[]> {
  try {
    const { rows } = await readFunctions(model.client, text.trim(), 0, mostNames);
    return [...new Set(rows.map(({ name }) => name))];
  } catch {
    return namesInSight(model, text, syntaxOf);
  }
}

/** The protocol itself has no list of functions: with an adapter of another maker, those of open sources are offered. */
function namesInSight(
  model: SessionModel,
  text: string,
  syntaxOf: (path: string) => Syntax | undefined,
): readonly string[] {
  const names = new Set<string>();
  for (const { stack } of model.threads.list.get())
    for (const { name, presentationHint } of stack?.frames ?? [])
      if (presentationHint !== 'label') names.add(name);
  for (const { text: source, source: file, name } of model.sources.open.get())
    if (source !== undefined) addNames(names, source, syntaxOf(file.path ?? name));
  const wanted = text.trim().toLowerCase();
  return [...names]
    .filter(name => name.toLowerCase().startsWith(wanted))
    .toSorted()
    .slice(0, mostNames);
}

function addNames(names: Set<string>, source: string, syntax: Syntax | undefined): void {
  if (syntax === undefined) return;
  const tokenizer = new SourceTokenizer(syntax);
  let until: string | undefined;
  for (const line of source.split('\n')) {
    const read = tokenizer.line(line, until);
    ({ until } = read);
    for (const { kind, text } of read.tokens) if (kind === 'functionName') names.add(text);
  }
}
