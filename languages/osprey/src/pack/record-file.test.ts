// The record of a run in words.

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { RecordFile } from './record-file.js';

const header = 'osprey-record 1\nruntime 1\nprogram 5b13b0b19dc6428b\nseed 20\nargument events\nevents\n';

function recordOf(events: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'run.rec');
  writeFileSync(path, header + events);
  return path;
}

const textsOf = async (record: RecordFile): Promise<readonly string[]> =>
  (await record.events()).map(({ number, kind, text }) => `${number} ${kind}: ${text}`);

it('tells who did what, and who goes on', async () => {
  const path = recordOf(
    '1 1 spawn 2 2\n2 2 perform 0 1 Count.bump\n3 1 handle 0 3 Ask\n4 3 wait 1 1 arm\n5 1 resume 3 3\n' +
      '6 3 print 1325983376 3\n7 3 input 0 3 input a \\\\ line\n8 1 input 12 1 random\n9 1 input 0 1 input\nend 9\n',
  );
  expect(await textsOf(new RecordFile(path, true))).toEqual([
    '1 event: main spawns fiber 2; fiber 2 goes on',
    '2 event: fiber 2 performs Count.bump; main goes on',
    '3 event: main handles Ask; body of Ask goes on',
    '4 event: body of Ask waits: arm; main goes on',
    '5 event: main resumes body of Ask; body of Ask goes on',
    '6 event: body of Ask prints',
    '7 input: body of Ask is given input "a \\\\ line"',
    '8 input: main is given random 12',
    '9 input: main is given no input',
  ]);
});

it('reads on while the run goes on, and no line that is not yet whole', async () => {
  const path = recordOf('1 1 spawn 2 2\n2 2 se');
  const record = new RecordFile(path, false);
  expect(await record.events()).toHaveLength(1);
  appendFileSync(path, 'nd 7 1\n3 1 await 2 2\n');
  expect((await textsOf(record)).slice(1)).toEqual([
    '2 event: fiber 2 sends to channel 7; main goes on',
    '3 event: main awaits fiber 2; fiber 2 goes on',
  ]);
});

it('leaves out what is damaged, and all behind it', async () => {
  const path = recordOf('1 1 spawn 2 2\nwhat is this?\n3 1 await 2 2\n');
  expect(await new RecordFile(path, true).events()).toHaveLength(1);
});
