// The registers of the frame that is looked at, with what changed since the stop before; read only while somebody looks.
import { failureText, isMoot, isOvertaken, NoSession } from './failure-text.js';
import type { Selection } from './frame-view.js';
import { perModel } from './per-model.js';
import type { SessionModel } from './session-model.js';
import { Store } from './store.js';
import { sameFrame, StopTexts } from './values/stop-texts.js';
import { Openness, ValueTree, type TreeRoot } from './value-tree.js';

export class RegisterView {
  readonly tree: ValueTree;
  /** Why there are none. */
  readonly problem = new Store<string | undefined>(undefined);
  readonly #openness = new Openness();
  /** What is shown belongs to this frame of this stop. */
  #shown: string | undefined;
  readonly #texts: StopTexts;
  #stop: number | undefined;
  #hasAny: boolean | undefined;
  /** Some frame of this run had some. */
  #hadAny = false;
  #generation = 0;

  constructor(private readonly model: SessionModel) {
    this.tree = new ValueTree(model.frame.fetchChildren);
    this.#texts = new StopTexts(this.tree);
    model.changes.subscribe(() => (this.#shown = undefined));
    model.phase.subscribe(() => {
      const { kind } = model.phase.get();
      if (kind === 'starting' || kind === 'connecting') this.#forget();
    });
  }

  /** Whether the machine has any; undefined until a stop was looked at. */
  get hasAny(): boolean | undefined {
    return this.#hasAny;
  }

  /** Reads them if another frame is looked at, or the program has moved. */
  async look(): Promise<void> {
    const phase = this.model.phase.get();
    const selection = this.model.frame.selection.get();
    if (phase.kind !== 'stopped' || selection === undefined) return;
    // Some adapters answer that a frame of a stop that is over has none.
    if (this.model.motions.isUnderWay) return;
    const { frame } = selection;
    const hex = this.model.frame.hex.get();
    const key = `${phase.stop.number} ${frame.id} ${String(hex)}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const generation = ++this.#generation;
    if (this.#stop !== phase.stop.number) this.#texts.beginStop();
    this.#stop = phase.stop.number;
    const names = this.#namesOf(selection);
    try {
      const roots = await this.#roots(frame.id);
      if (roots.length === 0 && this.#isOver(phase.stop.number)) throw new NoSession();
      const comparison = this.#texts.comparison(names[0]!, hex);
      const commit = await this.tree.prepare(roots, this.#openness, comparison);
      if (generation !== this.#generation) return;
      this.#texts.shows(names, hex);
      // A frame of which nothing is known has none on a machine that has some.
      this.#hadAny ||= roots.length > 0;
      this.#hasAny = this.#hadAny;
      this.problem.set(roots.length > 0 ? undefined : 'There are no registers here.');
      commit();
    } catch (error) {
      if (isMoot(error) || isOvertaken(error)) this.#shown = undefined;
      else this.problem.set(failureText(error));
    }
  }

  /** Another program. */
  #forget(): void {
    this.#generation++;
    this.#shown = undefined;
    this.#texts.clear();
    // The same program has them again, and who looks at them stays there; another one may have some.
    if (this.#hasAny === false) this.#hasAny = undefined;
    this.#hadAny = false;
    this.problem.set(undefined);
    this.tree.clear();
  }

  /** What belongs to this stop is not there any more. */
  #isOver(stop: number): boolean {
    const phase = this.model.phase.get();
    return this.model.motions.isUnderWay || phase.kind !== 'stopped' || phase.stop.number !== stop;
  }

  /** Those of the innermost frame are the machine's own: the next stop compares them, in whichever function it is. */
  #namesOf({ threadId, frame }: Selection): readonly string[] {
    const stack = this.model.frame.stackOf(threadId);
    const name = sameFrame(threadId, frame, stack);
    return stack?.frames[0]?.id === frame.id ? [`${threadId} innermost`, name] : [name];
  }

  async #roots(frameId: number): Promise<readonly TreeRoot[]> {
    const { scopes } = await this.model.client.request('scopes', { frameId });
    const found = scopes.filter(
      ({ presentationHint, name }) => presentationHint === 'registers' || /^registers?$/i.test(name),
    );
    const groups = await Promise.all(
      found.map(({ variablesReference }) =>
        this.model.frame.fetchChildren({ reference: variablesReference }),
      ),
    );
    const parents = found.map(({ variablesReference }) => variablesReference);
    return groups.flatMap((variables, index) =>
      variables.map((variable, place): TreeRoot => ({
        key: `${index} ${variable.name}`,
        kind: 'value',
        variable,
        parentReference: parents[index]!,
        // Some adapters divide them into groups: those that every machine has come first.
        opensItself: place === 0 && variable.variablesReference > 0,
      })),
    );
  }
}

export const registerViewOf = perModel(model => new RegisterView(model));
