// The header of what a program printed: the stream, and the address of the instruction that printed.

/** No stream has it in its name. */
const mark = ' @';

export const outputHeader = (stream: string, address: number): string => `${stream}${mark}${address}`;

export function readOutputHeader(header: string): { readonly stream: string; readonly address?: number } {
  const at = header.lastIndexOf(mark);
  if (at < 0) return { stream: header };
  return { stream: header.slice(0, at), address: Number(header.slice(at + mark.length)) };
}
