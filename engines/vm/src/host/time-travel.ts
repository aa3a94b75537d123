// What an engine answers about time, by asking the thread.

import type {
  LaunchSettings,
  Place,
  StopId,
  Timeline,
  TimelineQuery,
  TimePosition,
  TimeSpan,
  TimeTravel,
  ValueHistory,
} from '@sonde/engine';
import type { MachineImage } from '../machine.js';
import type { WorkerSetup } from '../messages.js';
import { imageHash } from '../recording/image-hash.js';
import { decodeRecording, otherProgram } from '../recording/recording-file.js';
import type { WorkerLink } from './worker-link.js';

export interface TimeHost {
  readonly link: WorkerLink;
  /** Throws when the stop is over. */
  readonly check: (stop: StopId) => void;
  /** Sets the program moving by a question that may be refused. */
  readonly move: (ask: () => Promise<unknown>) => Promise<void>;
}

const encoder = new TextEncoder();

export class TimeQuestions implements TimeTravel {
  /** Recordings that somebody takes. */
  readonly #taken = new Set<Promise<void>>();

  constructor(private readonly host: TimeHost) {}

  async span(): Promise<TimeSpan> {
    return this.host.link.ask('span', {});
  }

  async timeline(query: TimelineQuery, signal?: AbortSignal): Promise<Timeline> {
    return answered(this.host.link.askFor('timeline', { query }), signal);
  }

  async goTo(stop: StopId, position: TimePosition): Promise<void> {
    this.host.check(stop);
    await this.host.move(() => this.host.link.ask('goTo', { stop, position }));
  }

  async history(stop: StopId, place: Place, limit: number, signal?: AbortSignal): Promise<ValueHistory> {
    this.host.check(stop);
    return answered(this.host.link.askFor('history', { stop, place, limit }), signal);
  }

  async discard(branch: number): Promise<void> {
    await this.host.link.ask('discard', { branch });
  }

  /** Counts as being taken from now on, before anybody reads from it. */
  recording(signal?: AbortSignal): AsyncIterable<Uint8Array> {
    let done: () => void = () => undefined;
    const taken = new Promise<void>(resolve => (done = resolve));
    this.#taken.add(taken);
    return this.#pieces(signal, () => {
      this.#taken.delete(taken);
      done();
    });
  }

  async *#pieces(signal: AbortSignal | undefined, done: () => void): AsyncIterable<Uint8Array> {
    try {
      for (let first = true; ; first = false) {
        signal?.throwIfAborted();
        const piece = await this.host.link.ask('recording', { first });
        if (piece === undefined) return;
        yield encoder.encode(piece);
      }
    } finally {
      done();
    }
  }

  /** The program is over: answers when nobody takes its recording any more, who may begin in the event of its end. */
  async finished(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve));
    while (this.#taken.size > 0) await Promise.all(this.#taken);
  }
}

/** Who gives up is told so by the thread, once it has come back to where it was. */
async function answered<Answer>(
  asked: { readonly answer: Promise<Answer>; readonly cancel: () => void },
  signal: AbortSignal | undefined,
): Promise<Answer> {
  signal?.addEventListener('abort', asked.cancel, { once: true });
  if (signal?.aborted === true) asked.cancel();
  try {
    return await asked.answer;
  } finally {
    signal?.removeEventListener('abort', asked.cancel);
  }
}

/** For checkpoints of a recording that is replayed. In bytes. */
const replayBudget = 256 * 1024 * 1024;

/** Undefined where nothing is recorded. Throws a Failure for a recording that cannot be replayed with this program. */
export function recordingOf(
  { noDebug, recording }: Pick<LaunchSettings, 'noDebug' | 'recording'>,
  image: MachineImage,
): WorkerSetup['recording'] {
  if (noDebug || recording === undefined || recording.kind === 'off') return undefined;
  if (recording.kind === 'on') {
    const { memoryBudget, stopAtEnd = false } = recording;
    return { memoryBudget, stopAtEnd };
  }
  const replay = decodeRecording(recording.data);
  if (replay.image !== imageHash(image.code)) throw otherProgram();
  return { memoryBudget: replayBudget, replay };
}
