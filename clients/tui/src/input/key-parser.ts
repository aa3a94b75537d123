// Bytes of a terminal's keyboard and mouse as events: whatever pieces they come in, and whatever a terminal may send.
import type { InputEvent } from './input-event.js';

const escape = '\u001b';
const pasteBegin = `${escape}[200~`;
const pasteEnd = `${escape}[201~`;
/** What a sequence may take before it is no sequence. */
const longestSequence = 64;
const longestPaste = 1 << 20;

const byFinal: Readonly<Record<string, string>> = {
  ...{ A: 'Up', B: 'Down', C: 'Right', D: 'Left', E: 'Begin', F: 'End', H: 'Home' },
  ...{ P: 'F1', Q: 'F2', R: 'F3', S: 'F4', M: 'Enter', Z: 'S-Tab', I: '', O: '' },
};

const byNumber: Readonly<Record<number, string>> = {
  ...{ 1: 'Home', 2: 'Insert', 3: 'Delete', 4: 'End', 5: 'PageUp', 6: 'PageDown', 7: 'Home', 8: 'End' },
  ...{ 11: 'F1', 12: 'F2', 13: 'F3', 14: 'F4', 15: 'F5', 17: 'F6', 18: 'F7', 19: 'F8', 20: 'F9' },
  ...{ 21: 'F10', 23: 'F11', 24: 'F12', 25: 'S-F1', 26: 'S-F2', 28: 'S-F3', 29: 'S-F4', 31: 'S-F5' },
  ...{ 32: 'S-F6', 33: 'S-F7', 34: 'S-F8' },
};

/** Keys that the protocol of kitty names by number. */
const byCode: Readonly<Record<number, string>> = {
  ...{ 9: 'Tab', 13: 'Enter', 27: 'Escape', 32: 'Space', 127: 'Backspace', 57_414: 'Enter' },
};

export class KeyParser {
  #pending = '';
  /** What was pasted so far; undefined outside of a paste. */
  #paste: string | undefined;

  /** Whether something has begun that may be an escape key or the beginning of a sequence. */
  get isWaiting(): boolean {
    return this.#paste === undefined && this.#pending !== '';
  }

  feed(text: string): readonly InputEvent[] {
    this.#pending += text;
    return this.#take(false);
  }

  /** Nothing more came: what is there is all. */
  flush(): readonly InputEvent[] {
    return this.#take(true);
  }

  #take(isAll: boolean): readonly InputEvent[] {
    const events: InputEvent[] = [];
    while (this.#pending !== '') {
      if (this.#paste !== undefined) {
        if (!this.#takePaste(events)) break;
        continue;
      }
      const used = this.#one(this.#pending, isAll, events);
      if (used === 0) break;
      this.#pending = this.#pending.slice(used);
    }
    return events;
  }

