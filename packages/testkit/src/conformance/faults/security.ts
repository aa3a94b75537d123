// Faults of security, one for each check of the same name.
import type { Fault, FaultyLine } from './fault.js';

export const securityFaults: readonly Fault[] = [
  {
    check: 'security/web-page-post',
    does: 'takes the header of a POST for that of a message',
    seed: readingAs(text => {
      const [, body] = /^POST .*\r\n(?:.+\r\n)*\r\n(\{[^]*)$/.exec(text) ?? [];
      return body === undefined ? undefined : `Content-Length: ${body.length}\r\n\r\n${body}`;
    }),
  },
  {
    check: 'security/post-body',
    does: 'skips what it does not know until it finds a message',
    seed: readingAs(text => /^POST .*\r\n(?:.+\r\n)*\r\n(Content-Length: [^]*)$/.exec(text)?.[1]),
  },
  {
    check: 'security/browser-header',
    does: 'skips the fields Host and Origin of a header',
    seed: readingAs(text => {
      const [, length, body] = /^(Content-Length: \d+\r\n)(?:[A-Z].*\r\n)+\r\n(\{[^]*)$/.exec(text) ?? [];
      return length === undefined || body === undefined ? undefined : `${length}\r\n${body}`;
    }),
  },
  {
    check: 'security/websocket-origin',
    does: 'lets a web page of any origin in',
    letsAnyPageIn: true,
  },
];

/** What comes in one piece is read as something else, where that is given. */
function readingAs(instead: (text: string) => string | undefined): () => FaultyLine {
  return () => ({
    bytesFromClient(bytes, line) {
      const other = instead(Buffer.from(bytes).toString('latin1'));
      line.bytesToAdapter(other === undefined ? bytes : Buffer.from(other, 'latin1'));
    },
  });
}
