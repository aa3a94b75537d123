// Checks of memory, byte by byte.
import type { ReadMemoryResponseBody } from '@sonde/dap';
import type { ClientOptions } from '../../../wire-client.js';
import type { TestClient } from '../../../client.js';
import { CheckSkipped, expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { childrenOf, during, expectShows, refusalOf, scopesOf } from '../../looking.js';
import type { Stopped, Subject } from '../../subject.js';

const readMemory = { in: 'specification', page: 'Requests_ReadMemory' } as const;
const writeMemory = { in: 'specification', page: 'Requests_WriteMemory' } as const;
const reads = [{ capability: 'supportsReadMemoryRequest' }, { section: 'memory' }] as const;
const writes = [{ capability: 'supportsWriteMemoryRequest' }, { section: 'memory' }] as const;

export const bytesChecks: readonly Check[] = [
  {
    id: 'memory/read',
    title: '`readMemory` gives the bytes that a memory reference leads to',
    reference: readMemory,
    why: 'The memory view shows something else than the program has.',
    needs: reads,
    async run(subject) {
      const { client, memoryReference, bytes } = await referred(subject);
      const { data } = await read(client, { memoryReference, count: bytes.length });
      expectThat(
        data.equals(bytes),
        `at ${memoryReference} \`readMemory\` reads ${hex(data)}, expected ${hex(bytes)}`,
      );
    },
  },
  {
    id: 'memory/read-offset',
    title: 'The `offset` of `readMemory` counts bytes from the reference',
    reference: readMemory,
    why: 'Clients that read page by page show the first page again and again.',
    needs: reads,
    async run(subject) {
      const { client, memoryReference, bytes } = await referred(subject);
      const offset = bytes.length > 1 ? 1 : 0;
      if (offset === 0) throw new CheckSkipped('the profile knows one byte only');
      const { data } = await read(client, { memoryReference, offset, count: bytes.length - offset });
      expectThat(
        data.equals(bytes.subarray(offset)),
        `${offset} byte after ${memoryReference} \`readMemory\` reads ${hex(data)}, expected ` +
          hex(bytes.subarray(offset)),
      );
    },
  },
  {
    id: 'memory/address',
    title: 'The `address` of `readMemory` is that of the first byte which was read',
    reference: readMemory,
    why: 'Addresses beside the bytes are wrong.',
    needs: reads,
    async run(subject) {
      const { client, memoryReference } = await referred(subject);
      const [first, second] = [
        await read(client, { memoryReference, count: 1 }),
        await read(client, { memoryReference, offset: 1, count: 1 }),
      ];
      const [from, to] = [numberOf(first.address), numberOf(second.address)];
      if (from === undefined || to === undefined)
        throw new CheckSkipped(`the address ${first.address} is no number`);
      expectThat(
        to === from + 1n,
        `one byte was read at ${first.address}; the byte after it is said to be at ${second.address}`,
      );
    },
  },
  {
    id: 'memory/unreadable',
    title: 'Bytes read and bytes that cannot be read are together not more than were asked for',
    reference: readMemory,
    why: 'Clients skip what they could show, or ask for ever.',
    needs: reads,
    async run(subject) {
      const { client, memoryReference } = await referred(subject);
      const count = 1 << 16;
      const answer = await refusalOf(client.request('readMemory', { memoryReference, count }));
      // Where not all can be read, an adapter may refuse to read any.
      if (answer.refused) return;
      const { data, unreadableBytes = 0 } = decoded(answer.answer);
      expectThat(
        data.length + unreadableBytes <= count,
        `${count} bytes were asked for; ${data.length} were read and ${unreadableBytes} are said to be unreadable`,
      );
    },
  },
  {
    id: 'memory/write',
    title: '`writeMemory` changes what the program sees',
    reference: writeMemory,
    why: 'Users try a repair that was never made.',
    needs: writes,
    async run(subject) {
      const { write } = subject.section('memory');
      if (write === undefined) throw new CheckSkipped('the profile does not say what may be written');
      const { client, memoryReference } = await referred(subject);
      const data = Buffer.from(write.bytes, 'hex').toString('base64');
      await during(
        `writing ${write.bytes} at ${memoryReference}`,
        client.request('writeMemory', { memoryReference, data }),
      );
      await expectShows(client, write.shows, `after \`writeMemory\` of ${write.bytes}`);
    },
  },
  {
    id: 'memory/write-partial',
    title: '`writeMemory` with `allowPartial` says how many bytes it wrote',
    reference: writeMemory,
    why: 'Clients cannot tell how much of the change was made.',
    needs: writes,
    async run(subject) {
      const { client, memoryReference, bytes } = await referred(subject);
      const data = bytes.toString('base64');
      const answer = await during(
        `writing ${hex(bytes)}, which is there already, with allowPartial`,
        client.request('writeMemory', { memoryReference, data, allowPartial: true }),
      );
      expectThat(
        answer?.bytesWritten === bytes.length,
        `${bytes.length} bytes were written with allowPartial, bytesWritten is ` +
          String(answer?.bytesWritten ?? 'absent'),
      );
    },
  },
  {
    id: 'memory/no-references',
    title: 'A client that cannot take memory references gets none',
    reference: { in: 'specification', page: 'Types_Variable' },
    why: 'The protocol lets such a client rely on it.',
    needs: { section: 'memory' },
    async run(subject) {
      const { at, expression } = subject.section('memory');
      const options: ClientOptions = { initialize: { supportsMemoryReferences: false } };
      const { client, frame } = await subject.stoppedAt(at, 'memory', options);
      const evaluated = await during(
        `evaluating ${expression}`,
        client.evaluate(expression, { frameId: frame.id, context: 'watch' }),
      );
      const [scope] = await scopesOf(client, frame);
      const variables = await childrenOf(client, scope?.variablesReference ?? 0);
      const told = [evaluated, ...variables].find(each => each.memoryReference !== undefined);
      expectThat(
        told === undefined,
        `a client without supportsMemoryReferences gets the memory reference ${told?.memoryReference ?? ''}`,
      );
    },
  },
];

interface Referred extends Stopped {
  readonly memoryReference: string;
  readonly bytes: Buffer;
}

/** The section's program, and the memory reference of its expression. */
export async function referred(subject: Subject): Promise<Referred> {
  const { at, expression, bytes } = subject.section('memory');
  const stopped = await subject.stoppedAt(at, 'memory');
  const { client, frame } = stopped;
  const { memoryReference } = await during(
    `evaluating ${expression}`,
    client.evaluate(expression, { frameId: frame.id, context: 'watch' }),
  );
  expectThat(memoryReference !== undefined, `the result of ${expression} has no memory reference`);
  return { ...stopped, memoryReference, bytes: Buffer.from(bytes, 'hex') };
}

interface Bytes {
  readonly address: string;
  readonly data: Buffer;
  readonly unreadableBytes?: number;
}

async function read(
  client: TestClient,
  args: { readonly memoryReference: string; readonly offset?: number; readonly count: number },
): Promise<Bytes> {
  const { memoryReference, offset = 0, count } = args;
  const what = `reading ${count} bytes at ${memoryReference}, offset ${offset},`;
  return decoded(await during(what, client.request('readMemory', args)));
}

function decoded(body: ReadMemoryResponseBody | undefined): Bytes {
  expectThat(body !== undefined, '`readMemory` is answered with success, but without a body');
  const { data = '' } = body;
  const bytes = Buffer.from(data, 'base64');
  expectThat(
    bytes.toString('base64').replace(/=+$/, '') === data.replace(/=+$/, ''),
    `the data of \`readMemory\` is not base64: ${JSON.stringify(data.slice(0, 40))}`,
  );
  return { ...body, data: bytes };
}

const hex = (bytes: Buffer): string => bytes.toString('hex') || 'nothing';

/** As the protocol reads addresses: hexadecimal with `0x`, else decimal. */
export function numberOf(address: string): bigint | undefined {
  return /^(0x[\da-f]+|\d+)$/i.test(address) ? BigInt(address) : undefined;
}
