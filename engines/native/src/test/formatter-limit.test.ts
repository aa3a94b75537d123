// The limit of time for LLDB's formatters: it ends what runs wild, and nothing else.

import { describe, expect, it } from 'vitest';
import { toolsMissing } from './fixtures.js';
import { printedInLldb } from './lldb-script.js';

const prelude = `import threading, time
from bridge.formatter_limit import FormatterLimit
def wild(seconds=None):
  end = None if seconds is None else time.monotonic() + seconds
  while end is None or time.monotonic() < end:
    try: sum(range(100))
    except Exception: pass
`;

const printed = (script: string) => printedInLldb(prelude + script);

describe.skipIf(toolsMissing)('a formatter', () => {
  it('that runs wild is ended, one after the other', async () => {
    const lines = await printed(`
for nth in range(3):
  began = time.monotonic()
  limit = FormatterLimit(0.2)
  with limit: wild()
  took = time.monotonic() - began
  say("ended", nth, limit.passed, took >= 0.2)
calm = FormatterLimit(60)
with calm: pass
say("calm", calm.passed)
`);
    expect(lines).toEqual(['ended 0 True True', 'ended 1 True True', 'ended 2 True True', 'calm False']);
  });

  it('that runs beside a wild one on another thread is left alone', async () => {
    const lines = await printed(`
found = {}
def run(name, seconds, work):
  with FormatterLimit(seconds) as limit: work()
  found[name] = limit.passed
threads = [
  threading.Thread(target=run, args=("wild", 0.1, wild)),
  threading.Thread(target=run, args=("busy", 60, lambda: wild(1))),
  threading.Thread(target=run, args=("idle", 60, lambda: time.sleep(1))),
]
for thread in threads: thread.start()
for thread in threads: thread.join()
say("found", sorted(found.items()))
`);
    expect(lines).toEqual(["found [('busy', False), ('idle', False), ('wild', True)]"]);
  });

  it('has its time from when it begins, and whoever runs after it is left alone', async () => {
    const lines = await printed(`
limit = FormatterLimit(1)
time.sleep(1.1)
with limit: wild(0.1)
say("early", limit.passed)
short = FormatterLimit(0.05)
with short: pass
wild(0.5)
say("late", short.passed)
`);
    expect(lines).toEqual(['early False', 'late False']);
  });

  it('that goes on when one that it called was ended is ended as well', async () => {
    const lines = await printed(`
def called():
  try: wild(0.01)
  except BaseException: pass
def calling():
  while True: called()
with FormatterLimit(0.2) as limit: calling()
say("ended", limit.passed)
`);
    expect(lines).toEqual(['ended True']);
  });

  it('that runs wild costs only its own value', async () => {
    const lines = await printed(`
from bridge import synthetic
synthetic._view = lambda session, item: wild() if item == "wild" else {"summary": item}
for answer in synthetic.views(None, ["a", "wild", "b", "c"]): say(sorted(answer), answer.get("summary"))
`);
    expect(lines).toEqual(["['summary'] a", "['trouble'] None", "['summary'] b", "['summary'] c"]);
  });

  it('starts no thread of its own', async () => {
    const lines = await printed(`
started = []
usual = threading.Thread.start
def start(thread):
  started.append(thread)
  usual(thread)
threading.Thread.start = start
for nth in range(100):
  with FormatterLimit(60): pass
say("threads", len(started))
`);
    expect(lines).toEqual(['threads 1']);
  });
});
