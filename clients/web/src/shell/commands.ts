// What can be done with the program: names, keys, when each is possible. The toolbar and the keyboard are made from it.
import { isAlive, type Phase, type SessionModel } from '@sonde/client';
import type { PageState } from '../page/page-state.js';

export interface PageCommand {
  readonly id: string;
  readonly label: string;
  /** As people write it. */
  readonly key: string;
  readonly icon: IconName;
  possible(phase: Phase, page: PageState): boolean;
  /** Not shown at all where the target can never do it. */
  offered?(model: SessionModel): boolean;
  run(page: PageState): Promise<void>;
  /** A step or the like: only a program that stands can do it. */
  readonly moves?: true;
}

export type IconName =
  | 'continue'
  | 'pause'
  | 'over'
  | 'into'
  | 'out'
  | 'back'
  | 'back-into'
  | 'back-out'
  | 'reverse'
  | 'restart'
  | 'stop';

const stopped = (phase: Phase): boolean => phase.kind === 'stopped';
const goesBack = (model: SessionModel): boolean => model.can('supportsStepBack');
const mayTouch = (page: PageState): boolean => page.info.rights === 'full';

export const commands: readonly PageCommand[] = [
  {
    id: 'continue',
    moves: true,
    label: 'Continue',
    key: 'F5',
    icon: 'continue',
    possible: (phase, page) => mayTouch(page) && (stopped(phase) || canStart(phase, page)),
    run: async page => {
      const { kind } = page.model.phase.get();
      if (kind === 'stopped' || kind === 'running') return page.model.move('continue');
      await startAgain(page);
    },
  },
  {
    id: 'pause',
    label: 'Pause',
    key: 'F6',
    icon: 'pause',
    possible: ({ kind }, page) => mayTouch(page) && kind === 'running',
    run: page => page.model.move('pause'),
  },
  {
    id: 'next',
    moves: true,
    label: 'Step over',
    key: 'F10',
    icon: 'over',
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('next'),
  },
  {
    id: 'step-in',
    moves: true,
    label: 'Step into',
    key: 'F11',
    icon: 'into',
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('stepIn'),
  },
  {
    id: 'step-out',
    moves: true,
    label: 'Step out',
    key: 'Shift+F11',
    icon: 'out',
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('stepOut'),
  },
  {
    id: 'step-back',
    moves: true,
    label: 'Step back',
    key: 'Alt+F10',
    icon: 'back',
    offered: goesBack,
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('stepBack'),
  },
  {
    id: 'step-back-in',
    moves: true,
    label: 'Step back into',
    key: 'Alt+F11',
    icon: 'back-into',
    offered: goesBack,
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('stepBackIn'),
  },
  {
    id: 'step-back-out',
    moves: true,
    label: 'Step back out',
    key: 'Alt+Shift+F11',
    icon: 'back-out',
    offered: goesBack,
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('stepBackOut'),
  },
  {
    id: 'reverse',
    moves: true,
    label: 'Run back',
    key: 'Alt+F5',
    icon: 'reverse',
    offered: goesBack,
    possible: (phase, page) => mayTouch(page) && stopped(phase),
    run: page => page.model.move('reverseContinue'),
  },
  {
    id: 'restart',
    label: 'Restart',
    key: 'Ctrl+Shift+F5',
    icon: 'restart',
    possible: (phase, page) =>
      mayTouch(page) && (isAlive(phase) || (phase.kind === 'ended' && page.model.startsAgain)),
    run: page => page.model.restart(),
  },
  {
    id: 'stop',
    label: 'Stop',
    key: 'Shift+F5',
    icon: 'stop',
    possible: (phase, page) => mayTouch(page) && (isAlive(phase) || phase.kind === 'starting'),
    run: page => (page.model.phase.get().kind === 'starting' ? page.model.leave() : page.model.terminate()),
  },
];

const canStart = ({ kind }: Phase, page: PageState): boolean =>
  ((kind === 'ended' || kind === 'failed') && page.model.startsAgain) ||
  (kind === 'idle' && page.candidate.get() !== undefined);

async function startAgain(page: PageState): Promise<void> {
  const candidate = page.candidate.get();
  const { request } = page.model;
  if (request !== undefined) return page.model.start(request);
  if (candidate === undefined) return;
  const { program, language } = candidate;
  await page.launch(program, language === undefined ? {} : { language });
}

/** The command that a key press means. */
export function commandOf(event: KeyboardEvent): PageCommand | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const name = [
    ...(ctrlKey || metaKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    key,
  ].join('+');
  return commands.find(command => command.key === name);
}
