// Tests of the extension, run by `node --test` with STEPS_DAP naming the adapter. Titles quote what the Osprey debugger spec,
// section "Reusable Debugger Helpers" [DEBUGGER-REUSE], asks of the editor layer; outside.test.ts has the compiler layer.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { EditorFailure, findTool } from '@sonde/editor';
import { DapClient, pollUntil, stubDocument, stubEditor } from '@sonde/editor/testing';
import { completed, findAdapter, prepare } from './start.js';
import * as steps from './steps.js';

const adapterPath = process.env['STEPS_DAP'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'steps-'));
after(() => rmSync(folder, { recursive: true }));

const lines = [
  'to add(a, b)',
  '  let sum = a + b',
  '  give sum',
  'end',
  'let x = 1',
  'let y = call add(x, 2)',
  'print "y " + y',
  '',
];
const program = join(folder, 'add.steps');
writeFileSync(program, lines.join('\n'));

void describe('[DEBUGGER-REUSE] Generic debugger utilities MUST NOT be re-implemented per language', () => {
  void it('DAP adapter resolution (setting override → common toolchain paths → PATH, with a precise missing-tool error)', async () => {
    assert.equal((await findAdapter({ adapterPath })).path, adapterPath);
    const empty = { platform: 'linux', env: { PATH: '/p' }, home: '/h' } as const;
    const files = new Set(['/opt/steps-2/bin/steps-dap', '/p/steps-dap-7']);
    const host = {
      ...empty,
      isExecutable: (file: string) => Promise.resolve(files.has(file)),
      namesIn: (place: string) =>
        Promise.resolve(
          [...files]
            .filter(file => file.startsWith(`${place}/`))
            .map(file => file.slice(place.length + 1).split('/')[0]!),
        ),
    };
    assert.equal((await findTool(steps.adapter(''), host)).path, '/opt/steps-2/bin/steps-dap');
    files.delete('/opt/steps-2/bin/steps-dap');
    assert.equal((await findTool(steps.adapter(undefined), host)).path, '/p/steps-dap-7');
    files.clear();
    await assert.rejects(findTool(steps.adapter(''), host), (error: unknown) => {
      assert.ok(error instanceof EditorFailure);
      assert.equal(error.command, 'npm install -g steps-dap');
      assert.match(
        error.message,
        /steps\.adapterPath \(empty\), \/h\/\.steps\/bin, \/opt\/steps-\*\/bin, \/p \(PATH\)/,
      );
      return true;
    });
  });

  void it('Debug-launch config synthesis/normalization (empty F5 config → defaults, missing program → active file / entry artifact, profile merge)', () => {
    const made = { type: 'steps', request: 'launch', name: 'Debug add.steps', program };
    assert.deepEqual(completed({}, program, {}), made);
    assert.deepEqual(
      completed({ name: 'Mine', profile: 'slow' }, program, { profiles: { slow: { stopOnEntry: true } } }),
      {
        ...made,
        name: 'Mine',
        stopOnEntry: true,
      },
    );
    assert.throws(() => completed({}, undefined, {}), /no file is shown/);
  });

  void it('Save-dirty-documents-or-reject', async () => {
    const dirty = stubDocument(program, { isDirty: true });
    const editor = { ...stubEditor(), documents: [dirty] };
    await assert.rejects(prepare({ program }, editor, 'reject'), /add\.steps has changes that are not saved/);
    assert.equal(await prepare({ program }, editor, 'ask'), false);
    assert.equal(await prepare({ program }, editor), true);
    assert.equal(dirty.saves(), 1);
  });

  void it('and the pre-launch native build hook', async () => {
    const wrong = join(folder, 'wrong.steps');
    writeFileSync(wrong, 'let x = 1\n  lte y = 2\n');
    const editor = { ...stubEditor(), documents: [] };
    assert.equal(await prepare({ program: wrong }, editor), false);
    assert.deepEqual(editor.listed(), [
      { file: wrong, line: 2, column: 3, severity: 'error', message: 'cannot make sense of "lte y = 2"' },
    ]);
    assert.match(editor.shown[0]!.text, /wrong\.steps:2/);
  });

  void it('The DAP test harness: a DAP client (initialize/launch/setBreakpoints/continue/stepIn/Out/Over/stackTrace/scopes/variables/evaluate), poll helpers, and UI stubs', async t => {
    const client = DapClient.start(process.execPath, [adapterPath]);
    t.after(() => client.disconnect());
    await client.initialize('steps');
    await client.launch({ ...completed({}, program, {}) }, async () => {
      assert.equal((await client.setBreakpoints(program, [5]))[0]!['verified'], true);
    });
    const { threadId, reason } = await client.stopped();
    assert.equal(reason, 'breakpoint');
    const lineNow = async (): Promise<unknown> => (await client.stackTrace(threadId))[0]!['line'];
    await client.stepOver(threadId);
    assert.equal(await lineNow(), 6);
    await client.stepIn(threadId);
    assert.equal(await lineNow(), 2);
    const [frame] = await client.stackTrace(threadId);
    const [scope] = await client.scopes(Number(frame!['id']));
    const variables = await client.variables(Number(scope!['variablesReference']));
    assert.deepEqual(
      variables.map(each => `${String(each['name'])} = ${String(each['value'])}`),
      ['a = 1', 'b = 2'],
    );
    assert.equal(await client.evaluate('a + b', Number(frame!['id'])), '3');
    await client.stepOut(threadId);
    const output = (): string =>
      client.events.map(({ body }) => (body['output'] as string | undefined) ?? '').join('');
    await client.continue(threadId);
    await client.waitFor('terminated');
    await pollUntil(output, text => text.includes('y 3'), { what: 'the output of the program' });
  });
});

void it('[DEBUGGER-REUSE] Only the genuinely language-specific bits stay in each extension: the debug type, adapter name, compiler/build command, and toolchain-specific paths', () => {
  assert.deepEqual(Object.keys(steps).sort(), [
    'adapter',
    'adapterVersion',
    'checkCommand',
    'debugType',
    'language',
  ]);
  const source = readFileSync(new URL('steps.js', import.meta.url), 'utf8');
  assert.ok(source.split('\n').length < 60);
});
