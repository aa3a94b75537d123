import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DapClient } from '@sonde/editor/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLanguages } from '../languages.js';
import { packedExtension, type PackedExtension } from './vsix.js';

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), 'sonde-unpacked-'));
/** Elsewhere and under another name, as where VS Code unpacks it. */
const unpacked = join(home, 'sonde.sonde-0.1.0');
const sonde = join(unpacked, 'adapter', 'clients', 'cli', 'sonde.mjs');

let packed: PackedExtension;
beforeAll(async () => {
  packed = await packedExtension();
  cpSync(packed.stage, unpacked, { recursive: true });
});
afterAll(() => {
  packed.remove();
  rmSync(home, { recursive: true, force: true });
});

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(unpacked.length + 1));

describe('the .vsix', () => {
  it('is small, and has no sources, maps, tests or packages in it', () => {
    expect(statSync(packed.vsix).size).toBeLessThan(10_000_000);
    const odd = filesBelow(unpacked).filter(file =>
      /\.(?:ts|map|test\.js|pyc)$|node_modules|\/test\//.test(file),
    );
    expect(odd).toEqual([]);
  });

  it('has every file that its manifest names', () => {
    const text = readFileSync(join(unpacked, 'package.json'), 'utf8');
    const named = [...text.matchAll(/"\.\/([\w./-]+\.\w+)"/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(file => !filesBelow(unpacked).includes(file))).toEqual([]);
  });

  it('has an extension that needs nothing but Node and VS Code', () => {
    // Those of webviews run in a page.
    const code = readdirSync(join(unpacked, 'dist'), { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => readFileSync(join(unpacked, 'dist', name), 'utf8'));
    const needed = code.flatMap(text =>
      [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name!),
    );
    expect(needed).toContain('vscode');
    expect(needed.filter(name => !name.startsWith('./') && !isBuiltin(name) && name !== 'vscode')).toEqual(
      [],
    );
  });

  it('has an adapter that debugs from where it was unpacked, with the examples and files of every language', async () => {
    const { stdout } = await run(process.execPath, [sonde, '--version']);
    expect(stdout.trim()).toBe(`sonde 0.1.0`);
    for (const { id, sources } of readLanguages(unpacked)) {
      if (sources.length === 0) continue;
      const examples = readdirSync(join(unpacked, 'adapter', 'languages', id, 'examples'));
      expect(examples.some(name => sources.some(ending => name.endsWith(ending)))).toBe(true);
    }
    const program = join(unpacked, 'adapter', 'languages', 'mini', 'examples', 'tour.mini');
    const client = DapClient.start(process.execPath, [sonde, 'dap', '--language', 'mini']);
    try {
      await client.initialize('sonde');
      await client.launch({ program, stopOnEntry: true });
      const { threadId, reason } = await client.stopped();
      expect(reason).toBe('entry');
      await client.stepOver(threadId);
      expect((await client.stackTrace(threadId))[0]!['line']).toBeGreaterThan(1);
    } finally {
      await client.disconnect();
    }
  });

  it('brings native programs what they are compiled and debugged with', () => {
    const files = filesBelow(unpacked);
    expect(
      files.some(file => file.startsWith('adapter/engines/native/bridge/') && file.endsWith('.py')),
    ).toBe(true);
    const natives = readLanguages(unpacked).filter(({ isNative }) => isNative);
    expect(natives.length).toBeGreaterThan(0);
    // Each is either the system's own C, or compiles a runtime of its own.
    const runtimes = files.filter(file => /^adapter\/languages\/\w+\/src\/runtime\/.+\.c$/.test(file));
    expect(runtimes.length).toBeGreaterThan(0);
  });
});
