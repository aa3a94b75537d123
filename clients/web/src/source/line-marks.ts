// The line where the program stands, the line of the frame that is looked at, and values at the ends of lines.
import { StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

export interface LineMarks {
  /** Where the program goes on. */
  readonly current?: number;
  /** Where a frame further out waits; a frame that the pointer is on. */
  readonly looked?: number;
  readonly values: readonly LineValue[];
}

export interface LineValue {
  readonly line: number;
  readonly text: string;
}

export const setLineMarks = StateEffect.define<LineMarks>();

class ValueWidget extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: ValueWidget): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-inline-value';
    element.textContent = this.text;
    return element;
  }
}

const currentLine = Decoration.line({ class: 'cm-current-line', attributes: { 'aria-current': 'step' } });
const lookedLine = Decoration.line({ class: 'cm-looked-line' });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLineMarks)) continue;
      const { doc } = transaction.state;
      const has = (line: number | undefined): line is number =>
        line !== undefined && line >= 1 && line <= doc.lines;
      const { current, looked, values } = effect.value;
      const ranges: Range<Decoration>[] = [];
      if (has(current)) ranges.push(currentLine.range(doc.line(current).from));
      if (has(looked) && looked !== current) ranges.push(lookedLine.range(doc.line(looked).from));
      for (const { line, text } of values) {
        if (!has(line)) continue;
        const widget = Decoration.widget({ widget: new ValueWidget(text), side: 1 });
        ranges.push(widget.range(doc.line(line).to));
      }
      next = Decoration.set(ranges, true);
    }
    return next;
  },
  provide: self => EditorView.decorations.from(self),
});

export const lineMarks: Extension = field;
