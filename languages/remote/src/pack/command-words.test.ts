import { describe, expect, it } from 'vitest';
import { commandWords } from './command-words.js';

describe('a command as a text', () => {
  it.each([
    ['python3 server.py', ['python3', 'server.py']],
    ['  python3   server.py  ', ['python3', 'server.py']],
    ['"C:/Program Files/vm" --debug', ['C:/Program Files/vm', '--debug']],
    [`vm --name='a "b" c' ''`, ['vm', '--name=a "b" c', '']],
    ['vm $HOME *.x; rm', ['vm', '$HOME', '*.x;', 'rm']],
    [' ', []],
  ])('%s', (text, words) => {
    expect(commandWords(text)).toEqual(words);
  });
});
