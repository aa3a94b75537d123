import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findTool, toolVersion, versionedCommands, type WantedTool } from './tool-search.js';

describe('the search for a tool', () => {
  const before = { PATH: process.env['PATH'], SONDE_TEST_TOOL: process.env['SONDE_TEST_TOOL'] };
  let folder: string;

  const tool = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\necho "${name} version 1.2"\n`);
    await chmod(path, 0o755);
    return path;
  };
  const wanted: WantedTool = {
    name: 'Tool',
    variable: 'SONDE_TEST_TOOL',
    commands: versionedCommands('tool'),
    install: 'apt-get install -y tool-22',
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sonde-tools-'));
    process.env['PATH'] = folder;
    delete process.env['SONDE_TEST_TOOL'];
  });
  afterEach(async () => {
    process.env['PATH'] = before.PATH;
    if (before.SONDE_TEST_TOOL === undefined) delete process.env['SONDE_TEST_TOOL'];
    await rm(folder, { recursive: true });
  });

  it('looks in the places that a tool is known to be in before the PATH, and names them all', async () => {
    await tool('tool-22');
    const known = join(folder, 'known');
    await mkdir(known);
    const there = join(known, 'tool-17');
    await writeFile(there, '#!/bin/sh\n');
    await chmod(there, 0o755);
    const places = [join(folder, 'nowhere'), known];
    expect(await findTool({ ...wanted, places })).toBe(there);
    await expect(findTool({ ...wanted, commands: ['absent'], places })).rejects.toThrow(
      `Tool was not found (looked for absent in ${places.join(', ')}, the PATH).`,
    );
  });

  it('prefers the newest version on the PATH', async () => {
    await tool('tool');
    await tool('tool-9');
    const newest = await tool('tool-20');
    await tool('tool-17');
    expect(await findTool(wanted)).toBe(newest);
  });

  it('asks whoever knows, last of all', async () => {
    const hidden = join(folder, 'hidden');
    await mkdir(hidden);
    await writeFile(join(hidden, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
    await writeFile(join(folder, 'knows'), `#!/bin/sh\necho "${hidden}/$2"\n`, { mode: 0o755 });
    const asking: WantedTool = { ...wanted, asks: ['knows', '-f', 'tool'] };
    expect(await findTool(asking)).toBe(join(hidden, 'tool'));
    await expect(findTool({ ...wanted, asks: ['knows', '-f', 'other'] })).rejects.toThrow('was not found');
    await expect(findTool({ ...wanted, asks: ['nobody', '-f', 'tool'] })).rejects.toThrow('was not found');
    const near = await tool('tool-14');
    expect(await findTool(asking)).toBe(near);
  });

  it('does as it is told, and then nothing else', async () => {
    await tool('tool-22');
    const own = await tool('own');
    expect(await findTool({ ...wanted, explicit: own })).toBe(own);
    process.env['SONDE_TEST_TOOL'] = own;
    expect(await findTool(wanted)).toBe(own);
    process.env['SONDE_TEST_TOOL'] = join(folder, 'not-there');
    await expect(findTool(wanted)).rejects.toThrow('which SONDE_TEST_TOOL names');
    await expect(findTool(wanted)).rejects.toHaveProperty(
      'next',
      'Correct SONDE_TEST_TOOL, or unset it to have the newest Tool on the PATH.',
    );
    await expect(findTool({ ...wanted, explicit: join(folder, 'gone') })).rejects.toHaveProperty(
      'next',
      'Correct it there, or leave it out to have the newest Tool on the PATH.',
    );
  });

  it('takes neither folders nor files that do not run', async () => {
    await mkdir(join(folder, 'tool-22'));
    await writeFile(join(folder, 'tool-21'), 'text', { mode: 0o644 });
    const failure = { code: 'tool-missing', blame: 'environment' };
    await expect(findTool(wanted)).rejects.toMatchObject(failure);
    const next =
      'Install it with `apt-get install -y tool-22`, or set SONDE_TEST_TOOL; `sonde doctor` checks again.';
    await expect(findTool(wanted)).rejects.toHaveProperty('next', next);
  });

  it('tells the version', async () => {
    expect(await toolVersion(await tool('tool'))).toBe('tool version 1.2');
  });
});
