import { describe, expect, it } from 'vitest';
import { checkFolders } from './folders.mjs';
import { brief, scratchTree } from './lib/scratch-tree.mjs';

const readme = '# dap\n\nThe wire.\nEntry: `src/dap.ts`.\nImports nothing.\n';
const manifest = { name: '@sonde/dap', exports: { '.': { default: './dist/dap.js' } } };
const inOrder = {
  'packages/dap/package.json': manifest,
  'packages/dap/README.md': readme,
  'packages/dap/src/dap.ts': '// The entry of the protocol.\n',
};
const findingsWith = files => brief(checkFolders(scratchTree({ ...inOrder, ...files })));
const lines = (count, line) => Array.from({ length: count }, () => line).join('\n');

describe('the folders check', () => {
  it('is content with a folder that explains itself', () => {
    expect(findingsWith({})).toEqual([]);
  });

  it('wants a README in every workspace', () => {
    const other = { name: '@sonde/engine', exports: { '.': { default: './dist/engine.js' } } };
    expect(findingsWith({ 'packages/engine/package.json': other })).toEqual([
      'no-readme packages/engine/README.md',
    ]);
  });

  it('wants a README that is neither empty nor a book', () => {
    expect(findingsWith({ 'packages/dap/README.md': '# dap\nsrc/dap.ts\n' })).toEqual([
      'readme-length packages/dap/README.md',
    ]);
    expect(findingsWith({ 'packages/dap/README.md': readme + lines(30, 'More.') })).toEqual([
      'readme-length packages/dap/README.md',
    ]);
  });

  const languageReadme = (
    headings = ['The language', 'In the debugger', 'Compiled programs', 'Deviations'],
  ) =>
    `Entry: src/pack/tiny.ts\n${headings.map(heading => `## ${heading}`).join('\n')}\n${lines(90, 'More.')}`;
  const language = {
    'languages/tiny/package.json': {
      name: '@sonde/language-tiny',
      exports: { '.': './dist/pack/tiny.js' },
    },
    'languages/tiny/README.md': languageReadme(),
    'languages/tiny/src/pack/build.ts': '// Builds a program.\n',
    'languages/tiny/src/test/tiny.test.ts': '',
    'languages/tiny/examples/tour.tiny': '// A program.\n',
    'languages/tiny/conformance/profile.json': '{}',
  };

  it('lets a language explain itself in a page', () => {
    expect(findingsWith(language)).toEqual([]);
  });

  it('wants every language to have the same skeleton', () => {
    expect(findingsWith({ ...language, 'languages/tiny/src/lexer/lexer.ts': '// Cuts a text.\n' })).toEqual([
      'language-skeleton languages/tiny/src/lexer',
    ]);
    expect(
      findingsWith({ ...language, 'languages/tiny/runtime/heap.c': '/* Blocks of memory. */\n' }),
    ).toEqual(['language-skeleton languages/tiny/runtime']);
    const without = Object.fromEntries(
      Object.entries(language).filter(([file]) => !file.endsWith('profile.json')),
    );
    expect(findingsWith(without)).toEqual(['language-skeleton languages/tiny/conformance/profile.json']);
    const headings = languageReadme(['The language', 'Deviations', 'In the debugger', 'Compiled programs']);
    expect(findingsWith({ ...language, 'languages/tiny/README.md': headings })).toEqual([
      'language-headings languages/tiny/README.md',
    ]);
  });

  it('wants the entry file or the command named in the README', () => {
    expect(findingsWith({ 'packages/dap/README.md': readme.replace('dap.ts', 'pad.ts') })).toEqual([
      'readme-entry packages/dap/README.md',
    ]);
    const command = {
      'clients/cli/package.json': { ...manifest, bin: { sonde: './bin/sonde.js' } },
      'clients/cli/README.md': readme.replace('src/dap.ts', 'bin/sonde.js'),
    };
    expect(findingsWith(command)).toEqual([]);
  });

  it('wants every file to say in its first line what it is', () => {
    const files = {
      'packages/dap/src/plain.ts': "import 'node:fs';\n",
      'packages/dap/src/directive.ts': '// oxlint-disable-next-line everything\n',
      'packages/dap/src/terse.ts': '// x\n',
      'packages/dap/src/late.ts': '\n// Says it too late to be seen.\n',
      'packages/dap/bin/run.js': '#!/usr/bin/env node\n// Starts the protocol.\n',
      'packages/dap/bridge/a.py': '"""Answers requests."""\n',
      'packages/dap/bridge/b.py': 'import os\n',
      'packages/dap/src/dap.test.ts': "import { it } from 'vitest';\n",
      'scripts/tool.mjs': 'export {};\n',
    };
    expect(findingsWith(files)).toEqual([
      'first-line packages/dap/bridge/b.py:1',
      'first-line packages/dap/src/directive.ts:1',
      'first-line packages/dap/src/late.ts:1',
      'first-line packages/dap/src/plain.ts:1',
      'first-line packages/dap/src/terse.ts:1',
      'first-line scripts/tool.mjs:1',
    ]);
  });

  it('warns of a long file and refuses one that is never one subject', () => {
    const base = scratchTree({
      ...inOrder,
      'packages/dap/src/long.ts': `// A long file.\n${lines(360, 'export {};')}`,
      'packages/dap/src/too-long.ts': `// A very long file.\n${lines(620, 'export {};')}`,
      'packages/dap/data.json': lines(700, '1'),
    });
    const findings = checkFolders(base);
    expect(brief(findings)).toEqual([
      'long packages/dap/src/long.ts',
      'too-long packages/dap/src/too-long.ts',
    ]);
    expect(findings.filter(each => each.warning).map(({ rule }) => rule)).toEqual(['long']);
  });

  it('refuses what is left for later', () => {
    const mark = ['TO', 'DO'].join('');
    const source = `// A file with a mark.\nconst a = 1; // ${mark}: think\nconst mkdtemp = 'XXXXXX';\n`;
    expect(findingsWith({ 'packages/dap/src/later.ts': source })).toEqual([
      'left-for-later packages/dap/src/later.ts:2',
    ]);
  });

  it('leaves alone what people did not write', () => {
    expect(
      findingsWith({ 'packages/dap/dist/dap.js': 'x', 'packages/dap/node_modules/a/a.js': 'x' }),
    ).toEqual([]);
  });
});
