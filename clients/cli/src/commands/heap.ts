// sonde heap: what is in a heap snapshot, what holds what, and why it is still alive.

import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { heapFailure } from '@sonde/engine';
import { nodeText, pathText, whyTextOf, type HeapProgress } from '@sonde/heap';
import { HeapFileError, HeapThread, type Asking, type DotRequest, type HeapNumber } from '@sonde/heap/node';
import { commonOptions, UsageError, type Command, type Invocation } from '../command.js';
import {
  cutText,
  diffText,
  dominatedText,
  edgesText,
  footnotes,
  groupsTable,
  nodesTable,
  overviewText,
  type Looks,
} from '../heap/heap-text.js';
import { heapOfProgram, isProgram, type LiveHeap } from '../heap/live-heap.js';
import { setOption } from '../launch-options.js';
import { countIn, questionOf, questionOptions, type HeapQuestion } from '../heap/question.js';
import { heedingSignals } from '../signals.js';
import { styleFor } from '../style.js';
import { widthOf } from '../wrapped-text.js';
import { writeFailure } from '../write-failure.js';

export const heap: Command = {
  name: 'heap',
  summary: 'Show what the objects of a program or a heap snapshot hold, and why they are alive.',
  operands: 'FILE|PROGRAM',
  takes: { least: 1, most: 1 },
  options: {
    ...questionOptions,
    at: { type: 'string', value: '[FILE:]LINE', help: 'of a program: the line to run to' },
    since: {
      type: 'string',
      value: '[FILE:]LINE',
      help: 'of a program: a line before that; shows what changed between the two',
    },
    count: { type: 'string', value: 'N', help: 'how many to list (20), or how many paths (5)' },
    start: { type: 'string', value: 'N', help: 'where a list of references begins (0)' },
    internal: { type: 'boolean', help: 'also objects of the runtime itself, in --retained' },
    addresses: { type: 'boolean', help: 'of a program: also where each object lies in its memory' },
    json: { type: 'boolean', help: 'print the whole answer as JSON' },
    dot: { type: 'boolean', help: 'print the answer as a graph for Graphviz' },
    save: { type: 'string', value: 'OUT', help: 'write an index that opens at once the next time' },
    export: { type: 'string', value: 'OUT', help: 'write the whole graph as JSON' },
    language: commonOptions.language,
    set: setOption,
  },
  details: `
FILE is a .heapsnapshot of V8 (Chrome, Node with v8.writeHeapSnapshot, Deno), also compressed by gzip, or what --save or
--export wrote. Without a question it shows an overview. An object is named by its id, which stands after the @ in every
list; "keeps" is what would be freed with it.

A PROGRAM is run to the line of --at, or to the comment #look in its source, or until it fails; what it prints goes to
standard error, and it reads from standard input, up to its end: < /dev/null gives it none. Its objects are looked at there,
and it is ended. If it stops before that line, by an error or a signal, the command says where and ends with 1.
A recording of sonde record is a program too: without --at it is looked at where its run ended.

  sonde heap app.heapsnapshot                   what there is, what may leak
  sonde heap app.heapsnapshot --why 4711        who keeps that object alive
  sonde heap later.heapsnapshot --diff app.heapsnapshot
  sonde heap app.heapsnapshot --cut "17->4711"  would it help to drop that?
  sonde heap app.heapsnapshot --why 4711 --dot | dot -Tsvg -o why.svg

  sonde heap PROGRAM --at 40 --since 38         what grew between two lines

Retained sizes of snapshots are those of Chrome's DevTools. Nothing leaves this machine.`,
  async run(invocation) {
    const question = questionOf(invocation);
    const count = countIn(invocation.text('count'), 'count', question.kind === 'why' ? 5 : 20);
    const start = countIn(invocation.text('start'), 'start', 0);
    if (invocation.flag('json') && invocation.flag('dot'))
      throw new UsageError('--json and --dot are two answers: choose one.');
    return heedingSignals(async signals => {
      const thread = new HeapThread();
      const shown = progressLine(invocation);
      try {
        const asking = { signal: signals.aborted, progress: shown.tell };
        await refuseOwnInput(invocation);
        const opened = await open(invocation, thread, asking);
        await writeFiles(invocation, thread, opened.heap, asking);
        const talk = { invocation, thread, ...opened, question, count, start, asking };
        const answer = await answerTo(talk);
        shown.clear();
        if (answer !== undefined)
          invocation.streams.output.write(answer.endsWith('\n') ? answer : `${answer}\n`);
        return 0;
      } catch (error) {
        throw heapFailure(error);
      } finally {
        shown.clear();
        await thread.close();
      }
    });
  },
};

