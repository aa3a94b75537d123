import { fileURLToPath } from 'node:url';
import type { BuildResult } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { remote } from '../pack/remote.js';

const build = (extra: Readonly<Record<string, unknown>>, output?: string): Promise<BuildResult> =>
  remote.build({
    program: 'main.tiny',
    cwd: '/somewhere',
    debugInfo: true,
    extra,
    signal: new AbortController().signal,
    progress: () => undefined,
    ...(output === undefined ? {} : { output }),
  });

describe('a program on a server', () => {
  it('is what the server is told to load', async () => {
    expect((await build({ server: ['python3', 'my server.py'] })).target).toEqual({
      program: '/somewhere/main.tiny',
      temporary: [],
      image: { server: ['python3', 'my server.py'] },
    });
  });

  it('takes the command as a text, too', async () => {
    expect((await build({ server: 'python3 "my server.py"' })).target?.image).toEqual({
      server: ['python3', 'my server.py'],
    });
  });

  it.each([
    ['no server', {}, undefined, /"server"/],
    ['an empty command', { server: ' ' }, undefined, /"server"/],
    ['an artefact', { server: 'x' }, 'main.out', /nothing to build/],
  ])('cannot be made of %s', async (_, extra, output, words) => {
    const { target, diagnostics } = await build(extra, output);
    expect(target).toBeUndefined();
    const [first] = diagnostics;
    expect(`${first?.message} ${first?.hint}`).toMatch(words);
  });

  it('has a profile for the conformance suite', () => {
    expect(fileURLToPath(remote.conformance!)).toMatch(/remote-python\/conformance\.json$/);
  });
});
