// The last row: where the program stands, what went wrong last, and the keys that matter most.
import { statusText, type SessionModel } from '@sonde/client';
import type { Look } from '../look/look.js';
import type { Canvas } from '../terminal/grid.js';
import { fitted, widthOf } from '../terminal/width.js';

/** A notice hides no more than these rows of the panes. */
const mostNoticeRows = 4;

/** What went wrong last, whole if it can be, over the last rows; false when nothing did. */
export function drawNotice(canvas: Canvas, look: Look, model: SessionModel): boolean {
  const notice = model.notice.get();
  if (notice === undefined) return false;
  const lines = wordWrapped(notice.text, canvas.width - 2, Math.min(mostNoticeRows, canvas.height - 1));
  const style = look.style('bad');
  for (const [nth, line] of lines.entries()) {
    const y = canvas.height - lines.length + nth;
    canvas.fill(0, y, canvas.width, style);
    canvas.text(1, y, line, style);
  }
  return true;
}

/** Lines of so many cells, cut where there are words that are too long, and at the end where there are too many lines. */
export function wordWrapped(text: string, width: number, mostLines: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1)!;
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer) <= width || lines.length === mostLines)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map(line => fitted(line, width));
}

/** `isTyping`: letters go into a line, and are no commands. */
export function drawStatus(canvas: Canvas, look: Look, model: SessionModel, isTyping: boolean): void {
  const phase = model.phase.get();
  const { text, tone } = statusText(phase, model.waitsForInput.get());
  const ground = look.style('calm');
  canvas.fill(0, 0, canvas.width, ground);
  let x = canvas.text(0, 0, fitted(` ${text.replaceAll('\n', ' ')} `, canvas.width - 10), look.style(tone));
  const frame = phase.kind === 'stopped' ? model.frame.selection.get()?.frame : undefined;
  const place =
    frame === undefined
      ? ''
      : `${frame.name}${frame.source?.name === undefined ? '' : ` ${frame.source.name}:${frame.line}`}`;
  const hex = model.frame.hex.get() ? ' hex' : '';
  x = canvas.text(x + 1, 0, fitted(place + hex, Math.max(0, canvas.width - x - 10)), ground);
  const keys = isTyping ? typingHints(model) : hints(model);
  const fitting = keys.findLast(words => widthOf(words) + x + 3 < canvas.width) ?? '';
  canvas.text(canvas.width - widthOf(fitting) - 1, 0, fitting, ground);
}

/** From short to long; the longest that fits is shown. */
function hints(model: SessionModel): readonly string[] {
  switch (model.phase.get().kind) {
    case 'stopped':
      return [
        '? keys',
        'n over s in f out c go ? keys',
        'F5 go  F10 over  F11 in  F9 break  : command  ? keys',
      ];
    case 'running':
      return ['? keys', 'F6 pause  ? keys'];
    case 'ended':
    case 'failed':
      return model.startsAgain ? ['r q ?', 'r again  q leave  ? keys'] : ['q ?', 'q leave  ? keys'];
    default:
      return ['? keys'];
  }
}

/** The keys that no line takes. */
function typingHints(model: SessionModel): readonly string[] {
  const leave = 'Esc leaves the line  F1 keys';
  switch (model.phase.get().kind) {
    case 'stopped':
      return ['F1 keys', leave, `F5 go  F10 over  F11 in  ${leave}`];
    case 'running':
      return ['F1 keys', `F6 pause  ${leave}`];
    default:
      return ['F1 keys', leave];
  }
}
