// The record of a run as a file, for people: what happened at each event (docs/formats/osprey-record.md).

import { open } from 'node:fs/promises';
import type { RecordedEvent, RunRecord } from '@sonde/engine-native';

/** What a strand does, by kind of event; `#` stands for the number of its subject. */
const words: Readonly<Record<string, string>> = {
  spawn: 'spawns fiber #',
  await: 'awaits fiber #',
  send: 'sends to channel #',
  receive: 'receives from channel #',
  yield: 'yields',
  done: 'is done',
  perform: 'performs',
  answered: 'has answered',
  resume: 'resumes',
  handle: 'handles',
  print: 'prints',
  wait: 'waits:',
  end: 'ends',
};

/** Of a text from outside, what a line has room for. */
const mostText = 80;

export class RecordFile implements RunRecord {
  readonly unit = 'scheduling events';
  readonly #events: RecordedEvent[] = [];
  readonly #names = new Map<number, string>([[1, 'main']]);
  /** Where the next line begins. */
  #read = 0;
  #isHeaderRead = false;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    readonly closed: boolean,
  ) {}

  /** A record only gets longer: what was read once stays. */
  events(): Promise<readonly RecordedEvent[]> {
    const reading = this.#reading.then(() => this.#readOn());
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #readOn(): Promise<readonly RecordedEvent[]> {
    const file = await open(this.path);
    try {
      const { size } = await file.stat();
      const data = Buffer.alloc(Math.max(0, size - this.#read));
      const { bytesRead } = await file.read(data, 0, data.length, this.#read);
      // A line that is just being written is read next time.
      const whole = data.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
      for (const line of data.subarray(0, whole).toString('utf8').split('\n')) this.#take(line);
      this.#read += whole;
    } finally {
      await file.close();
    }
    return this.#events;
  }

  #take(line: string): void {
    if (!this.#isHeaderRead) {
      this.#isHeaderRead = line === 'events';
      return;
    }
    const found = /^(\d+) (\d+) ([a-z]+) (-?\d+) (\d+)(?: (.*))?$/.exec(line);
    if (found === null || Number(found[1]) !== this.#events.length + 1) return;
    const [, , strand, kind, subject, next, data = ''] = found as unknown as readonly string[];
    this.#events.push({
      number: this.#events.length + 1,
      kind: kind === 'input' ? 'input' : 'event',
      text: this.#text(Number(strand), kind!, subject!, Number(next), data),
    });
  }

  #text(strand: number, kind: string, subject: string, next: number, data: string): string {
    // Strands count up as they are made.
    if (kind === 'spawn') this.#names.set(this.#names.size + 1, `fiber ${subject}`);
    if (kind === 'handle') this.#names.set(this.#names.size + 1, `body of ${data}`);
    if (kind === 'input') return `${this.#name(strand)} is given ${inputText(data, subject)}`;
    const done = (words[kind] ?? kind).replace('#', subject);
    const about = kind === 'resume' ? this.#name(Number(subject)) : data;
    const goesOn = next === strand ? '' : `; ${this.#name(next)} goes on`;
    return `${this.#name(strand)} ${[done, about].filter(part => part !== '').join(' ')}${goesOn}`;
  }

  #name(strand: number): string {
    return this.#names.get(strand) ?? `strand ${strand}`;
  }
}

/** `input "a line"`, `random 12`. */
function inputText(data: string, subject: string): string {
  const [, what = data, text] = /^(\S+) (.*)$/s.exec(data) ?? [];
  if (text === undefined) return what === 'input' ? 'no input' : `${what} ${subject}`;
  return `${what} "${text.length > mostText ? `${text.slice(0, mostText)}…` : text}"`;
}
