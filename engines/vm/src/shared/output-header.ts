// The header of what a program printed: the stream, the address of the instruction that printed, and when that was.

/** No stream has it in its name. */
const mark = ' @';

/** `moment` is the text of a position, where the run is recorded. */
export const outputHeader = (stream: string, address: number, moment?: string): string =>
  moment === undefined ? `${stream}${mark}${address}` : `${stream}${mark}${address} ${moment}`;

export interface OutputHeader {
  readonly stream: string;
  readonly address?: number;
  readonly moment?: string;
}

export function readOutputHeader(header: string): OutputHeader {
  const at = header.lastIndexOf(mark);
  if (at < 0) return { stream: header };
  const [address, moment] = header.slice(at + mark.length).split(' ');
  return {
    stream: header.slice(0, at),
    address: Number(address),
    ...(moment === undefined ? {} : { moment }),
  };
}

/** The same for all moments: what one statement prints in a loop. */
export function withoutMoment(header: string): string {
  const at = header.lastIndexOf(mark);
  const end = at < 0 ? -1 : header.indexOf(' ', at + mark.length);
  return end < 0 ? header : header.slice(0, end);
}
