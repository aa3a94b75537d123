import { describe, expect, it } from 'vitest';
import { probeVersion, requireVersion, versionFits, versionIn } from './tool-version.js';

const node = (code: string): { name: string; path: string; args: string[] } => ({
  name: 'probe',
  path: process.execPath,
  args: ['-e', code],
});

describe('the version of a tool', () => {
  it('is the first number in what it says', () => {
    expect(versionIn('Debian clang version 22.1.8 (1~deb12u1)')).toBe('22.1.8');
    expect(versionIn('probe version 7')).toBe('7');
    expect(versionIn('none')).toBeUndefined();
  });

  it('is asked of the tool itself, on whichever stream it answers', async () => {
    expect(await probeVersion(node('console.log("probe 1.2.3")'))).toBe('1.2.3');
    expect(await probeVersion(node('console.error("probe 1.2.3")'))).toBe('1.2.3');
  });

  it('is not known of a tool that is missing, silent, failing or stuck', async () => {
    await expect(probeVersion({ name: 'probe', path: '/no/such/tool' })).rejects.toThrow(
      'could not be started',
    );
    await expect(probeVersion(node(''))).rejects.toThrow('does not tell a version');
    await expect(probeVersion(node('console.log("1.2"); process.exit(1)'))).rejects.toThrow('does not tell');
    await expect(
      probeVersion({ ...node('setInterval(() => {}, 1000)'), timeoutMs: 200 }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('gave no answer within 0.2 seconds') as string,
      next: `Is ${process.execPath} really probe?`,
    });
    await expect(probeVersion(node('process.kill(process.pid, "SIGKILL")'))).rejects.toMatchObject({
      message: expect.stringContaining('ended by SIGKILL') as string,
      next: 'Install probe anew.',
    });
  });

  it('fits as much as is asked for', () => {
    const fits = (is: string, version: string, match: 'exact' | 'minor' | 'major' | 'at least'): boolean =>
      versionFits(is, { version, match });
    expect([
      fits('1.2.3', '1.2.3', 'exact'),
      fits('1.2.3', '1.2.4', 'exact'),
      fits('1.2', '1.2.0', 'exact'),
    ]).toEqual([true, false, true]);
    expect([fits('1.2.9', '1.2.0', 'minor'), fits('1.3.0', '1.2.0', 'minor')]).toEqual([true, false]);
    expect([fits('22.9', '22.1.8', 'major'), fits('21.9', '22.1', 'major')]).toEqual([true, false]);
    expect([
      fits('1.10', '1.9', 'at least'),
      fits('1.9', '1.10', 'at least'),
      fits('2', '2', 'at least'),
    ]).toEqual([true, false, true]);
  });

  it('that does not fit is refused by name', () => {
    const tool = { name: 'probec', path: '/x/probec', version: '0.4.1' };
    const need = { by: 'the extension', version: '0.5.2', match: 'minor' } as const;
    expect(() => requireVersion(tool, need, 'apt install probec')).toThrow(
      'probec at /x/probec is version 0.4.1, and the extension needs 0.5.',
    );
    expect(() => requireVersion({ ...tool, version: '0.5.9' }, need)).not.toThrow();
  });
});
