// One line that a person types: caret, the usual keys of shells, history and completion.
import type { CommandHistory } from '@sonde/client';
import type { Canvas } from '../terminal/grid.js';
import type { Style } from '../terminal/style.js';
import { clustersOf, widthOf } from '../terminal/width.js';

export class LineEditor {
  #text = '';
  /** In characters of the text. */
  #caret = 0;
  #left = 0;

  constructor(
    text = '',
    private readonly history?: CommandHistory,
  ) {
    this.set(text);
  }

  get text(): string {
    return this.#text;
  }

  get caret(): number {
    return this.#caret;
  }

  set(text: string, caret = text.length): void {
    this.#text = text;
    this.#caret = Math.max(0, Math.min(caret, text.length));
  }

  insert(text: string): void {
    // A line is one line, whatever is pasted.
    const line = text.replaceAll(/\s*\n\s*/g, ' ');
    this.set(
      this.#text.slice(0, this.#caret) + line + this.#text.slice(this.#caret),
      this.#caret + line.length,
    );
    this.history?.typed();
  }

  /** Whether the key meant something to a line. */
  key(chord: string, text: string | undefined): boolean {
    if (text !== undefined) {
      this.insert(text);
      return true;
    }
    const before = this.#text.slice(0, this.#caret);
    const after = this.#text.slice(this.#caret);
    switch (chord) {
      case 'Left':
      case 'C-b':
        this.#caret -= lastCluster(before).length;
        return true;
      case 'Right':
      case 'C-f':
        this.#caret += (clustersOf(after)[0]?.text ?? '').length;
        return true;
      case 'C-Left':
      case 'M-b':
        this.#caret = before.replace(/[\p{L}\p{N}_$]*[^\p{L}\p{N}_$]*$/u, '').length;
        return true;
      case 'C-Right':
      case 'M-f':
        this.#caret += /^[^\p{L}\p{N}_$]*[\p{L}\p{N}_$]*/u.exec(after)![0].length;
        return true;
      case 'Home':
      case 'C-a':
        this.#caret = 0;
        return true;
      case 'End':
      case 'C-e':
        this.#caret = this.#text.length;
        return true;
      case 'Backspace':
        this.set(
          before.slice(0, before.length - lastCluster(before).length) + after,
          before.length - lastCluster(before).length,
        );
        return true;
      case 'Delete':
        this.set(before + after.slice((clustersOf(after)[0]?.text ?? '').length), this.#caret);
        return true;
      case 'C-u':
        this.set(after, 0);
        return true;
      case 'C-k':
        this.set(before);
        return true;
      case 'C-w': {
        const kept = before.replace(/\S*\s*$/, '');
        this.set(kept + after, kept.length);
        return true;
      }
      case 'Up':
      case 'C-p':
        return this.#recall(this.history?.previous(this.#text));
      case 'Down':
      case 'C-n':
        return this.#recall(this.history?.next());
      default:
        return false;
    }
  }

  /** Answers where the caret stands. */
  draw(canvas: Canvas, x: number, y: number, style: Style): number {
    const room = canvas.width - x;
    const caret = widthOf(this.#text.slice(0, this.#caret));
    if (caret < this.#left) this.#left = caret;
    if (caret >= this.#left + room) this.#left = caret - room + 1;
    canvas.text(x, y, skipped(this.#text, this.#left), style);
    return x + caret - this.#left;
  }

  #recall(entry: string | undefined): boolean {
    if (entry !== undefined) this.set(entry);
    return this.history !== undefined;
  }
}

const lastCluster = (text: string): string => clustersOf(text).at(-1)?.text ?? '';

/** What is left of a text behind so many cells. */
function skipped(text: string, cells: number): string {
  let [width, rest] = [0, text];
  for (const cluster of clustersOf(text)) {
    if (width >= cells) break;
    width += cluster.width;
    rest = rest.slice(cluster.text.length);
  }
  return rest;
}
