// Breakpoints beside the lines: set by a click, described by shape and text, never by colour alone.
import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import type { BreakpointMark } from '@sonde/client';
import { gutter, GutterMarker, type BlockInfo, type EditorView } from '@codemirror/view';

class BreakpointMarker extends GutterMarker {
  constructor(readonly mark: BreakpointMark) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    if (!(other instanceof BreakpointMarker)) return false;
    const { mark } = other;
    return mark.shape === this.mark.shape && mark.state === this.mark.state && mark.title === this.mark.title;
  }

  override toDOM(): Node {
    const { shape, state, title } = this.mark;
    const element = document.createElement('span');
    element.className = `bp bp-${shape} bp-${state}`;
    element.title = title;
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', title);
    return element;
  }
}

export const setMarks = StateEffect.define<readonly BreakpointMark[]>();

const marksField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      const sorted = effect.value
        .filter(({ line }) => line >= 1 && line <= doc.lines)
        .toSorted((a, b) => a.line - b.line);
      next = RangeSet.of(sorted.map(mark => new BreakpointMarker(mark).range(doc.line(mark.line).from)));
    }
    return next;
  },
});

export interface GutterActions {
  toggle(line: number): void;
  edit(line: number): void;
}

const gutterHint = 'Click to stop at this line; right-click for a condition, a hit count or a log message';

type PointerHandlers = Readonly<
  Record<string, (view: EditorView, block: BlockInfo, event: Event) => boolean>
>;

const pointer = (actions: GutterActions): PointerHandlers => ({
  mousedown(view, block, event) {
    const { button } = event as MouseEvent;
    if (button !== 0) return false;
    actions.toggle(view.state.doc.lineAt(block.from).number);
    return true;
  },
  contextmenu(view, block, event) {
    event.preventDefault();
    actions.edit(view.state.doc.lineAt(block.from).number);
    return true;
  },
});

export const breakpointGutter = (actions: GutterActions): Extension => [
  marksField,
  gutter({
    class: 'cm-breakpoints',
    markers: view => view.state.field(marksField),
    domEventHandlers: {
      mouseover(_view, _block, event) {
        // What can be done here is not seen; the dot that appears under the pointer tells the rest.
        const element = (event.target as HTMLElement).closest<HTMLElement>('.cm-breakpoints');
        if (element !== null) element.title = gutterHint;
        return false;
      },
      ...pointer(actions),
    },
    initialSpacer: () => new BreakpointMarker({ line: 0, shape: 'plain', state: 'set', title: '', asked: 0 }),
  }),
];
