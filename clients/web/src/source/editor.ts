// The editor that shows a source: read only, with everything that belongs to debugging put on top.
import { defaultKeymap } from '@codemirror/commands';
import { gotoLine, highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type KeyBinding,
} from '@codemirror/view';
import { breakpointGutter, type GutterActions } from './gutter.js';
import { valueHover, type AskHover } from './hover.js';
import type { PlaceOfMenu } from './line-actions.js';
import { lineMarks } from './line-marks.js';
import type { Syntax } from '@sonde/client';
import { colours } from './syntax.js';

export interface EditorActions extends GutterActions {
  readonly ask: AskHover;
  runTo(line: number): void;
  jumpTo(line: number): void;
  menu(place: PlaceOfMenu): void;
}

export function stateFor(
  text: string,
  name: string,
  syntax: Syntax | undefined,
  actions: EditorActions,
): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      breakpointGutter(actions),
      lineNumbers(),
      lineMarks,
      colours(syntax),
      highlightSpecialChars(),
      drawSelection(),
      highlightSelectionMatches(),
      search({ top: true }),
      valueHover(actions.ask),
      lineMenu(actions),
      keymap.of([...keys(actions), ...searchKeymap, ...defaultKeymap]),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({
        'aria-label': `Source of ${name}`,
        'aria-readonly': 'true',
        // It takes the focus as it is, but that is not seen by every checker.
        tabindex: '0',
      }),
      theme,
      ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
    ],
  });
}

/** The editor makes its style sheet at run time; the page's policy allows it to who has this. */
const nonce = document.querySelector<HTMLElement>('[property=csp-nonce]')?.nonce;

const lineOf = ({ state }: EditorView): number => state.doc.lineAt(state.selection.main.head).number;

const keys = (actions: EditorActions): readonly KeyBinding[] => [
  { key: 'F9', run: view => (actions.toggle(lineOf(view)), true) },
  { key: 'Shift-F9', run: view => (actions.edit(lineOf(view)), true) },
  { key: 'Ctrl-F10', run: view => (actions.runTo(lineOf(view)), true) },
  { key: 'Ctrl-Shift-F10', run: view => (actions.jumpTo(lineOf(view)), true) },
  { key: 'Ctrl-g', run: gotoLine, preventDefault: true },
];

const lineMenu = (actions: EditorActions): Extension =>
  EditorView.domEventHandlers({
    contextmenu(event, view) {
      const place = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (place === null) return false;
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      const selected = view.state.sliceDoc(from, to).trim();
      actions.menu({
        line: view.state.doc.lineAt(place).number,
        x: event.clientX,
        y: event.clientY,
        selected: selected.includes('\n') ? '' : selected,
      });
      return true;
    },
  });

/** Sizes and the like that CodeMirror wants to know; colours are in the style sheet. */
const theme: Extension = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--code-size)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '&.cm-focused': { outline: 'none' },
});
