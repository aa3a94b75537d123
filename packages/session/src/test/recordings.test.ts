// Recordings of a session: written on request and at its end, launched again elsewhere, refused where they must be.

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { decodeRecording, encodeRecording } from '../recording/recording-file.js';
import { requireRecordingPlace } from '../recording/save-recording.js';
import { ScriptedTime } from './scripted-time.js';
import { ScriptedSession } from './scripted-session.js';

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function recordable(): ScriptedSession {
  const session = new ScriptedSession();
  new ScriptedTime(session.script);
  return session;
}

const replay = (session: ScriptedSession, recording: string) =>
  session.launch({}, undefined, { program: undefined, recording });

/** The launch alone: one that is refused never stops. */
async function refused(session: ScriptedSession, recording: string): Promise<unknown> {
  const { client } = session.connect();
  await client.initialize({ adapterID: 'scripted-dap' });
  return client.request('launch', { recording });
}

it('writes the recording to a file, or answers with it', async () => {
  const folder = await scratch();
  const { client } = await recordable().launch();
  const path = join(folder, 'run.sonde');
  const { bytes } = (await client.customRequest('sonde/recording', { path })) as { bytes: number };
  expect((await stat(path)).size).toBe(bytes);
  expect(await readdir(folder)).toEqual(['run.sonde']);
  const answer = (await client.customRequest('sonde/recording', {})) as { name: string; data: string };
  expect(answer.name).toBe('p.sonde');
  const found = await decodeRecording(Buffer.from(answer.data, 'base64'), 'it');
  expect(found).toMatchObject({ language: 'scripted', program: '/p.scripted', image: { of: '/p.scripted' } });
  expect(Buffer.from(found.log).toString()).toBe('what happened');
  await expect(
    client.customRequest('sonde/recording', { path: join(folder, 'no', 'where.sonde') }),
  ).rejects.toThrow('the recording cannot be written to');
});

it('is refused before the run where its folder is missing or is none', async () => {
  const folder = await scratch();
  await writeFile(join(folder, 'file'), 'no folder');
  await expect(requireRecordingPlace(join(folder, 'no', 'where.sonde'))).rejects.toThrow(
    `there is no folder ${join(folder, 'no')}`,
  );
  await expect(requireRecordingPlace(join(folder, 'file', 'where.sonde'))).rejects.toThrow('is not a folder');
  await requireRecordingPlace(join(folder, 'where.sonde'));
});

it('takes the place of another recording, and of nothing else', async () => {
  const folder = await scratch();
  const source = join(folder, 'p.scripted');
  await writeFile(source, 'weeks of work');
  const { client } = await recordable().launch();
  const record = (path: string) => client.customRequest('sonde/recording', { path });
  await expect(record(source)).rejects.toThrow('is no recording; it would be overwritten');
  await expect(record(folder)).rejects.toThrow('is no recording; it would be overwritten');
  expect(await readFile(source, 'utf8')).toBe('weeks of work');
  await record(join(folder, 'run.sonde'));
  await record(join(folder, 'run.sonde'));
});

it('writes it when the session ends, if the launch asked for that', async () => {
  const file = join(await scratch(), 'run.sonde');
  const session = recordable();
  const { client } = await session.launch({}, undefined, { record: { file } });
  const terminated = client.once('terminated');
  session.script.tell({ kind: 'exited', status: { code: 3 } });
  session.script.tell({ kind: 'ended' });
  await terminated;
  expect((await decodeRecording(await readFile(file), file)).program).toBe('/p.scripted');
});

it('says so when there will be no recording to write', async () => {
  const { client } = new ScriptedSession().connect();
  await client.initialize({ adapterID: 'scripted-dap' });
  const launch = client.request('launch', { program: '/p.scripted', record: { file: 'run.sonde' } });
  await expect(launch).rejects.toThrow('a run of Scripted is not recorded');
});

it('replays a recording: nothing is built, and what was logged goes to the engine', async () => {
  const path = join(await scratch(), 'run.sonde');
  const { client } = await recordable().launch();
  await client.customRequest('sonde/recording', { path });
  const again = recordable();
  await replay(again, path);
  const { settings } = again.script;
  expect(settings).toMatchObject({ program: '/p.scripted', recording: { kind: 'replay' } });
  expect(again.script.targets).toEqual([{ of: '/p.scripted' }]);
  const { recording } = settings!;
  expect(recording?.kind === 'replay' && Buffer.from(recording.data).toString()).toBe('what happened');
});

it('shows the sources that came with it, and takes them away at the end', async () => {
  const folder = await scratch();
  const path = join(folder, 'run.sonde');
  const name = 'größe 1\u0007.scripted';
  const source = { path: `/nowhere/on/this/machine/../${name}`, text: Buffer.from('its text\n') };
  const about = { language: 'scripted', program: source.path, cwd: '/', args: [], options: {}, image: 1 };
  await writeFile(path, await encodeRecording({ ...about, log: Buffer.from(''), sources: [source] }));
  const session = recordable();
  session.script.sources = [{ name, path: source.path }];
  const { client } = await replay(session, path);
  const { sources } = await client.request('loadedSources', {});
  const [shown] = sources;
  // By its own name, so that a breakpoint may be set in `größe 1.scripted:3`; without what terminals would do.
  expect(basename(shown!.path!)).toBe('größe 1_.scripted');
  expect(await readFile(shown!.path!, 'utf8')).toBe('its text\n');
  expect(await client.request('source', { source: shown!, sourceReference: 0 })).toEqual({
    content: 'its text\n',
  });
  const terminated = client.once('terminated');
  await client.request('disconnect', { terminateDebuggee: true });
  await terminated.catch(() => undefined);
  await session.sessions.closeAll('over');
  await expect(stat(shown!.path!)).rejects.toThrow('ENOENT');
});

it('opens no file of this machine that a recording only names', async () => {
  const folder = await scratch();
  const path = join(folder, 'run.sonde');
  const secret = join(folder, 'secret.txt');
  await writeFile(secret, 'secret');
  const about = { language: 'scripted', program: secret, cwd: '/', args: [], options: {}, image: 1 };
  await writeFile(path, await encodeRecording({ ...about, log: Buffer.from(''), sources: [] }));
  const session = recordable();
  session.script.sources = [{ name: 'secret.txt', path: secret }];
  const { client } = await replay(session, path);
  await expect(client.request('source', { source: { path: secret }, sourceReference: 0 })).rejects.toThrow(
    'is not available',
  );
});

it('refuses recordings of languages that only run programs for real', async () => {
  const path = join(await scratch(), 'run.sonde');
  const { client } = await recordable().launch();
  await client.customRequest('sonde/recording', { path });
  await expect(refused(new ScriptedSession(), path)).rejects.toThrow('cannot be replayed');
});

it('refuses files that are not there or not recordings, by name', async () => {
  const folder = await scratch();
  await writeFile(join(folder, 'notes.txt'), 'dear diary');
  await expect(refused(recordable(), join(folder, 'missing.sonde'))).rejects.toThrow('missing.sonde');
  await expect(refused(recordable(), join(folder, 'notes.txt'))).rejects.toThrow(
    'notes.txt is no recording of Sonde',
  );
  await expect(refused(recordable(), folder)).rejects.toThrow('"recording"');
});
