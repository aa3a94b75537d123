import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { plainStyle } from '../style.js';
import { Screen } from './screen.js';

function screenAndText(): { readonly screen: Screen; readonly text: () => string } {
  const output = new PassThrough();
  const screen = new Screen(output, plainStyle);
  return { screen, text: () => (output.read() as Buffer | null)?.toString() ?? '' };
}

describe('the screen', () => {
  it('marks what the program prints, line by line', () => {
    const { screen, text } = screenAndText();
    screen.program('stdout', 'one\ntwo\n');
    screen.program('stderr', 'bad\n');
    screen.say('Stopped.');
    expect(text()).toBe('| one\n| two\n! bad\nStopped.\n');
  });

  it('goes on with a line that came in pieces', () => {
    const { screen, text } = screenAndText();
    screen.program('stdout', 'Na');
    screen.program('stdout', 'me: ');
    screen.program('stdout', 'x\n\ny\n');
    expect(text()).toBe('| Name: x\n| \n| y\n');
  });

  it('never mixes voices in one line', () => {
    const { screen, text } = screenAndText();
    screen.program('stdout', 'half');
    screen.program('stderr', 'other');
    screen.say('Stopped.');
    screen.program('stdout', 'rest\n');
    expect(text()).toBe('| half\n! other\nStopped.\n| rest\n');
  });

  it('begins a fresh line only where one is open', () => {
    const { screen, text } = screenAndText();
    screen.freshLine();
    screen.program('stdout', 'open');
    screen.freshLine();
    screen.freshLine();
    expect(text()).toBe('| open\n');
  });

  it('takes the line that is being typed out of the way', () => {
    const { screen, text } = screenAndText();
    const calls: string[] = [];
    screen.editor = { hide: () => calls.push('hide'), show: () => calls.push('show') };
    screen.say('news');
    screen.program('stdout', '');
    expect(calls).toEqual(['hide', 'show']);
    expect(text()).toBe('news\n');
  });
});

describe('a reader that does not keep up', () => {
  it('misses output of the program, and is told how much', () => {
    const output = new PassThrough();
    const screen = new Screen(output, plainStyle, 10);
    const read = (): string => String(output.read());
    output.cork();
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) screen.program('stdout', line);
    output.uncork();
    expect(read()).toBe('| one\n| two\n');
    screen.program('stdout', 'five\n');
    expect(read()).toBe('[11 characters of output are missing here: they were not read in time]\n| five\n');
  });
});
