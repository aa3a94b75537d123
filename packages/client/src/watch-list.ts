// Watched expressions of a program: kept over reloads, evaluated in the frame that is looked at.
import { failureText, isMoot } from './failure-text.js';
import type { ProgramShelves, Shelf } from './program-shelf.js';
import type { SessionModel } from './session-model.js';
import { Store } from './store.js';
import { sameFrame, StopTexts } from './values/stop-texts.js';
import { Openness, ValueTree, type Commit, type TreeRoot } from './value-tree.js';

export class WatchList {
  readonly expressions = new Store<readonly string[]>([]);
  readonly tree: ValueTree;
  #openness = new Openness();
  #shelf: Shelf | undefined;
  readonly #texts: StopTexts;
  #generation = 0;

  constructor(
    private readonly model: SessionModel,
    private readonly shelves: ProgramShelves,
  ) {
    this.expressions.subscribe(() => this.#shelf?.write(JSON.stringify(this.expressions.get())));
    this.tree = new ValueTree(request => model.frame.fetchChildren(request));
    this.#texts = new StopTexts(this.tree);
  }

  /** From now on these are the expressions of this program. */
  open(program: string): void {
    this.#shelf = undefined;
    const shelf = this.shelves.of(program);
    this.expressions.set(readList(shelf.read()));
    this.#shelf = shelf;
    this.#openness = new Openness();
    this.unread();
  }

  async add(expression: string): Promise<void> {
    const text = expression.trim();
    if (text === '' || this.expressions.get().includes(text)) return;
    this.expressions.update(list => [...list, text]);
    await this.#again();
  }

  async remove(expression: string): Promise<void> {
    this.expressions.update(list => list.filter(other => other !== expression));
    await this.#again();
  }

  async change(expression: string, to: string): Promise<void> {
    const text = to.trim();
    if (text === '') return this.remove(expression);
    this.expressions.update(list => list.map(other => (other === expression ? text : other)));
    await this.#again();
  }

  /** A new stop: what is shown until now is what it is compared with. */
  beginStop(): void {
    this.#texts.beginStop();
  }

  /** Evaluates all in a frame, which has this name at every stop; the answer shows them. */
  async prepare(frameId: number, name: string): Promise<Commit> {
    const hex = this.model.frame.hex.get();
    const generation = ++this.#generation;
    const roots = await Promise.all(this.expressions.get().map(text => this.#evaluate(text, frameId)));
    const commit = await this.tree.prepare(roots, this.#openness, this.#texts.comparison(name, hex));
    return () => {
      if (generation !== this.#generation) return;
      commit();
      this.#texts.shows([name], hex);
    };
  }

  /** No program, no values; the expressions stay. */
  unread(): void {
    this.#generation++;
    this.#texts.clear();
    void this.tree.show(this.expressions.get().map(unread), this.#openness, undefined);
  }

  async #again(): Promise<void> {
    const selection = this.model.frame.selection.get();
    if (selection === undefined || this.model.phase.get().kind !== 'stopped') return this.unread();
    const { threadId, frame } = selection;
    const name = sameFrame(threadId, frame, this.model.frame.stackOf(threadId));
    const commit = await this.prepare(frame.id, name);
    commit();
  }

  async #evaluate(expression: string, frameId: number): Promise<TreeRoot> {
    try {
      const variable = await this.model.frame.evaluate(expression, frameId);
      return { key: expression, kind: 'value', variable };
    } catch (error) {
      if (isMoot(error)) throw error;
      return { ...unread(expression), problem: failureText(error) };
    }
  }
}

const unread = (expression: string): TreeRoot => ({
  key: expression,
  kind: 'value',
  variable: { name: expression, value: '', variablesReference: 0, evaluateName: expression },
});

function readList(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
