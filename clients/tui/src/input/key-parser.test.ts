import { describe, expect, it } from 'vitest';
import { KeyParser } from './key-parser.js';

const chords = (text: string): readonly string[] => {
  const parser = new KeyParser();
  return [...parser.feed(text), ...parser.flush()].map(event =>
    event.kind === 'key' ? event.chord : JSON.stringify(event),
  );
};

describe('keys', () => {
  it('letters, controls and Alt', () => {
    expect(chords('aÄ漢 \r\t\u007f\u0003\u001a')).toEqual([
      ...['a', 'Ä', '漢', 'Space', 'Enter', 'Tab', 'Backspace', 'C-c', 'C-z'],
    ]);
    expect(chords('\u001bx\u001b\u001b[A')).toEqual(['M-x', 'M-Up']);
  });

  it('function keys in the ways of xterm, rxvt, the console of Linux and kitty', () => {
    expect(chords('\u001bOP\u001b[11~\u001b[[A\u001b[P')).toEqual(['F1', 'F1', 'F1', 'F1']);
    expect(chords('\u001b[23~\u001b[23;2~\u001b[23$\u001b[23^')).toEqual(['F11', 'S-F11', 'S-F11', 'C-F11']);
    expect(chords('\u001b[15;2~\u001b[1;5D\u001b[Z\u001b[3~')).toEqual(['S-F5', 'C-Left', 'S-Tab', 'Delete']);
    expect(chords('\u001b[99;5u\u001b[97u\u001b[13u')).toEqual(['C-c', 'a', 'Enter']);
  });

  it('an escape alone is the key, in pieces it is the beginning of one', () => {
    const parser = new KeyParser();
    expect(parser.feed('\u001b')).toEqual([]);
    expect(parser.isWaiting).toBe(true);
    expect(parser.flush()).toEqual([{ kind: 'key', chord: 'Escape' }]);
    expect(parser.feed('\u001b[2')).toEqual([]);
    expect(parser.feed('0~')).toEqual([{ kind: 'key', chord: 'F9' }]);
  });

  it('mouse: clicks where the button goes down, and the wheel', () => {
    const parser = new KeyParser();
    expect(parser.feed('\u001b[<0;3;5M\u001b[<0;3;5m\u001b[<64;1;1M\u001b[<65;2;2M\u001b[<35;9;9M')).toEqual([
      { kind: 'click', x: 2, y: 4, button: 'left' },
      { kind: 'wheel', x: 0, y: 0, lines: -3 },
      { kind: 'wheel', x: 1, y: 1, lines: 3 },
    ]);
  });

  it('a paste is one text, in whatever pieces, with whatever is in it', () => {
    const parser = new KeyParser();
    expect(parser.feed('\u001b[200~a\u001b[A\r\nb\u001b[20')).toEqual([]);
    expect(parser.isWaiting).toBe(false);
    expect(parser.feed('1~x')).toEqual([
      { kind: 'paste', text: 'a\u001b[A\nb' },
      { kind: 'key', chord: 'x', text: 'x' },
    ]);
  });

  it('a paste that is too long ends all the same, and keys are keys again', () => {
    const parser = new KeyParser();
    for (const part of ['\u001b[200~', 'a'.repeat(3 << 20), '\u001b', '[20', '1'])
      expect(parser.feed(part)).toEqual([]);
    const [paste, key] = parser.feed('~x');
    expect(paste?.kind === 'paste' && paste.text.length).toBe(1 << 20);
    expect(key).toEqual({ kind: 'key', chord: 'x', text: 'x' });
  });

  it('answers of the terminal and sequences that mean nothing are no keys', () => {
    expect(chords('\u001b[?2026;2$y')).toEqual(['{"kind":"mode","mode":2026,"isKnown":true}']);
    expect(chords('\u001b[?62;1c\u001b[I\u001b[O\u001b[999~\u001b[>0;1c')).toEqual([]);
  });

  it('nonsense of any length ends', () => {
    const parser = new KeyParser();
    expect(() => parser.feed(`\u001b[${'1;'.repeat(500)}`)).not.toThrow();
    parser.flush();
    expect(parser.feed('n')).toEqual([{ kind: 'key', chord: 'n', text: 'n' }]);
  });
});