async function open(
  invocation: Invocation,
  thread: HeapThread,
  asking: Asking & { readonly signal: AbortSignal },
): Promise<LiveHeap> {
  if (await isProgram(invocation)) return heapOfProgram(invocation, thread, asking);
  const name = invocation.operands[0]!;
  return { heap: await thread.open(resolve(name), name, asking) };
}

interface Talk extends LiveHeap {
  readonly invocation: Invocation;
  readonly thread: HeapThread;
  readonly question: HeapQuestion;
  readonly count: number;
  readonly start: number;
  readonly asking: Asking;
}

/** What is read is not written over: a snapshot of that moment cannot be had again. */
async function refuseOwnInput({ operands, text }: Invocation): Promise<void> {
  const real = (name: string): Promise<string> => realpath(name).catch(() => resolve(name));
  const other = text('diff');
  const read = [operands[0]!, ...(other === undefined ? [] : [other])];
  const inputs = await Promise.all(read.map(real));
  for (const option of ['save', 'export'] as const) {
    const name = text(option);
    if (name === undefined) continue;
    const nth = inputs.indexOf(await real(name));
    if (nth >= 0)
      throw new UsageError(
        `--${option} ${name} would write over ${read[nth]!}, which is read: choose another name.`,
      );
  }
}

async function writeFiles(
  { text }: Invocation,
  thread: HeapThread,
  heap: HeapNumber,
  asking: Asking,
): Promise<void> {
  for (const option of ['save', 'export'] as const) {
    const name = text(option);
    if (name === undefined) continue;
    try {
      await thread[option](heap, resolve(name), asking);
    } catch (error) {
      if (error instanceof HeapFileError) throw writeFailure(error, name, resolve(name));
      throw error;
    }
  }
}

/** Undefined where a file was all that was asked for. */
async function answerTo(talk: Talk): Promise<string | undefined> {
  const { invocation, question } = talk;
  const wroteFile = invocation.text('save') !== undefined || invocation.text('export') !== undefined;
  if (question.kind === 'overview' && wroteFile && !invocation.flag('json') && !invocation.flag('dot'))
    return undefined;
  if (invocation.flag('dot')) return talk.thread.dot(talk.heap, await dotRequest(talk), talk.asking);
  const { data, text } = await dataAndText(talk);
  const { output } = invocation.streams;
  const looks = { style: styleFor(output), width: widthOf(output) };
  return invocation.flag('json')
    ? JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)
    : [text(looks), ...(await footnotesOf(talk, data, looks))].join('\n');
}

/** The overview tells all of it; under every other answer there is what is not exact about it. */
async function footnotesOf(talk: Talk, data: unknown, looks: Looks): Promise<readonly string[]> {
  const { question, thread, heap, before, asking } = talk;
  const isEmpty = Array.isArray(data) && data.length === 0;
  if (isEmpty || (question.kind === 'overview' && before === undefined)) return [];
  const { labels, retained } = await thread.ask(heap, { ask: 'summary' }, asking);
  return footnotes(question.kind === 'groups' ? question.by : undefined, { labels, retained }, looks);
}

async function dotRequest({ thread, heap, question, count, asking }: Talk): Promise<DotRequest> {
  switch (question.kind) {
    case 'refs':
    case 'retainers':
    case 'dominated':
      return { around: question.id, depth: 2, most: Math.max(count, 40) };
    case 'why':
    case 'path':
      return { pathsTo: [question.id], each: question.kind === 'why' ? count : 1 };
    case 'overview':
    case 'retained': {
      const largest = await thread.ask(heap, { ask: 'largest', count: Math.min(count, 20) }, asking);
      return { pathsTo: largest.map(({ id }) => id), each: 1 };
    }
    default:
      throw new UsageError(
        '--dot draws paths and neighbours: use it with --why, --path, --refs, --retainers, --dominated or --retained.',
      );
  }
}

interface Told {
  readonly data: unknown;
  readonly text: (looks: Looks) => string;
}

