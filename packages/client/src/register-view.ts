// The registers of the frame that is looked at, with what changed since the stop before; read only while somebody looks.
import { failureText, isMoot, isOvertaken } from './failure-text.js';
import { perModel } from './per-model.js';
import type { SessionModel } from './session-model.js';
import { Store } from './store.js';
import { Openness, ValueTree, type TreeRoot } from './value-tree.js';

export class RegisterView {
  readonly tree: ValueTree;
  /** Why there are none. */
  readonly problem = new Store<string | undefined>(undefined);
  readonly #openness = new Openness();
  /** What is shown belongs to this frame of this stop. */
  #shown: string | undefined;
  #before: { readonly stop: number; readonly texts: ReadonlyMap<string, string> } | undefined;
  #generation = 0;

  constructor(private readonly model: SessionModel) {
    this.tree = new ValueTree(model.frame.fetchChildren);
    model.changes.subscribe(() => (this.#shown = undefined));
    model.phase.subscribe(() => {
      const { kind } = model.phase.get();
      if (kind === 'starting' || kind === 'connecting') this.#forget();
    });
  }

  /** The program was looked at, and its machine has no registers. */
  get hasNone(): boolean {
    return this.problem.get() === noRegisters;
  }

  /** Reads them if another frame is looked at, or the program has moved. */
  async look(): Promise<void> {
    const phase = this.model.phase.get();
    const frame = this.model.frame.selection.get()?.frame;
    if (phase.kind !== 'stopped' || frame === undefined) return;
    const key = `${phase.stop.number} ${frame.id} ${String(this.model.frame.hex.get())}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const generation = ++this.#generation;
    const texts = this.tree.texts();
    // Registers of another frame of the same stop have not changed, they are others.
    const before = this.#before?.stop === phase.stop.number ? undefined : texts;
    try {
      const roots = await this.#roots(frame.id);
      const commit = await this.tree.prepare(roots, this.#openness, before?.size === 0 ? undefined : before);
      if (generation !== this.#generation) return;
      this.#before = { stop: phase.stop.number, texts };
      this.problem.set(roots.length === 0 ? noRegisters : undefined);
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
    this.#before = undefined;
    this.problem.set(undefined);
    this.tree.clear();
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

const noRegisters = 'There are no registers here.';

export const registerViewOf = perModel(model => new RegisterView(model));
