// Checks of whole sessions: what an adapter says fits what it said before. Judged on all sessions of the run.
import type { Check, PassiveCheck, Reference } from '../check.js';

const of = (page: string): Reference => ({ in: 'specification', page });

const judging = (
  id: string,
  judges: PassiveCheck['judges'],
  title: string,
  reference: Reference,
  why: string,
): Check => ({ id: `session/${id}`, title, reference, why, judges });

export const sessionChecks: readonly Check[] = [
  judging(
    'stopped-once',
    'stopped-twice',
    'A stop is told once: a thread that stands still does not stop again before it was let go',
    of('Events_Stopped'),
    'Clients throw away what they show and ask for it anew, and whoever counts stops or scripts steps is one ahead.',
  ),
  judging(
    'continued-once',
    'continued-twice',
    'A `continued` event is about a thread that was not said to run already',
    of('Events_Continued'),
    'A client that lets go of a stop with each of them lets go of the next stop, too.',
  ),
  judging(
    'thread-once',
    'thread-twice',
    'A thread is said to have started once, and to have exited once',
    of('Events_Thread'),
    'Clients list it twice, or look for one that is gone.',
  ),
  judging(
    'exited-thread',
    'exited-thread',
    'No stop is told of a thread that has exited',
    of('Events_Thread'),
    'Clients have removed the thread, and have nothing to show the stop in.',
  ),
  judging(
    'module-once',
    'module-twice',
    'A module is announced as new once',
    of('Events_Module'),
    'Clients list it twice.',
  ),
  judging(
    'nothing-before-launch',
    'before-launch',
    'Nothing is told of a program before `launch` or `attach`',
    { in: 'overview', page: 'Launching and attaching' },
    'Clients take the session for one that runs, and leave out what belongs to its beginning.',
  ),
  judging(
    'exited-before-terminated',
    'exited-late',
    '`exited` comes before `terminated`',
    of('Events_Terminated'),
    'Clients that end the session with `terminated` never show how the program ended.',
  ),
  judging(
    'exited-once',
    'exited-twice',
    'A program exits once',
    of('Events_Exited'),
    'Whoever waits for the second of two programs takes the first one for both.',
  ),
  judging(
    'output-before-terminated',
    'output-late',
    'What the program printed comes before `terminated`',
    of('Events_Terminated'),
    'Clients close the console with the session: the last lines, often the reason of a crash, are lost.',
  ),
  judging(
    'lines-from-1',
    'line-zero',
    'A client that counts lines from 1 is told no line 0',
    of('Requests_Initialize'),
    'Clients subtract one, and jump to the line -1, or fail.',
  ),
  judging(
    'columns-from-1',
    'column-zero',
    'A client that counts columns from 1 is told no column 0 of a place in a source',
    of('Requests_Initialize'),
    'Clients subtract one, and mark the column -1: the wrong place, or none.',
  ),
  judging(
    'ranges',
    'range-backwards',
    'No range ends before it begins',
    of('Types_Scope'),
    'Editors refuse such a range, and with it all that was to be shown at once.',
  ),
  {
    id: 'session/message-on-success',
    title: 'A response that succeeds has no `message`, which is the text of a failure',
    reference: of('Base Protocol_Response'),
    why: 'Clients that look at the text show an error where none is.',
    level: 'should',
    judges: 'message-on-success',
  },
  judging(
    'breakpoints-one-for-one',
    'breakpoint-count',
    'Breakpoints of every kind are answered one for one',
    of('Types_Breakpoint'),
    'Clients match by position: the answers after the one too many belong to others.',
  ),
  judging(
    'breakpoint-ids',
    'breakpoint-id-shared',
    'Breakpoints of different sources and kinds do not share an id',
    of('Types_Breakpoint'),
    'An event that changes one changes the other in the client.',
  ),
  judging(
    'total-frames',
    'total-too-small',
    '`totalFrames` is not less than the frames that were shown',
    of('Requests_StackTrace'),
    'Clients that load a stack in parts stop too early, or ask for ever.',
  ),
  judging(
    'no-more-than-asked',
    'more-than-asked',
    'No answer has more frames, variables or modules than were asked for',
    of('Requests_StackTrace'),
    'Clients that load in parts show the surplus twice.',
  ),
  judging(
    'scope-references',
    'scope-reference-twice',
    'Every scope of a frame has a reference of its own',
    of('Types_Scope'),
    'Clients keep what they have opened by its reference: opening one opens the other, with the same variables.',
  ),
];
