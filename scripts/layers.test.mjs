import { describe, expect, it } from 'vitest';
import { brief, scratchTree, workspaceFiles } from './lib/scratch-tree.mjs';
import { checkLayers } from './layers.mjs';

const engine = { folder: 'packages/engine', name: '@sonde/engine' };
const dap = { folder: 'packages/dap', name: '@sonde/dap' };
const testkit = { folder: 'packages/testkit', name: '@sonde/testkit' };
const session = { folder: 'packages/session', name: '@sonde/session' };
const mini = { folder: 'languages/mini', name: '@sonde/language-mini' };

const make = ({ folder, name }, sources, options) => workspaceFiles(folder, name, sources, options);
const plainEngine = make(engine, { 'src/engine.ts': '// Entry.\nexport const one = 1;\n' });
const plainDap = make(dap, { 'src/dap.ts': '// Entry.\nexport const one = 1;\n' });

/** Findings for a tree whose root lists all its workspaces. */
function findingsOf(files, rootManifest = { devDependencies: { vitest: '4' } }) {
  const folders = Object.keys(files)
    .filter(file => file.endsWith('/package.json'))
    .map(file => file.slice(0, -'/package.json'.length));
  const base = scratchTree({
    'package.json': rootManifest,
    'tsconfig.json': { references: folders.map(folder => ({ path: `./${folder}` })) },
    ...files,
  });
  return checkLayers(base);
}

