// The views of the session that the editor looks at, and what is shown while there is none.
import type { SessionModel } from '@sonde/client';
import {
  drawValue,
  frontView,
  openMemory,
  PanelContext,
  SessionViews,
  showExpressionInGraph,
  shownHistory,
  useStore,
  type PanelSurroundings,
} from '@sonde/panels';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { Link, Wish } from './link.js';

interface ViewsProps {
  readonly model: SessionModel;
  readonly link: Link;
}

export function Views({ model, link }: ViewsProps): ReactNode {
  const phase = useStore(model.phase);
  const notice = useStore(model.notice);
  const surroundings = useMemo(
    (): PanelSurroundings => ({ model, rights: 'full', save: (name, bytes) => link.save(name, bytes) }),
    [model, link],
  );
  useEffect(() => link.listen(wish => void grant(model, wish)), [model, link]);
  return (
    <div className="views">
      {notice !== undefined && (
        <p className="panel-problem" role="status">
          {notice.text}
        </p>
      )}
      {note(phase.kind) ?? (
        <PanelContext value={surroundings}>
          <SessionViews
            label="Views of the session"
            empty={
              <p className="views-note">
                This program has no memory and no instructions to show. Values that can be drawn are shown
                here: choose “Show as a Drawing” on a variable.
              </p>
            }
          />
        </PanelContext>
      )}
    </div>
  );
}

/** What stands in place of the views; undefined where they have something to show. */
function note(kind: ReturnType<SessionModel['phase']['get']>['kind']): ReactNode {
  if (kind === 'running' || kind === 'stopped') return undefined;
  const text =
    kind === 'idle' || kind === 'ended'
      ? 'Start debugging a program: its memory, disassembly and drawn values are shown here.'
      : kind === 'failed' || kind === 'lost'
        ? 'The session cannot be joined from here. Its debugger may be an older one.'
        : 'Joining the session…';
  return <p className="views-note">{text}</p>;
}

async function grant(model: SessionModel, wish: Wish): Promise<void> {
  // What is asked about a session waits until it was joined.
  if (wish.kind !== 'session' && wish.kind !== 'show') await joined(model);
  switch (wish.kind) {
    case 'session':
      return wish.id === undefined ? model.leave() : model.start({ kind: 'join', session: wish.id });
    case 'frame':
      return model.threads.look(wish.threadId, wish.frameId);
    case 'show':
      frontView.set(wish.tab);
      return;
    case 'memory':
      if ('expression' in wish) return model.attempt(() => showMemoryOf(model, wish.expression, wish.title));
      openMemory(wish.reference, wish.title);
      return;
    case 'history':
      shownHistory.set({ title: wish.title, expression: wish.expression, within: 0 });
      frontView.set('history');
      return;
    case 'object':
      showExpressionInGraph(model, wish.expression, wish.question);
      return;
    case 'draw':
      return model.attempt(() => draw(model, wish.expression, wish.title));
  }
}

async function draw(model: SessionModel, expression: string, title: string): Promise<void> {
  const value = await model.frame.evaluate(expression);
  if (value.view === undefined)
    return model.say(`${title} is a value that is not drawn: it has no parts to draw.`);
  drawValue({ ...value, name: title });
}

async function showMemoryOf(model: SessionModel, expression: string, title: string): Promise<void> {
  const { memoryReference } = await model.frame.evaluate(expression);
  if (memoryReference === undefined) return model.say(`${title} is not in memory.`);
  openMemory(memoryReference, title);
}

/** Whoever joins hears of the stop a moment after the session has let it in. */
function joined({ phase }: SessionModel): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      const { kind } = phase.get();
      if (kind === 'connecting' || kind === 'starting' || kind === 'running') return;
      stop();
      resolve();
    };
    const stop = phase.subscribe(look);
    look();
  });
}