async function dataAndText(talk: Talk): Promise<Told> {
  const { invocation, thread, heap: heapNumber, question, count, start, asking } = talk;
  const ask: HeapThread['ask'] = (_, query) => thread.ask(heapNumber, query, asking);
  const name = invocation.operands[0]!;
  switch (question.kind) {
    case 'overview': {
      if (talk.before !== undefined) return difference(talk, talk.before, `line ${invocation.text('since')}`);
      const summary = await ask(heapNumber, { ask: 'summary' });
      const suspects = await ask(heapNumber, { ask: 'suspects', most: 3 });
      const largest = await ask(heapNumber, { ask: 'largest', count: Math.min(count, 10) });
      const types = await ask(heapNumber, { ask: 'groups', by: 'type', count: Math.min(count, 10) });
      return {
        data: { summary, suspects, largest, types: types.items },
        text: looks =>
          `${overviewText(name, summary, suspects, largest, types, looks)}\n\n${nextSteps(name, suspects[0]?.node.id ?? largest[0]?.id)}`,
      };
    }
    case 'groups': {
      const page = await ask(heapNumber, { ask: 'groups', by: question.by, start, count });
      return { data: page, text: looks => groupsTable(page.items, question.by, looks) };
    }
    case 'retained': {
      const nodes = await ask(heapNumber, { ask: 'largest', count, internal: invocation.flag('internal') });
      return { data: nodes, text: looks => nodesTable(nodes, looks) };
    }
    case 'why': {
      const node = await ask(heapNumber, { ask: 'node', id: question.id });
      const found = await ask(heapNumber, { ask: 'key-paths', id: question.id, most: count });
      const { labels } = await ask(heapNumber, { ask: 'summary' });
      return { data: { node, ...found }, text: looks => whyTextOf(node, found, looks, labels) };
    }
    case 'path': {
      const node = await ask(heapNumber, { ask: 'node', id: question.id });
      const path = await ask(heapNumber, { ask: 'path', id: question.id });
      const { labels } = await ask(heapNumber, { ask: 'summary' });
      return {
        data: { node, path: path ?? null },
        text: looks =>
          path === undefined
            ? whyTextOf(node, { paths: [], complete: true }, looks, labels)
            : pathText(path, looks),
      };
    }
    case 'refs':
    case 'retainers': {
      const node = await ask(heapNumber, { ask: 'node', id: question.id });
      const asked = question.kind === 'refs' ? 'references' : 'retainers';
      const page = await ask(heapNumber, { ask: asked, id: question.id, start, count });
      const verb = question.kind === 'refs' ? 'refers to' : 'is referred to by';
      return { data: { node, ...page }, text: looks => edgesText(node, verb, page, looks) };
    }
    case 'dominated': {
      const node = await ask(heapNumber, { ask: 'node', id: question.id });
      const page = await ask(heapNumber, { ask: 'dominated', id: question.id, start, count });
      return { data: { node, ...page }, text: looks => dominatedText(node, page, looks) };
    }
    case 'find': {
      const nodes = await ask(heapNumber, { ask: 'search', text: question.text, most: count });
      return {
        data: nodes,
        text: looks =>
          nodes.length === 0
            ? `Nothing has ${JSON.stringify(question.text)} in its type or value.`
            : nodesTable(nodes, looks),
      };
    }
    case 'cut': {
      const { from, to } = question;
      const cut = await ask(heapNumber, {
        ask: 'cut',
        from,
        to,
        ...(question.name === undefined ? {} : { name: question.name }),
      });
      const holder = await ask(heapNumber, { ask: 'node', id: from });
      return { data: cut, text: looks => `${nodeText(holder, looks)}: ${cutText(cut, looks)}` };
    }
    case 'diff': {
      const other = await thread.open(resolve(question.other), question.other, asking);
      return difference(talk, other, question.other);
    }
  }
}

async function difference(talk: Talk, before: HeapNumber, beforeName: string): Promise<Told> {
  const { invocation, thread, heap: after, count, asking } = talk;
  const name = talk.before === undefined ? invocation.operands[0]! : `line ${invocation.text('at')}`;
  const diff = await thread.diff(
    before,
    after,
    { most: count, oneProcess: talk.before !== undefined },
    asking,
  );
  return { data: diff, text: looks => diffText(beforeName, name, diff, looks) };
}

const nextSteps = (name: string, id: number | undefined): string =>
  id === undefined
    ? 'sonde heap --help tells what else can be asked.'
    : `Next: sonde heap ${name} --why ${id}, --dominated ${id}, --types; --help tells the rest.`;

/** One line on a terminal that is written over; nothing elsewhere. */
function progressLine({ streams: { errors } }: Invocation) {
  let isShown = false;
  return {
    tell: ({ step, done, of }: HeapProgress): void => {
      if (errors.isTTY !== true) return;
      isShown = true;
      errors.write(
        `\r\u001b[K${step}${of === undefined || of === 0 ? '' : ` ${Math.floor((done / of) * 100)} %`}`,
      );
    },
    clear: (): void => {
      if (isShown) errors.write('\r\u001b[K');
      isShown = false;
    },
  };
}
