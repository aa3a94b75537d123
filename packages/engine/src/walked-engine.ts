// A driven engine as random walks in time want it: where it stands, all that can be seen there, what was printed.

import type { HeapReading } from '@sonde/heap';
import type { EngineDriver } from './driver.js';
import type { Granularity } from './motion.js';
import type { StopReason } from './stop.js';
import type { Thread } from './thread.js';
import type { TimePosition, TimeTravel } from './time-travel.js';
import type { Content, RawValue } from './value.js';

/** More frames of a deep stack would only say the same. */
const shownFrames = 12;

const sampledFrames = 300;

type Motion =
  | { readonly kind: 'continue' }
  | { readonly kind: 'step'; readonly how: 'over' | 'in' | 'out'; readonly granularity: Granularity };

export interface WalkedOptions {
  /** Variables that tell of the way on which one came, and not of the moment. */
  readonly ignored?: readonly string[];
  /** `sampled`: of a program with very many objects only those that some of the calls hold are looked at. */
  readonly objects?: 'all' | 'sampled';
}

/** The program has begun, and stands. */
export class WalkedEngine {
  constructor(
    private readonly driver: EngineDriver,
    private readonly options: WalkedOptions = {},
  ) {}

  get #time(): TimeTravel {
    const { time } = this.driver.engine;
    if (time === undefined) throw new Error('nothing is recorded');
    return time;
  }

  get standing() {
    const { stop, reasons } = this.driver;
    const { at, first, last } = stop.time!;
    const hits = reasons.flatMap(hitsOf).sort().join(' ');
    return {
      step: at.step,
      edit: at.edit,
      first: first.step,
      last: last.step,
      midway: reasons.some(({ kind }) => kind === 'exception'),
      isEntry: reasons.some(({ kind }) => kind === 'entry'),
      depth: stop.top?.total ?? 0,
      hits,
    };
  }

  async move(motion: Motion, direction: 'forward' | 'back'): Promise<void> {
    await this.driver.move(motion, { direction });
    await this.driver.stopped();
  }

  async goTo(step: number): Promise<void> {
    const { stop } = this.driver;
    await this.#time.goTo(stop.id, { branch: stop.time!.at.branch, step, edit: 0 });
    await this.driver.stopped();
  }

  // On branches.

  get moment(): TimePosition {
    return this.driver.stop.time!.at;
  }

  async goToMoment(moment: TimePosition): Promise<void> {
    await this.#time.goTo(this.driver.stop.id, moment);
    await this.driver.stopped();
  }

  async branches(): Promise<readonly TimePosition[]> {
    return (await this.#time.span()).branches.map(({ last }) => last);
  }

  /** Of the topmost call, or of what all calls see. */
  async change(random: (below: number) => number): Promise<string | undefined> {
    const { engine, stop, top } = this.driver;
    const scopes = await engine.scopes(stop.id, top.id);
    const found = scopes
      .filter(({ kind }) => kind === 'arguments' || kind === 'locals' || kind === 'globals')
      .flatMap(({ variables }) => variables)
      .flatMap(({ name, value }) => {
        const { place } = value;
        const changed = otherContent(value.content, random);
        return place === undefined || changed === undefined
          ? []
          : [{ name, place, value: { ...value, content: changed } }];
      });
    const chosen = found[random(Math.max(1, found.length))];
    if (chosen === undefined) return undefined;
    await engine.write(stop.id, chosen.place, chosen.value);
    await this.goToMoment((await this.#time.span()).here);
    return chosen.name;
  }

  notices(): readonly string[] {
    return this.driver.events.flatMap(event => (event.kind === 'notice' ? [event.message] : []));
  }

  async replayed(): Promise<number | undefined> {
    return (await this.#time.span()).replayed;
  }

  output(): string {
    return this.driver.output();
  }

  async recordedOutput(): Promise<string> {
    const { moments } = await this.#time.timeline({ kinds: ['output'], limit: 1_000_000 });
    return moments
      .map(each => (each.kind === 'output' && each.stream === 'stdout' ? each.text : ''))
      .join('');
  }

  /** A line for each thing, so that a difference can be shown. */
  async state(): Promise<string> {
    const lines: string[] = [];
    for (const thread of await this.driver.engine.threads()) lines.push(...(await this.#thread(thread)));
    lines.push(...(this.options.objects === 'sampled' ? await this.#sample() : [await this.#heap()]));
    return lines.join('\n');
  }

  async #thread(thread: Thread): Promise<readonly string[]> {
    const { engine, stop } = this.driver;
    const about = `thread ${thread.id} ${thread.name} ${thread.state} ${thread.awaiting ?? ''}`;
    if (thread.state === 'finished') return [about];
    const { frames, total } = await engine.stack(stop.id, thread.id, 0, shownFrames);
    const lines = [about, `  ${total ?? frames.length} frames`];
    for (const frame of frames) {
      const { location, address } = frame;
      const place = `${location?.line ?? '?'}:${location?.column ?? '?'}`;
      lines.push(`  ${frame.function} ${place} ${textOf(address)}`);
      const scopes = await engine.scopes(stop.id, frame.id);
      // What a call returned belongs to the step that ended there, not to the moment.
      for (const { name, variables } of scopes.filter(({ kind }) => kind !== 'returnValue'))
        for (const { name: variable, value } of variables)
          if (!this.options.ignored?.includes(variable))
            lines.push(`    ${name} ${variable} = ${contentOf(value)}`);
    }
    return lines;
  }

  /** Calls at even distances, with what is in the objects that they hold. */
  async #sample(): Promise<readonly string[]> {
    const { engine, stop } = this.driver;
    const lines: string[] = [];
    for (let nth = 0; nth < sampledFrames; nth++) {
      const start = Math.floor((this.standing.depth * nth) / sampledFrames);
      const { frames } = await engine.stack(stop.id, stop.focus, start, 1);
      for (const frame of frames)
        for (const { variables } of await engine.scopes(stop.id, frame.id))
          for (const { name, value } of variables)
            if (value.content.kind === 'object')
              lines.push(`  call ${start} ${name} = ${await this.#within(value, 2)}`);
    }
    return lines;
  }

  async #within(value: RawValue, levels: number): Promise<string> {
    const { engine, stop } = this.driver;
    if (value.content.kind !== 'object' || levels === 0) return contentOf(value);
    const read = { object: value.content.id, start: 0, count: shownFrames };
    const [members = []] = await engine.readObjects(stop.id, [read]);
    const parts = await Promise.all(
      members.map(async each => `${each.name}: ${await this.#within(each.value, levels - 1)}`),
    );
    return `{ ${parts.join(', ')} }`;
  }

  /** Of objects what they are and what they refer to counts, not their numbers. */
  async #heap(): Promise<string> {
    const { engine, stop } = this.driver;
    const source = await engine.heap?.(stop.id);
    if (source?.available !== true) return 'no heap';
    const reading: HeapReading = {
      signal: new AbortController().signal,
      progress: () => undefined,
      mostNodes: 1_000_000,
      addresses: false,
    };
    const known = new Map<number, string>();
    const edges: { readonly from: number; readonly to: number; readonly name: string }[] = [];
    for await (const chunk of source.read(reading)) {
      if (chunk.kind === 'nodes')
        for (const { id, type, kind, size, summary } of chunk.nodes)
          known.set(id, `${type} ${kind} ${size} ${summary ?? ''}`);
      if (chunk.kind === 'edges')
        for (const { from, to, kind, name } of chunk.edges) edges.push({ from, to, name: `${kind} ${name}` });
      if (chunk.kind === 'roots')
        for (const { to, category, name } of chunk.roots)
          edges.push({ from: 0, to, name: `${category} ${name}` });
    }
    let sum = 0;
    for (const text of known.values()) sum = (sum + hashOf(text)) >>> 0;
    for (const { from, to, name } of edges)
      sum = (sum + hashOf(`${known.get(from) ?? ''} ${name} ${known.get(to) ?? ''}`)) >>> 0;
    return `heap of ${known.size} objects, ${edges.length} references, ${sum}`;
  }
}

/** A small number in the place of another one. */
function otherContent(content: Content, random: (below: number) => number): Content | undefined {
  const number = random(50);
  if (content.kind === 'bytes') {
    const bytes = content.bytes.slice().fill(0);
    bytes[0] = number;
    return { kind: 'bytes', bytes };
  }
  if (content.kind !== 'scalar') return undefined;
  if (typeof content.value === 'number') return { kind: 'scalar', value: number };
  return typeof content.value === 'bigint' ? { kind: 'scalar', value: BigInt(number) } : undefined;
}

function hitsOf(reason: StopReason): readonly string[] {
  if (reason.kind === 'breakpoint' || reason.kind === 'data')
    return reason.hits.map(id => `${reason.kind} ${id}`);
  return reason.kind === 'exception' ? [`exception ${reason.thrown.name}`] : [];
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${each}` : each instanceof Uint8Array ? [...each].join(' ') : each,
  );

/** Handles of objects differ from stop to stop; what they hold is compared with the heap. */
const contentOf = ({ type, content }: RawValue): string =>
  content.kind === 'object' || content.kind === 'deferred' ? `${type} ${content.kind}` : textOf(content);

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let nth = 0; nth < text.length; nth++) hash = Math.imul(hash ^ text.charCodeAt(nth), 0x01000193);
  return hash >>> 0;
}
