// What the checker knows of one text: its tree, its types, and what each name in it means.

import { asFailure } from '@sonde/engine';
import { SourceText, type Span } from '@sonde/native-compiler';
import type { Diagnostic } from '@sonde/language';
import { analyseSource } from '../checker/check.js';
import type { Inference, Scope } from '../checker/inference.js';
import type { Meaning } from '../checker/meanings.js';
import type { Variable } from '../checker/typed-program.js';
import { flavorOf } from '../syntax/flavor.js';
import type { ProgramTree } from '../syntax/tree.js';
import type { Flavor } from '../syntax/words.js';

export interface Use {
  readonly at: Span;
  readonly meaning: Meaning;
}

/** A name that nothing has, and the variables in sight there, the innermost of each name. */
export interface UnknownName {
  readonly at: Span;
  readonly what: 'value' | 'type';
  readonly inSight: ReadonlyMap<string, Variable>;
}

export interface Analysis {
  readonly text: SourceText;
  readonly flavor: Flavor;
  readonly tree: ProgramTree;
  /** Absent where the text makes so little sense that nothing was inferred. */
  readonly inference: Inference | undefined;
  readonly uses: readonly Use[];
  readonly unknown: readonly UnknownName[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Larger ones are not looked at: people do not write them, and a check would take longer than they wait. */
const longestText = 2_000_000;

export function analyse(name: string, content: string): Analysis {
  const text = new SourceText({ name }, content);
  const whole = text.span(0, Math.min(1, content.length));
  const nothing = (message: string, severity: 'error' | 'warning'): Analysis => ({
    text,
    flavor: name.endsWith('.ospml') ? 'ml' : 'default',
    tree: { statements: [] },
    inference: undefined,
    uses: [],
    unknown: [],
    diagnostics: [{ severity, message, location: { source: text.source, ...whole } }],
  });
  if (content.length > longestText) return nothing('this text is too long to be analysed', 'warning');
  const uses: Use[] = [];
  const unknown: UnknownName[] = [];
  try {
    const flavor = flavorOf(name, content);
    const { tree, inference, diagnostics } = analyseSource(text, flavor, {
      means: (at, meaning) => uses.push({ at, meaning }),
      unknown: (at, what, scope) => unknown.push({ at, what, inSight: namesIn(scope) }),
    });
    return { text, flavor, tree, inference, uses, unknown, diagnostics };
  } catch (error) {
    // A marker that contradicts the extension is the user's; all else would be ours, and the editor goes on without.
    return nothing(asFailure(error).text, 'error');
  }
}

function namesIn(innermost: Scope): ReadonlyMap<string, Variable> {
  const found = new Map<string, Variable>();
  for (let scope: Scope | undefined = innermost; scope !== undefined; scope = scope.outer)
    for (const [name, variable] of scope.names) if (!found.has(name)) found.set(name, variable);
  return found;
}

/** The name at a place, or the one that ends there; of several the shortest. */
export function useAt({ uses }: Analysis, offset: number): Use | undefined {
  return uses
    .filter(({ at }) => at.start <= offset && offset <= at.end)
    .reduce<Use | undefined>(
      (best, use) => (best === undefined || length(use) < length(best) ? use : best),
      undefined,
    );
}

const length = ({ at }: Use): number => at.end - at.start;
