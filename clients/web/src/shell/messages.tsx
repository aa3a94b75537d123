// What went wrong and what to do next, where it cannot be missed and nothing is covered.
import type { ReactNode } from 'react';
import type { StartRequest } from '@sonde/client';
import { IconButton, useModel, useStore } from '@sonde/panels';
import { usePage } from '../page/page-context.js';

export function Messages(): ReactNode {
  const model = useModel();
  const page = usePage();
  const phase = useStore(model.phase);
  const notice = useStore(model.notice);
  const wrong = phase.kind === 'failed' ? placeIn(phase.why, model.request) : undefined;
  return (
    <div className="messages">
      {phase.kind === 'failed' && (
        <div className="message is-bad" role="alert">
          <p className="message-text">{phase.why}</p>
          {wrong !== undefined && (
            <button type="button" onClick={() => void model.sources.show({ path: wrong.path }, wrong.line)}>
              Show line {wrong.line}
            </button>
          )}
          {model.startsAgain && (
            <button type="button" onClick={() => void model.start(model.request!)}>
              Try again
            </button>
          )}
          <button type="button" onClick={() => void page.toStart()}>
            Back to the start page
          </button>
        </div>
      )}
      {phase.kind === 'lost' && (
        <div className="message is-bad" role="alert">
          <p className="message-text">
            The connection to the debugger was lost ({phase.why}). It is tried again; the session waits for
            half a minute. If the server was ended, start it again and open the address that it prints.
          </p>
        </div>
      )}
      {phase.kind === 'ended' && phase.next !== undefined && (
        <div className="message is-bad" role="alert">
          <p className="message-text">{phase.next}</p>
        </div>
      )}
      {notice !== undefined && (
        <div className="message" role="alert">
          <p className="message-text">{notice.text}</p>
          <IconButton shape="close" label="Dismiss" onClick={() => model.notice.set(undefined)} />
        </div>
      )}
    </div>
  );
}

/** The first line of the program that a failed build speaks of. */
function placeIn(
  text: string,
  request: StartRequest | undefined,
): { readonly path: string; readonly line: number } | undefined {
  if (request?.kind !== 'launch') return undefined;
  const name = request.program.split(/[\\/]/).at(-1)!;
  const at = text.indexOf(`${name}:`);
  const line = at < 0 ? undefined : /^\d+/.exec(text.slice(at + name.length + 1))?.[0];
  return line === undefined ? undefined : { path: request.program, line: Number(line) };
}
