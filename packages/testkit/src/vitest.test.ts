import { expect, test } from 'vitest';
import {
  closeAfterTest,
  describeUnlessMissing,
  describeWithOutside,
  expectTranscript,
  transcriptOfTest,
} from './vitest.js';
import type { SkipRegister } from './vitest.js';

test('a transcript that was logged and asserted passes', () => {
  const transcript = transcriptOfTest();
  transcript.line('a transcript is compared with the file beside the test');
  transcript.data('thread', { threadId: 99 });
  expectTranscript(transcript);
});

test.fails('a transcript that was logged and never asserted fails its test', () => {
  transcriptOfTest().line('nobody looks at this');
});

test.fails('a transcript that differs from its golden fails its test', () => {
  const transcript = transcriptOfTest();
  transcript.line(`always different: ${Math.random()}`);
  // Not in accept mode either: this golden is meant to stay wrong.
  const accept = process.env['SONDE_ACCEPT'];
  delete process.env['SONDE_ACCEPT'];
  try {
    expectTranscript(transcript, 'never-right');
  } finally {
    if (accept !== undefined) process.env['SONDE_ACCEPT'] = accept;
  }
});

test('a transcript to which nothing was logged needs no assertion', () => {
  expect(transcriptOfTest().text).toBe('');
});

test.fails('what fails to close fails its test', () => {
  closeAfterTest({ close: () => Promise.reject(new Error('would not close')) });
});

const closed: string[] = [];
test('what belongs to a test is closed in reverse order', () => {
  closeAfterTest({ close: async () => void closed.push('server') });
  closeAfterTest({ close: async () => void closed.push('client') });
});
test('… and is closed by now', () => {
  expect(closed).toEqual(['client', 'server']);
});

test('tests of something that is missing are skipped, with the reason in name and print', () => {
  const skipped: string[] = [];
  const printed: string[] = [];
  const register: SkipRegister = {
    skip: title => void skipped.push(title),
    print: line => void printed.push(line),
  };
  const body = (): never => expect.unreachable('the body of a skipped suite was run');
  describeUnlessMissing('stepping', 'the tool is not installed', body, register);
  describeWithOutside('schemas', 'no/such/file', body, register);
  const absent = 'outside file no/such/file is absent; set SONDE_SHARED_DATA to the folder that has it';
  expect(skipped).toEqual(['stepping (skipped: the tool is not installed)', `schemas (skipped: ${absent})`]);
  expect(printed).toEqual([
    'skipped: stepping (the tool is not installed)\n',
    `skipped: schemas (${absent})\n`,
  ]);
});

describeUnlessMissing('something that is there', undefined, () => {
  test('is tested', ({ task }) => {
    expect(task.suite?.name).toBe('something that is there');
  });
});
