import { describe, expect, it } from 'vitest';
import { codeServerEntry, codeServerFolder, codeServerWarning, prepareCodeServer } from './code-server.mjs';
import { scratchTree } from './scratch-tree.mjs';

const silent = () => undefined;

describe('the search for code-server', () => {
  it('takes the folder that the environment names, else one of the cache', () => {
    expect(codeServerFolder({ SONDE_CODE_SERVER: '/elsewhere', XDG_CACHE_HOME: '/cache' })).toBe(
      '/elsewhere',
    );
    expect(codeServerFolder({ XDG_CACHE_HOME: '/cache' })).toMatch(/^\/cache\/sonde\/code-server-\d/);
  });

  it('takes one that runs', async () => {
    const folder = scratchTree({ 'node_modules/code-server/out/node/entry.js': 'console.log("4.0.0");' });
    const env = { SONDE_CODE_SERVER: folder };
    expect(await prepareCodeServer({ env }, silent)).toEqual({ entry: codeServerEntry(folder) });
  });

  it('says so where the one that was named does not run, and builds no other', async () => {
    const folder = scratchTree({ 'node_modules/code-server/out/node/entry.js': 'process.exit(3);' });
    const { entry, problem } = await prepareCodeServer({ env: { SONDE_CODE_SERVER: folder } }, silent);
    expect(entry).toBeUndefined();
    expect(problem).toContain('does not run');
    expect(codeServerWarning(problem)).toContain('THE TESTS IN VS CODE WILL BE SKIPPED');
  });
});
