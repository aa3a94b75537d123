// What the checker knows of one text: its tree, its types, and what each name in it means.

import { asFailure } from '@sonde/engine';
import { SourceText, type Span } from '@sonde/native-compiler';
import type { Diagnostic } from '@sonde/language';
import { analyseSource, type Surroundings } from '../checker/check.js';
import type { Inference, Scope } from '../checker/inference.js';
import type { Meaning, Observer } from '../checker/meanings.js';
import type { Variable } from '../checker/typed-program.js';
import { singleFile } from '../modules/assemble.js';
import { loadProgram } from '../project/load-program.js';
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
  /** The other files of its project. */
  readonly others: readonly SourceText[];
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

/** `path`: where the text is kept, if it is a file; then it may belong to a project. `unsaved`: what else is being written. */
export function analyse(
  name: string,
  content: string,
  path?: string,
  unsaved: ReadonlyMap<string, string> = new Map(),
): Analysis {
  const text = new SourceText(path === undefined ? { name } : { name, path }, content);
  const whole = text.span(0, Math.min(1, content.length));
  const nothing = (message: string, severity: 'error' | 'warning'): Analysis => ({
    text,
    flavor: name.endsWith('.ospml') ? 'ml' : 'default',
    tree: { statements: [] },
    inference: undefined,
    uses: [],
    unknown: [],
    others: [],
    diagnostics: [{ severity, message, location: { source: text.source, ...whole } }],
  });
  if (content.length > longestText) return nothing('this text is too long to be analysed', 'warning');
  const uses: Use[] = [];
  const unknown: UnknownName[] = [];
  try {
    const flavor = flavorOf(name, content);
    const observer: Observer = {
      means: (at, meaning) => uses.push({ at, meaning }),
      unknown: (at, what, scope) => unknown.push({ at, what, inSight: namesIn(scope) }),
    };
    const around = path === undefined ? undefined : surroundingsOf(path, text, unsaved);
    const { tree, inference, diagnostics } = analyseSource(text, flavor, observer, around);
    // What is wrong with another file is told with that one.
    const own = diagnostics.filter(({ location }) => location?.source === text.source);
    const others = around?.files.map(file => file.text) ?? [];
    return { text, others, flavor, tree, inference, uses, unknown, diagnostics: own };
  } catch (error) {
    // A marker that contradicts the extension is the user's; all else would be ours, and the editor goes on without.
    return nothing(asFailure(error).text, 'error');
  }
}

/** The rest of the project that a file belongs to; undefined for a file on its own, or where the project makes no sense. */
function surroundingsOf(
  path: string,
  text: SourceText,
  unsaved: ReadonlyMap<string, string>,
): Surroundings | undefined {
  try {
    const { files, rules } = loadProgram(path, { unsaved });
    if (rules === singleFile) return undefined;
    let base = text.end;
    const others = files
      .filter(file => file.text.source.path !== path)
      .map(({ text: { source, text: content }, flavor }) => {
        const moved = new SourceText(source, content, base);
        base = moved.end;
        return { text: moved, flavor };
      });
    return { files: others, rules };
  } catch {
    // A file that cannot be read is told about by the compiler; the editor goes on with what it has.
    return undefined;
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
