// The line where the program stands, the line of the frame that is looked at, and values at the ends of lines.
import { StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import type { LineValue } from '@sonde/client';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

export interface LineMarks {
  /** Where the program goes on. */
  readonly current?: number;
  /** Where a frame further out waits; a frame that the pointer is on. */
  readonly looked?: number;
  /** Where the program crashed, and why. */
  readonly crash?: { readonly line: number; readonly text: string };
  readonly values: readonly LineValue[];
}

export const setLineMarks = StateEffect.define<LineMarks>();

/** Text behind a line: it takes no room of its own, so that it never makes the source scroll. */
class BehindLine extends WidgetType {
  constructor(
    readonly text: string,
    readonly looks: string,
  ) {
    super();
  }

  override eq(other: BehindLine): boolean {
    return other.text === this.text && other.looks === this.looks;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-behind';
    const text = element.appendChild(document.createElement('span'));
    text.className = this.looks;
    text.textContent = this.text;
    element.title = this.text;
    return element;
  }
}

const currentLine = Decoration.line({ class: 'cm-current-line', attributes: { 'aria-current': 'step' } });
const crashLine = Decoration.line({ class: 'cm-crash-line' });
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
      const { current, looked, crash, values } = effect.value;
      const ranges: Range<Decoration>[] = [];
      if (has(current)) ranges.push(currentLine.range(doc.line(current).from));
      if (has(looked) && looked !== current) ranges.push(lookedLine.range(doc.line(looked).from));
      if (crash !== undefined && has(crash.line)) {
        ranges.push(crashLine.range(doc.line(crash.line).from));
        ranges.push(behind(crash.text, 'cm-crash-text').range(doc.line(crash.line).to));
      }
      for (const { line, text } of values) {
        // What went wrong is more than what was there.
        if (has(line) && line !== crash?.line)
          ranges.push(behind(text, 'cm-inline-value').range(doc.line(line).to));
      }
      next = Decoration.set(ranges, true);
    }
    return next;
  },
  provide: self => EditorView.decorations.from(self),
});

const behind = (text: string, looks: string): Decoration =>
  Decoration.widget({ widget: new BehindLine(text, looks), side: 1 });

export const lineMarks: Extension = field;
