import { describe, expect, it } from 'vitest';
import { stubEditor, type StubbedEditor } from '../testing/editor-stubs.js';
import { pollUntil } from '../testing/poll-until.js';
import { buildBeforeLaunch, type BuildCommand, type BuildOutcome } from './build-hook.js';

const command = (code: string, more: Partial<BuildCommand> = {}): BuildCommand => ({
  title: 'Building a.x',
  tool: 'probec',
  command: process.execPath,
  args: ['-e', code],
  cwd: '/',
  ...more,
});

const build = (editor: StubbedEditor, made: BuildCommand): Promise<BuildOutcome> =>
  buildBeforeLaunch(made, editor);

describe('the build before a launch', () => {
  it('shows progress, and warnings as problems', async () => {
    const editor = stubEditor();
    const outcome = await build(editor, command('console.error("a.x:1:2: warning: hm")'));
    expect(outcome.kind).toBe('built');
    expect(editor.worked).toEqual(['Building a.x']);
    expect(editor.listed()).toMatchObject([{ file: '/a.x', severity: 'warning', message: 'hm' }]);
  });

  it('that fails says where, and clears what the build before it found', async () => {
    const editor = stubEditor();
    await build(editor, command('console.error("old.x:1:1: warning: old")'));
    const failing = command('console.error("a.x:3:2: error: bad\\na.x:4:1: error: worse"); process.exit(1)');
    expect(await build(editor, failing)).toMatchObject({
      kind: 'failed',
      message: 'The build failed. a.x:3: bad And 1 more.',
    });
    expect(editor.listed().map(({ message }) => message)).toEqual(['bad', 'worse']);
  });

  it('that fails without a place says its last words', async () => {
    const outcome = await build(
      stubEditor(),
      command('console.error("one\\nno licence\\n"); process.exit(3)'),
    );
    expect(outcome).toMatchObject({ message: 'probec ended with code 3: no licence' });
    expect(await build(stubEditor(), command('process.exit(3)'))).toMatchObject({
      message: 'probec ended with code 3: it says nothing.',
    });
  });

  it('without its tool names it and the command that installs it', async () => {
    const missing = command('', { command: '/no/such/probec', install: 'apt install probec' });
    await expect(build(stubEditor(), missing)).rejects.toMatchObject({
      message: 'probec was not found: there is no /no/such/probec.',
      command: 'apt install probec',
    });
    await expect(build(stubEditor(), command('', { command: '/' }))).rejects.toThrow('could not be started');
  });

  it('that crashes or takes too long is no failed compilation', async () => {
    const crash = command('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000)');
    await expect(build(stubEditor(), crash)).rejects.toThrow('probec crashed: it was ended by SIGSEGV.');
    const slow = command('setInterval(() => {}, 1000)', { timeoutMs: 200 });
    await expect(build(stubEditor(), slow)).rejects.toThrow(
      'did not end within 0.2 seconds, and was stopped',
    );
  });

  it('can be cancelled, and leaves no process behind', async () => {
    const editor = stubEditor();
    let said = '';
    const inner = 'process.stdout.write("here"); setInterval(() => {}, 1000)';
    const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })`;
    const outcome = buildBeforeLaunch(command(outer), { ...editor, output: text => (said += text) });
    await pollUntil(
      () => said,
      text => text.includes('here'),
      { what: 'the inner process' },
    );
    editor.cancel();
    // The inner one holds the output too: it comes to an end only when both are gone.
    expect(await outcome).toEqual({ kind: 'cancelled' });
  });

  it('does not start when it was cancelled before', async () => {
    const editor = stubEditor();
    const progress: typeof editor.progress = { during: (_title, work) => work(AbortSignal.abort()) };
    expect(await buildBeforeLaunch(command('process.exit(1)'), { ...editor, progress })).toEqual({
      kind: 'cancelled',
    });
  });
});
