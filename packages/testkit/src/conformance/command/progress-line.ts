// What a person sees while the suite runs: one line that changes on a terminal, or a line for each result.
import type { CheckResult } from '../report.js';
import { resultLine } from '../reports/text-report.js';
import { styleFor } from '../reports/terminal-style.js';

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  readonly begin: (what: string) => void;
  readonly tell: (result: CheckResult, done: number, total: number) => void;
  readonly end: () => void;
}

const eraseLine = '\r\u001b[K';

export function progressOn(stream: ProgressStream, verbose: boolean): Progress {
  const style = styleFor(stream);
  const changing = stream.isTTY === true && !verbose;
  const show = (text: string): void => {
    const room = Math.max(20, (stream.columns ?? 80) - 1);
    if (changing) stream.write(`${eraseLine}${text.slice(0, room)}`);
  };
  let failed = 0;
  return {
    begin: what => show(what),
    tell: (result, done, total) => {
      if (result.outcome === 'failed') failed++;
      if (verbose) {
        const reason =
          result.reason === undefined ? '' : `  ${style.dim(result.reason.split('\n')[0] ?? '')}`;
        stream.write(`${resultLine(result, style)}${reason}\n`);
      }
      show(`${done}/${total}${failed === 0 ? '' : `, ${failed} failed`}  ${result.id}`);
    },
    end: () => {
      if (changing) stream.write(eraseLine);
    },
  };
}
