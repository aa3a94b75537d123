// Memory: reading and writing bytes by reference.

import { Failure, formatAddress } from '@sonde/engine';
import { announceChange } from '../events/change-events.js';
import { addressIn } from '../values/named-address.js';
import { serve, type RequestEntry } from '../request-table.js';

/** One answer stays well below what a message may hold. */
const largestRead = 16 * 1024 * 1024;

export const memoryRequests: readonly RequestEntry[] = [
  serve(
    'readMemory',
    { needs: 'stopped', capability: 'supportsReadMemoryRequest' },
    async ({ session, client, signal }, args) => {
      const from = addressIn(args.memoryReference, args.offset);
      if (args.count > largestRead)
        throw new Failure('bad-arguments', 'user', `at most ${largestRead} bytes can be read at once.`);
      const { bytes } = await session.stopped().reader.memory(from, args.count, signal);
      const missing = args.count - bytes.length;
      client.memoryViews.note(
        args.memoryReference,
        addressIn(args.memoryReference),
        args.offset ?? 0,
        args.count,
      );
      return {
        address: `0x${from.offset.toString(16)}`,
        data: Buffer.from(bytes).toString('base64'),
        ...(missing === 0 ? {} : { unreadableBytes: missing }),
      };
    },
  ),

  serve(
    'writeMemory',
    { needs: 'stopped', byPerson: true, changes: true, capability: 'supportsWriteMemoryRequest' },
    async ({ session, client }, args) => {
      const to = addressIn(args.memoryReference, args.offset);
      if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(args.data)) {
        throw new Failure('bad-arguments', 'user', '"data" is not base64.');
      }
      const bytes = Buffer.from(args.data, 'base64');
      const engine = await session.engine();
      const written = await engine.writeMemory(session.stopped().stop.id, to, bytes);
      if (written < bytes.length && args.allowPartial !== true) {
        throw new Failure(
          'unreadable',
          'program',
          `only ${written} of ${bytes.length} bytes at ${formatAddress(to)} could be written.`,
        );
      }
      session.written();
      const named = { memoryReference: args.memoryReference, offset: args.offset ?? 0 };
      announceChange(session, client, { range: { address: to, size: written }, named });
      return { bytesWritten: written };
    },
  ),
];
