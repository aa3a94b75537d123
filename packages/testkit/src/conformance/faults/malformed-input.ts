// Faults of how input is taken, one for each check of the same name.
import { FrameSplitter } from '@sonde/dap';
import type { Request } from '@sonde/dap';
import type { Fault, FaultyLine, Line } from './fault.js';
import { changedRequests, changedResponses, failureOf, successOf } from './seeds.js';

export const inputFaults: readonly Fault[] = [
  {
    check: 'input/byte-by-byte',
    does: 'loses what comes as a single byte',
    seed: readingPieces((bytes, line) => {
      if (bytes.length > 1) line.bytesToAdapter(bytes);
    }),
  },
  {
    check: 'input/split-header',
    does: 'loses the beginning of a header that comes after a message',
    seed: readingPieces((bytes, line) => {
      const { ends, rest } = frames(bytes);
      const isHeader =
        ends.length > 0 && rest.length > 0 && !rest.includes('{') && !rest.endsWith('\r\n\r\n');
      line.bytesToAdapter(isHeader ? bytes.subarray(0, ends.at(-1)) : bytes);
    }),
  },
  {
    check: 'input/split-body',
    does: 'loses the beginning of a body that comes after a message',
    seed: readingPieces((bytes, line) => {
      const { ends, rest } = frames(bytes);
      const isBody = ends.length > 0 && isAscii(bytes) && /\r\n\r\n/.test(rest);
      line.bytesToAdapter(isBody ? bytes.subarray(0, ends.at(-1)) : bytes);
    }),
  },
  {
    check: 'input/split-character',
    does: 'reads each piece of a text by itself, so that a character in two pieces is lost',
    seed: readingPieces((bytes, line) => {
      const { ends } = frames(bytes);
      const ending = bytes.at(-1) ?? 0;
      const isCut = ends.length > 0 && ends.at(-1) !== bytes.length && ending >= 0x80;
      if (!isCut) return line.bytesToAdapter(bytes);
      line.bytesToAdapter(
        Buffer.from(
          Buffer.from(bytes)
            .toString('latin1')
            .replaceAll(/[\x80-\xff]/g, '?'),
          'latin1',
        ),
      );
    }),
  },
  {
    check: 'input/two-at-once',
    does: 'reads one message of those that come together',
    seed: readingPieces((bytes, line) => {
      const { ends } = frames(bytes);
      line.bytesToAdapter(
        ends.length > 1 && ends.at(-1) === bytes.length ? bytes.subarray(0, ends[0]) : bytes,
      );
    }),
  },
  deaf('input/extra-header', 'a header with Content-Type and Content-Length', /Content-Type: application/),
  deaf('input/header-case', 'a header in small letters', /^content-length/),
  {
    check: 'input/length-in-bytes',
    does: 'takes the length of a message for a number of characters',
    seed: readingPieces((bytes, line) => {
      const { ends } = frames(bytes);
      const text = Buffer.from(bytes).toString();
      const isWhole = ends.length === 1 && ends[0] === bytes.length && !isAscii(bytes);
      if (!isWhole || !text.includes('"initialize"')) return line.bytesToAdapter(bytes);
      const body = text.slice(text.indexOf('{'));
      // As many characters as there are bytes: it waits for some that are the next message's.
      const missing = Buffer.byteLength(body) - body.length;
      line.bytesToAdapter(Buffer.from(`Content-Length: ${Buffer.byteLength(body) + missing}\r\n\r\n${body}`));
    }),
  },
  {
    check: 'input/answer-length-in-bytes',
    does: 'counts the characters of answers to commands in Chinese, not their bytes',
    seed: () => ({
      encode(message, frame) {
        if (message.type !== 'response' || !message.command.startsWith('conformance/漢'))
          return frame(message);
        const body = JSON.stringify(message);
        return Buffer.from(`Content-Length: ${body.length}\r\n\r\n${body}`);
      },
    }),
  },
  deaf('input/length-too-short', 'a message that is longer than its length', isTooShort),
  deaf('input/length-too-long', 'a message that is shorter than its length', isTooLong),
  deaf('input/length-not-a-number', 'a length that is not a number', /^Content-Length: banana/),
  deaf('input/length-negative', 'a length that is negative', /^Content-Length: -/),
  deaf('input/length-absurd', 'a length of 20 digits', /^Content-Length: \d{20}/),
  deaf('input/length-missing', 'a header without a length', /^Content-Type: text\/plain\r\n\r\n/),
  {
    check: 'input/big-message',
    does: 'hangs up when a message has more than a megabyte',
    seed: readingPieces((bytes, line) => {
      if (bytes.length > 1_000_000) line.end();
      else line.bytesToAdapter(bytes);
    }),
  },
  deaf('input/not-utf8', 'a body that is not UTF-8', /\xff\xff/),
  deaf('input/not-json', 'a body that is not JSON', /"arguments":\{$/),
  deaf('input/not-an-object', 'a body that is a number', /(^|\r\n\r\n)42$/),
  deaf('input/no-type', 'a message without `type`', /\{"seq":1,"command":"initialize"\}$/),
  deaf('input/unknown-type', 'a message of an unknown `type`', /"type":"telegram"/),
  deaf('input/stray-response', 'a response that it did not ask for', /"request_seq":4711,/),
  deaf('input/deep-nesting', 'a message with many lists in each other', /\[{1000}/),
  {
    check: 'input/unknown-command',
    does: 'answers unknown commands with success',
    seed: changedResponses('conformance/unknown', (_response, request) => successOf(request)),
  },
  {
    check: 'input/null-arguments',
    does: 'refuses `threads` when its arguments are null',
    seed: changedRequests('threads', (request, line) => {
      if (request.arguments !== null) return request;
      line.toClient(failureOf(request, 'arguments must be an object'));
      return undefined;
    }),
  },
  {
    check: 'input/missing-arguments',
    does: 'answers `scopes` without a frame with no scopes',
    seed: acceptedScopes(request => !('frameId' in argumentsOf(request))),
  },
  {
    check: 'input/wrong-types',
    does: 'answers `scopes` of a frame that is an object with no scopes',
    seed: acceptedScopes(request => typeof argumentsOf(request)['frameId'] === 'object'),
  },
];

type Piece = (bytes: Uint8Array, line: Line) => void;

/** Not an arrow function: it is used above. */
function readingPieces(bytesFromClient: Piece): () => FaultyLine {
  return () => ({ bytesFromClient });
}

/** Hears nothing more once such bytes have come in one piece. */
function deaf(check: string, what: string, fits: RegExp | ((text: string) => boolean)): Fault {
  return {
    check,
    does: `hears nothing more after ${what}`,
    seed: () => {
      let isDeaf = false;
      return {
        bytesFromClient(bytes, line) {
          const text = Buffer.from(bytes).toString('latin1');
          isDeaf ||= typeof fits === 'function' ? fits(text) : fits.test(text);
          if (!isDeaf) line.bytesToAdapter(bytes);
        },
      };
    },
  };
}

/** Of a piece that is one message under a length: the length, and how long the message is. */
function lengths(text: string): { readonly announced: number; readonly real: number } | undefined {
  const [, announced, body] = /^Content-Length: (\d{1,9})\r\n\r\n(\{.*\})$/s.exec(text) ?? [];
  return announced === undefined || body === undefined
    ? undefined
    : { announced: Number(announced), real: body.length };
}

function isTooShort(text: string): boolean {
  const found = lengths(text);
  return found !== undefined && found.announced === found.real - 20;
}

function isTooLong(text: string): boolean {
  const found = lengths(text);
  return found !== undefined && found.announced === found.real + 20;
}

/** Where in a piece messages end, and what comes after the last of them. */
function frames(bytes: Uint8Array): { readonly ends: readonly number[]; readonly rest: string } {
  const ends = new FrameSplitter().push(bytes).flatMap(frame => (frame.ok ? [frame.end] : []));
  return { ends, rest: Buffer.from(bytes.subarray(ends.at(-1) ?? 0)).toString('latin1') };
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every(byte => byte < 0x80);

function acceptedScopes(fits: (request: Request) => boolean): () => FaultyLine {
  return changedRequests('scopes', (request, line) => {
    if (!fits(request)) return request;
    line.toClient(successOf(request, { scopes: [] }));
    return undefined;
  });
}

const argumentsOf = ({ arguments: args }: Request): Readonly<Record<string, unknown>> =>
  typeof args === 'object' && args !== null ? (args as Readonly<Record<string, unknown>>) : {};
