// Variables of the frame, watched expressions and registers: three panes of trees, which differ in what they are of.
import { registerViewOf, type ValueTree } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import type { KeyHelp, Pane, PaneHost, PaneId } from './pane.js';
import { valueKeys, ValueRows } from './value-rows.js';

interface ValuePaneParts {
  readonly id: PaneId;
  readonly name: string;
  readonly shortName: string;
  readonly tree: ValueTree;
  /** Beyond those that all of them have. */
  readonly keys?: readonly KeyHelp[];
  readonly showsTypes?: boolean;
  readonly detail?: () => string;
  readonly isThere?: () => boolean;
  /** Before it is drawn: what is read only while somebody looks. */
  readonly look?: () => void;
  readonly emptyWords: (isFocused: boolean) => string;
  /** Keys of its own, before those of the tree. */
  readonly key?: (chord: string, rows: ValueRows) => boolean;
}

class ValuePane implements Pane {
  readonly id: PaneId;
  readonly name: string;
  readonly shortName: string;
  readonly keys: readonly KeyHelp[];
  readonly detail: () => string;
  readonly #rows: ValueRows;

  constructor(
    host: PaneHost,
    private readonly parts: ValuePaneParts,
  ) {
    const { id, name, shortName, keys = [], detail = () => '', tree, showsTypes } = parts;
    this.id = id;
    this.name = name;
    this.shortName = shortName;
    this.keys = [...keys, ...valueKeys];
    this.detail = detail;
    this.#rows = new ValueRows(host, tree, showsTypes);
  }

  isThere(): boolean {
    return this.parts.isThere?.() ?? true;
  }

  draw(canvas: Canvas, isFocused: boolean): void {
    this.parts.look?.();
    this.#rows.draw(canvas, isFocused, this.parts.emptyWords(isFocused));
  }

  key(chord: string): boolean {
    return this.parts.key?.(chord, this.#rows) === true || this.#rows.key(chord);
  }

  click(x: number, y: number): void {
    this.#rows.click(x, y);
  }

  wheel(lines: number): void {
    this.#rows.cursor.wheel(lines);
  }

  copied(): string | undefined {
    return this.#rows.row?.variable.value;
  }
}

export const variablesPane = (host: PaneHost): Pane =>
  new ValuePane(host, {
    id: 'variables',
    name: 'Variables',
    shortName: 'Vars',
    tree: host.model.frame.tree,
    detail: () => host.model.frame.selection.get()?.frame.name ?? '',
    emptyWords: () => (host.model.phase.get().kind === 'running' ? 'The program runs.' : 'No variables.'),
  });

export const watchesPane = (host: PaneHost): Pane =>
  new ValuePane(host, {
    id: 'watches',
    name: 'Watches',
    shortName: 'Watch',
    tree: host.model.watches.tree,
    keys: [
      ['a', 'watch an expression'],
      ['Delete', 'stop watching'],
      ['e', 'change the expression'],
    ],
    emptyWords: isFocused => (isFocused ? 'a watches an expression.' : 'Nothing is watched.'),
    key: (chord, rows) => watchKey(host, chord, rows),
  });

function watchKey(host: PaneHost, chord: string, { row }: ValueRows): boolean {
  const { watches } = host.model;
  if (chord === 'a') {
    host.ask({ label: 'watch: ', answer: text => watches.add(text) });
    return true;
  }
  if (row?.depth !== 0) return false;
  const { name } = row.variable;
  if (chord === 'Delete' || chord === 'd') {
    void watches.remove(name);
    return true;
  }
  if (chord !== 'e') return false;
  host.ask({ label: 'watch: ', text: name, answer: text => watches.change(name, text) });
  return true;
}

export function registersPane(host: PaneHost): Pane {
  const view = registerViewOf(host.model);
  view.problem.subscribe(() => host.redraw());
  return new ValuePane(host, {
    id: 'registers',
    name: 'Registers',
    shortName: 'Regs',
    tree: view.tree,
    showsTypes: false,
    isThere: () => {
      // Only a stop of the program tells; it is asked once.
      if (view.hasAny === undefined) void view.look();
      return view.hasAny === true;
    },
    look: () => void view.look(),
    emptyWords: () => view.problem.get() ?? '',
  });
}