describe('the layers check', () => {
  it('is content with a tree that keeps to the table', () => {
    const findings = findingsOf({
      ...plainEngine,
      ...make(
        { folder: 'packages/lens', name: '@sonde/lens' },
        {
          'src/lens.ts': "// Entry.\nimport { one } from '@sonde/engine';\nexport * from './view.js';\n",
          'src/view.ts':
            "// View.\nimport vm from 'node:vm';\nthis.require('stopped');\n// import 'x';\nconst t = \"import 'y'\";\n",
          'src/view.test.ts': "import { it } from 'vitest';\nimport './view.js';\n",
        },
        { uses: [engine] },
      ),
    });
    expect(findings).toEqual([]);
  });

  it('refuses an import against the table, static, dynamic, re-exported or of a type', () => {
    const source = [
      "import { one } from '@sonde/dap';",
      "export * from '@sonde/dap';",
      "const late = await import('@sonde/dap');",
      "type One = import('@sonde/dap').One;",
      "import type { Two } from '@sonde/dap';",
    ].join('\n');
    const findings = findingsOf({
      ...plainDap,
      ...make(engine, { 'src/engine.ts': source }, { uses: [dap] }),
    });
    expect(brief(findings)).toEqual(
      [1, 2, 3, 4, 5].map(line => `layer packages/engine/src/engine.ts:${line}`),
    );
    expect(findings[0].message).toContain('packages/engine may not import packages/dap');
  });

  it('lets tests import the testkit and nothing else that is above them', () => {
    const vm = { folder: 'engines/vm', name: '@sonde/engine-vm' };
    const files = {
      ...plainDap,
      ...make(testkit, { 'src/testkit.ts': "import '@sonde/dap';" }, { uses: [dap] }),
      ...make(session, { 'src/session.ts': "import '@sonde/dap';" }, { uses: [dap] }),
      ...make(
        vm,
        {
          'src/vm.test.ts': "import '@sonde/testkit';",
          'src/test/whole.ts': "import '@sonde/testkit';",
          'src/vm.ts': "import '@sonde/testkit';",
          'src/other.test.ts': "import '@sonde/session';",
        },
        { uses: [testkit, session] },
      ),
    };
    expect(brief(findingsOf(files))).toEqual([
      'layer engines/vm/src/other.test.ts:1',
      'layer engines/vm/src/vm.ts:1',
    ]);
  });

  it('refuses a workspace that the table does not know', () => {
    const odd = { folder: 'packages/odd', name: '@sonde/odd' };
    expect(brief(findingsOf(make(odd, { 'src/odd.ts': '' })))).toEqual([
      'unknown-workspace packages/odd/package.json',
    ]);
  });

  it('refuses a relative import that leaves its workspace', () => {
    const findings = findingsOf({
      ...plainDap,
      ...make(engine, { 'src/deep/a.ts': "\nimport '../../../dap/src/dap.js';\nimport '../engine.js';\n" }),
    });
    expect(brief(findings)).toEqual(['leaves-workspace packages/engine/src/deep/a.ts:2']);
  });

  it('refuses a path that the package does not export, and a package that is not there', () => {
    const lens = { folder: 'packages/lens', name: '@sonde/lens' };
    const findings = findingsOf({
      ...plainEngine,
      ...make(
        lens,
        {
          'src/lens.ts':
            "import '@sonde/engine/dist/place.js';\nimport '@sonde/engin';\nimport '@sonde/lens';\n",
        },
        { uses: [engine], dependencies: { '@sonde/engin': '1' } },
      ),
    });
    expect(brief(findings)).toEqual([
      'imports-itself packages/lens/src/lens.ts:3',
      'not-exported packages/lens/src/lens.ts:1',
      'unknown-package packages/lens/src/lens.ts:2',
    ]);
  });

  it('refuses an import that is not declared, and a declaration that is not used', () => {
    const lens = { folder: 'packages/lens', name: '@sonde/lens' };
    const findings = findingsOf({
      ...plainEngine,
      ...make(
        lens,
        {
          'src/lens.ts': "import '@sonde/engine';\nimport 'picocolors';\nimport 'vitest';\n",
          'src/lens.test.ts': "import 'vitest';\nimport 'picocolors';\n",
        },
        { dependencies: { ws: '8', '@types/ws': '8' } },
      ),
    });
    expect(brief(findings)).toEqual([
      'missing-reference packages/lens/tsconfig.json',
      'undeclared-dependency packages/lens/src/lens.test.ts:2',
      'undeclared-dependency packages/lens/src/lens.ts:1',
      'undeclared-dependency packages/lens/src/lens.ts:2',
      'undeclared-dependency packages/lens/src/lens.ts:3',
      'unused-dependency packages/lens/package.json',
    ]);
  });

  it('refuses a reference that is not used, and a workspace that the root does not build', () => {
    const base = scratchTree({
      'package.json': {},
      'tsconfig.json': { references: [{ path: './packages/engine' }] },
      ...plainEngine,
      ...plainDap,
      'packages/dap/tsconfig.json': '{ // a comment\n "references": [{ "path": "../engine/" }] }',
    });
    expect(brief(checkLayers(base))).toEqual([
      'not-built tsconfig.json',
      'unused-reference packages/dap/tsconfig.json',
    ]);
  });

  it('keeps Node out of the parts of the protocol that browsers load', () => {
    const findings = findingsOf(
      make(
        dap,
        {
          'src/dap.ts': "import 'node:fs';\nimport 'path';\nimport './node/node.js';\nimport 'ws';\n",
          'src/browser/browser.ts': "import 'node:net';\n",
          'src/node/node.ts': "import 'node:net';\nimport 'ws';\nimport '../dap.js';\n",
          'src/dap.test.ts': "import 'node:fs';\n",
        },
        { dependencies: { ws: '8' } },
      ),
    );
    expect(brief(findings)).toEqual([
      'node-in-browser-part packages/dap/src/browser/browser.ts:1',
      'node-in-browser-part packages/dap/src/dap.ts:1',
      'node-in-browser-part packages/dap/src/dap.ts:2',
      'node-in-browser-part packages/dap/src/dap.ts:3',
      'node-in-browser-part packages/dap/src/dap.ts:4',
    ]);
  });

  it('finds a cycle between workspaces, once', () => {
    const server = { folder: 'packages/server', name: '@sonde/server' };
    const findings = findingsOf({
      ...make(server, { 'src/server.ts': "import '@sonde/session';" }, { uses: [session] }),
      ...make(session, { 'src/session.test.ts': "import '@sonde/server';" }, { uses: [server] }),
    });
    expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'cycle: packages/server → packages/session → packages/server',
    ]);
  });

  it('finds a cycle between folders of a workspace, but not between files of one folder', () => {
    const findings = findingsOf(
      make(engine, {
        'src/engine.ts': "import './host/a.js';\nimport './worker/b.js';\n",
        'src/host/a.ts': "import '../worker/b.js';\nimport './c.js';\nimport '../engine.js';\n",
        'src/host/c.ts': "import './a.js';\n",
        'src/worker/b.ts': "import '../host/c.js';\n",
      }),
    );
    expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      'cycle: packages/engine/src/host → packages/engine/src/worker → packages/engine/src/host',
    ]);
  });
});

