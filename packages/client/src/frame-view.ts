// The frame that is looked at: its scopes as a tree, and the values to show in the source.
import type { Scope, StackFrame } from '@sonde/dap';
import { isOvertaken, NoSession } from './failure-text.js';
import { firstLineOf, isInSource, isLocal } from './source/scope-kinds.js';
import type { SessionModel } from './session-model.js';
import { Store } from './store.js';
import type { FetchChildren, ShownVariable } from './value.js';
import type { StackState } from './thread-list.js';
import { sameFrame, StopTexts } from './values/stop-texts.js';
import { Openness, ValueTree, type Commit, type TreeRoot } from './value-tree.js';

export interface Selection {
  readonly threadId: number;
  readonly frame: StackFrame;
  /** Whether the program brought us here or somebody who looks around. */
  readonly by: 'stop' | 'user';
}

/** Values to stand at the ends of lines. */
export interface InlineValues {
  readonly frame: StackFrame;
  /** Of the inner scopes last. */
  readonly variables: readonly ShownVariable[];
  /** Lines of the source to which they belong, where the language says. */
  readonly from?: number;
}

export class FrameView {
  readonly selection = new Store<Selection | undefined>(undefined);
  readonly tree: ValueTree;
  readonly inline = new Store<InlineValues | undefined>(undefined);
  /** Numbers in hexadecimal. */
  readonly hex = new Store(false);
  readonly #openness = new Map<string, Openness>();
  readonly #texts: StopTexts;
  #generation = 0;
  /** A stop is being read: what was selected before it must not take its place. */
  #arrives = false;

  constructor(private readonly model: SessionModel) {
    this.tree = new ValueTree(this.fetchChildren);
    this.#texts = new StopTexts(this.tree);
  }

  readonly fetchChildren: FetchChildren = async ({ reference, ...page }) => {
    if (this.model.motions.isUnderWay) throw new NoSession();
    const { variables } = await this.model.client.request('variables', {
      variablesReference: reference,
      ...page,
      ...(this.hex.get() ? { format: { hex: true } } : {}),
    });
    return variables;
  };

  /** The value of an expression, in the frame that is looked at unless another is named. */
  async evaluate(expression: string, frameId = this.selection.get()?.frame.id): Promise<ShownVariable> {
    const { result, ...details } = await this.model.client.request('evaluate', {
      expression,
      ...(frameId === undefined ? {} : { frameId }),
      context: 'watch',
      ...(this.hex.get() ? { format: { hex: true } } : {}),
    });
    return { ...details, name: expression, value: result, evaluateName: expression };
  }

  /** A new stop: what is shown until now is what it is compared with. */
  beginStop(): void {
    this.#texts.beginStop();
    this.model.watches.beginStop();
    this.#arrives = true;
  }

  /** The stop is read, or will never be. */
  endStop(): void {
    this.#arrives = false;
  }

  async select(threadId: number, frame: StackFrame, by: Selection['by']): Promise<void> {
    // Frames of the stop before are gone, and all is read anew anyway.
    if (this.#arrives) return;
    this.selection.set({ threadId, frame, by });
    try {
      const commit = await this.prepare({ threadId, frame, by }, this.stackOf(threadId));
      commit();
    } catch (error) {
      if (!isOvertaken(error)) this.model.complain(error);
    }
  }

  /** Reads all that is shown of a frame; the answer shows it. */
  async prepare(selection: Selection, stack: StackState | undefined): Promise<Commit> {
    const generation = ++this.#generation;
    const { threadId, frame } = selection;
    const name = sameFrame(threadId, frame, stack);
    const hex = this.hex.get();
    const [{ scopes }, watches] = await Promise.all([
      this.model.client.request('scopes', { frameId: frame.id }),
      this.model.watches.prepare(frame.id, name),
    ]);
    const roots = rootsOf(scopes);
    const tree = await this.tree.prepare(roots, this.#opennessOf(frame), this.#texts.comparison(name, hex));
    const seen = roots.filter((_root, index) => isInSource(scopes[index]!));
    const from = firstLineOf(scopes);
    return () => {
      if (generation !== this.#generation) return;
      this.selection.set(selection);
      watches();
      tree();
      this.#texts.shows([name], hex);
      // Of a scope that the user has closed nothing is read, and nothing stands in the source.
      const variables = seen.toReversed().flatMap(({ key }) => this.tree.held(key) ?? []);
      this.inline.set({ frame, variables, ...(from === undefined ? {} : { from }) });
      // For whoever measures: all of the stop is there, and what is left is to paint it.
      performance.clearMarks(stopShown);
      performance.mark(stopShown);
    };
  }

  /** The same frame again, because values may have changed. */
  async refresh(): Promise<void> {
    const selection = this.selection.get();
    if (selection === undefined || this.model.phase.get().kind !== 'stopped') return;
    await this.select(selection.threadId, selection.frame, selection.by);
  }

  async setHex(hex: boolean): Promise<void> {
    this.hex.set(hex);
    await this.refresh();
  }

  clear(): void {
    this.#generation++;
    this.selection.set(undefined);
    this.inline.set(undefined);
    this.tree.clear();
    this.model.watches.unread();
    this.#texts.clear();
  }

  /** The stack of a thread, as far as it was read. */
  stackOf(threadId: number): StackState | undefined {
    return this.model.threads.list.get().find(({ id }) => id === threadId)?.stack;
  }

  /** What is open belongs to the function, so that it is found open again at the next call. */
  #opennessOf({ name, source }: StackFrame): Openness {
    const key = `${source?.path ?? ''} ${name}`;
    const known = this.#openness.get(key);
    if (known !== undefined) return known;
    const openness = new Openness();
    this.#openness.set(key, openness);
    return openness;
  }
}

const stopShown = 'sonde: stop shown';

/** Code outside of functions has no locals: what it works on is in the next scope then, which is opened in their place. */
function rootsOf(scopes: readonly Scope[]): readonly TreeRoot[] {
  const isEmpty = ({ namedVariables = 1, indexedVariables = 0 }: Scope): boolean =>
    namedVariables + indexedVariables === 0;
  const stand = scopes.every(scope => !isLocal(scope) || isEmpty(scope))
    ? scopes.find(scope => isInSource(scope) && !isEmpty(scope))
    : undefined;
  return scopes.map((scope, index) => ({
    // By name: a scope that comes and goes before it, such as a return value, makes it no other.
    key: `${scopes.slice(0, index).filter(({ name }) => name === scope.name).length} ${scope.name}`,
    kind: 'scope',
    opensItself: index === 0 || scope === stand || isLocal(scope) || scope.presentationHint === 'returnValue',
    variable: {
      name: scope.name,
      value: '',
      variablesReference: scope.variablesReference,
      ...(scope.namedVariables === undefined ? {} : { namedVariables: scope.namedVariables }),
      ...(scope.indexedVariables === undefined ? {} : { indexedVariables: scope.indexedVariables }),
    },
  }));
}
