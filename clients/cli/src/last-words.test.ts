import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { lastWords } from './last-words.js';

describe('the last words', () => {
  it('are waited for until the reader has taken them', async () => {
    const taken: string[] = [];
    const slow = new Writable({
      write: (chunk: Buffer, _, done) => {
        taken.push(chunk.toString());
        setImmediate(done);
      },
    });
    slow.write('one');
    slow.write('two');
    await lastWords(slow);
    expect(taken.join('')).toBe('onetwo');
  });

  it('are given up where a patience is set, and then for good', async () => {
    const stuck = new Writable({ write: () => undefined });
    stuck.write('one');
    await lastWords(stuck, 1);
    await lastWords(stuck);
  });

  it('are not waited for when the reader is gone', async () => {
    const gone = new PassThrough();
    gone.on('error', () => undefined);
    gone.destroy();
    await lastWords(gone);
  });
});
