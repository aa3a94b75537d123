import { dirname } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { connect, type Profile, type TestClient } from '@sonde/testkit';
import {
  closeAfterTest,
  describeUnlessMissing,
  expectTranscript,
  transcriptOfTest,
} from '@sonde/testkit/vitest';
import { describe, it } from 'vitest';
import { stdio } from './fixtures.js';
import { cProfile, miniProfile } from './profiles.js';

/** The same short session in both languages: what a client sees, message by message. */
async function shortSession({ program }: Profile): Promise<TestClient> {
  const client = closeAfterTest(await connect(stdio(), { initialize: { supportsProgressReporting: false } }));
  await client.launch({ program }, each => each.setBreakpoints(program, ['#call']));
  await client.waitForStop({ reason: 'breakpoint' });
  const frame = await client.topFrame();
  await client.request('variables', { variablesReference: await client.localsReference(frame) });
  await client.stepIn();
  await client.stepOut();
  await client.setBreakpoints(program, []);
  await client.runToEnd();
  return client;
}

/** What depends on the machine or on who is faster today says nothing here. */
const incidental = {
  paths: { '${fixtures}': dirname(miniProfile.program) },
  without: [
    'checksums',
    'memoryReference',
    'instructionReference',
    'instructionPointerReference',
    'moduleId',
    'namedVariables',
    'totalFrames',
  ],
};
const asked = new Set([
  'setBreakpoints',
  'configurationDone',
  'stackTrace',
  'scopes',
  'variables',
  'stepIn',
  'stepOut',
  'continue',
]);
const told = new Set(['initialized', 'stopped', 'output', 'exited', 'terminated']);

function logTo(transcript: ReturnType<typeof transcriptOfTest>, client: TestClient): void {
  transcript.entries(client.timeline.entries, message =>
    message.type === 'event' ? told.has(message.event) : asked.has(message.command),
  );
}

describe('a short session', () => {
  it('looks like this on a virtual machine', async () => {
    const transcript = transcriptOfTest(incidental);
    logTo(transcript, await shortSession(miniProfile));
    expectTranscript(transcript, 'short-session-mini');
  });
});

describeUnlessMissing('a short native session', (await nativeTools()).missing, () => {
  it('looks like this under LLDB', async () => {
    const transcript = transcriptOfTest(incidental);
    logTo(transcript, await shortSession(cProfile));
    expectTranscript(transcript, 'short-session-c');
  });
});