describe('the names of languages', () => {
  const miniFiles = make(mini, { 'src/mini.ts': "export const mini = 'mini';\n" });
  const c = make({ folder: 'languages/c', name: '@sonde/language-c' }, { 'src/c.ts': '' });
  const linesNaming = text => {
    const findings = findingsOf({ ...miniFiles, ...c, ...make(engine, { 'src/engine.ts': text }) });
    expect(findings.every(({ rule }) => rule === 'names-a-language')).toBe(true);
    return findings.map(({ line }) => line);
  };

  it('are found in strings, identifiers and comments, whatever their case', () => {
    expect(linesNaming("const id = 'mini';\nparseMini();\nconst MINI_PATH = 1;\n// As in Mini.\n")).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('are not found inside other words', () => {
    expect(linesNaming('const minimum = minify(administer);\n// minimal\n')).toEqual([]);
  });

  it('may be cited as the title of a spec', () => {
    expect(linesNaming('// Mini debug spec 3.1\n// Mini spec 2\n// see mini\n')).toEqual([3]);
  });

  it('of one letter are found as folder and as package', () => {
    const text = "const c = 'c';\nopen('languages/c');\nload('language-c');\nload('language-cobol');\n";
    expect(linesNaming(text)).toEqual([2, 3]);
  });

  it('are refused in the tests of engines, and allowed in the tests, manifests and the one list of clients', () => {
    const cli = { folder: 'clients/cli', name: '@sonde/cli' };
    const findings = findingsOf({
      ...miniFiles,
      ...make({ folder: 'engines/vm', name: '@sonde/engine-vm' }, { 'src/vm.test.ts': '// mini\n' }),
      ...make(
        cli,
        {
          'src/languages.ts': "export { mini } from '@sonde/language-mini';\n",
          'src/help.ts': "export const example = 'tour.mini';\n",
          'src/cli.test.ts': "const program = 'tour.mini';\n",
        },
        { uses: [mini] },
      ),
    });
    expect(brief(findings)).toEqual([
      'names-a-language clients/cli/src/help.ts:1',
      'names-a-language engines/vm/src/vm.test.ts:1',
    ]);
  });
});

describe('what only one language has', () => {
  const native = { folder: 'engines/native', name: '@sonde/engine-native' };
  const found = files => brief(findingsOf({ ...make(native, { 'src/native.ts': '', ...files }) }));

  it('is found in the Python of an engine: libraries, runtimes, compilers, and languages by the names of LLDB', () => {
    const text = [
      '"""Shows values."""',
      'PATTERN = r"^std::vector<"',
      'MEMBER = "_M_impl"',
      'SIGN = "rust_eh_personality"',
      'LANGUAGE = lldb.eLanguageTypeC_plus_plus',
      '# As the runtime of C++ has it.',
      'BEGINS = "__cxa_begin_catch"',
      'STRING = "__cxx11"',
      'LIBRARY = "libstdc++.so"',
      'GROWING = "alloc::vec::Vec<"',
    ].join('\n');
    expect(found({ 'bridge/values.py': text })).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10]
        .map(line => `knows-a-language engines/native/bridge/values.py:${line}`)
        .sort(),
    );
  });

  it('is found in its TypeScript, and is no matter of its tests', () => {
    const text = "const compiler = 'rustc';\nconst rustMissing = 1;\n";
    expect(found({ 'src/tools.ts': text, 'src/tools.test.ts': text, 'src/test/tools.ts': text })).toEqual([
      'knows-a-language engines/native/src/tools.ts:1',
      'knows-a-language engines/native/src/tools.ts:2',
    ]);
  });

  it('is where it belongs in a pack', () => {
    const c = { folder: 'languages/c', name: '@sonde/language-c' };
    const files = make(c, { 'src/c.ts': '', 'bridge/names.py': '"""Names."""\nPATTERN = "std::"\n' });
    expect(brief(findingsOf(files))).toEqual([]);
  });

  it('is not a word that has it inside, a counter, or what LLDB itself compiles', () => {
    const text = '"""Trusts nobody."""\nentrust = lldb.eLanguageTypeC99\n# `c++` and #ifdef __cplusplus\n';
    expect(found({ 'bridge/calls.py': text })).toEqual([]);
  });
});