  /** False when the end of the paste has not come yet. */
  #takePaste(events: InputEvent[]): boolean {
    const whole = this.#paste! + this.#pending;
    const end = whole.indexOf(pasteEnd);
    this.#pending = end < 0 ? '' : whole.slice(end + pasteEnd.length);
    if (end < 0) {
      // The end may have begun in what is left out.
      const surplus = Math.max(longestPaste, whole.length - pasteEnd.length + 1);
      this.#paste = whole.slice(0, longestPaste) + whole.slice(surplus);
      return false;
    }
    this.#paste = undefined;
    events.push({
      kind: 'paste',
      text: whole.slice(0, end).slice(0, longestPaste).replaceAll(/\r\n?/g, '\n'),
    });
    return true;
  }

  /** How many characters the first event took; 0 when more has to come. */
  #one(text: string, isAll: boolean, events: InputEvent[]): number {
    if (text[0] !== escape) {
      const letter = String.fromCodePoint(text.codePointAt(0)!);
      events.push(plainKey(letter));
      return letter.length;
    }
    if (text.length === 1) {
      if (!isAll) return 0;
      events.push(key('Escape'));
      return 1;
    }
    if (text[1] === '[') return this.#sequence(text, isAll, events);
    if (text[1] === 'O') return ss3(text, isAll, events);
    if (text[1] === escape) {
      // Alt with a key that is a sequence itself, or the escape key twice.
      const inner: InputEvent[] = [];
      const used = text.length > 2 || isAll ? this.#one(text.slice(1), isAll, inner) : 0;
      if (used === 0) return 0;
      events.push(...inner.map(withAlt));
      return used + 1;
    }
    const letter = String.fromCodePoint(text.codePointAt(1)!);
    events.push(withAlt(plainKey(letter)));
    return 1 + letter.length;
  }

  #sequence(text: string, isAll: boolean, events: InputEvent[]): number {
    if (text.startsWith(pasteBegin)) {
      this.#paste = '';
      return pasteBegin.length;
    }
    // The console of Linux: `CSI [ A` is F1.
    const console = /^\u001b\[\[([A-E])/.exec(text);
    if (console !== null) {
      events.push(key(`F${console[1]!.charCodeAt(0) - 64}`));
      return console[0].length;
    }
    // rxvt ends keys that shift is held with by a dollar sign.
    const rxvt = /^\u001b\[(\d+)\$/.exec(text);
    if (rxvt !== null) {
      const name = byNumber[Number(rxvt[1])];
      if (name !== undefined) events.push(key(modified(name, 2)));
      return rxvt[0].length;
    }
    const found = /^\u001b\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])/.exec(text);
    if (found === null) {
      const begun = /^\u001b\[(\[?|[<=>?]?[\d;:]*[ -/]*)$/.test(text);
      if (begun && !isAll && text.length < longestSequence) return 0;
      // Alt with a bracket, or what no terminal should send: the bracket is a key then.
      if (text.length === 2) events.push(withAlt(key('[', '[')));
      return begun ? text.length : 2;
    }
    const [whole, prefix = '', parameters = '', between = '', final = ''] = found;
    const event = eventOf(prefix, parameters.split(/[;:]/).map(Number), between, final);
    if (event !== undefined) events.push(event);
    return whole.length;
  }
}

function ss3(text: string, isAll: boolean, events: InputEvent[]): number {
  const found = /^\u001bO(\d*)([A-Za-z])/.exec(text);
  if (found === null) {
    if (!isAll && /^\u001bO\d*$/.test(text) && text.length < longestSequence) return 0;
    events.push(withAlt(key('O', 'O')));
    return 2;
  }
  const name = byFinal[found[2]!];
  if (name !== undefined && name !== '') events.push(key(modified(name, Number(found[1] ?? 0))));
  return found[0].length;
}

function eventOf(
  prefix: string,
  numbers: readonly number[],
  between: string,
  final: string,
): InputEvent | undefined {
  const [first = 0, second = 0, third = 0] = numbers;
  if (prefix === '<' && (final === 'M' || final === 'm')) return mouse(first, second - 1, third - 1, final);
  if (prefix === '?' && between === '$' && final === 'y')
    return { kind: 'mode', mode: first, isKnown: second === 1 || second === 2 };
  if (prefix !== '' || between !== '') return undefined;
  if (final === '~' || final === '^' || final === '@') {
    const name = byNumber[first];
    if (name === undefined) return undefined;
    // How rxvt says control, and control with shift.
    const held = final === '^' ? 5 : final === '@' ? 6 : second;
    return key(modified(name, held));
  }
  if (final === 'u') {
    const name = byCode[first] ?? (first >= 32 && first < 0x110000 ? String.fromCodePoint(first) : undefined);
    if (name === undefined) return undefined;
    return second <= 1 ? plainKey(name === 'Space' ? ' ' : name) : key(modified(name, second));
  }
  const name = byFinal[final];
  return name === undefined || name === '' ? undefined : key(modified(name, second));
}

function mouse(button: number, x: number, y: number, final: 'M' | 'm'): InputEvent | undefined {
  if (x < 0 || y < 0 || !Number.isSafeInteger(x + y)) return undefined;
  if ((button & 64) !== 0) return { kind: 'wheel', x, y, lines: (button & 1) === 0 ? -3 : 3 };
  const name = (['left', 'middle', 'right'] as const)[button & 3];
  // Where the button went down counts; how the pointer moves does not.
  if (name === undefined || final === 'm' || (button & 32) !== 0) return undefined;
  return { kind: 'click', x, y, button: name };
}

/** xterm's number for the keys that are held: 1 and a bit each for shift, alt and control. */
function modified(name: string, held: number): string {
  const bits = held > 1 ? held - 1 : 0;
  const [, shifted, base = name] = /^(S-)?(.+)$/.exec(name) ?? [];
  const shift = (bits & 1) !== 0 || shifted !== undefined;
  return `${(bits & 4) !== 0 ? 'C-' : ''}${(bits & 2) !== 0 ? 'M-' : ''}${shift ? 'S-' : ''}${base}`;
}

const key = (chord: string, text?: string): InputEvent => ({
  kind: 'key',
  chord,
  ...(text === undefined ? {} : { text }),
});

const withAlt = (event: InputEvent): InputEvent =>
  event.kind === 'key' ? { kind: 'key', chord: `M-${event.chord}` } : event;

/** A character as it is typed. */
function plainKey(letter: string): InputEvent {
  const code = letter.codePointAt(0)!;
  if (letter.length > 2) return key(letter);
  if (code === 13 || code === 10) return key('Enter');
  if (code === 9) return key('Tab');
  if (code === 127 || code === 8) return key('Backspace');
  if (code === 0) return key('C-Space');
  if (code < 27) return key(`C-${String.fromCodePoint(code + 96)}`);
  if (code < 32) return key(`C-${String.fromCodePoint(code + 64)}`);
  return key(code === 32 ? 'Space' : letter, letter);
}
