// What the help lists: the keys of the pane that has them, those of the screen, of the panes, and commands by name.
import { paneIds, paneKeyOf, type KeyHelp, type Pane, type PaneId } from '../panes/pane.js';
import { screenCommands } from './command.js';

export interface HelpGroup {
  readonly title: string;
  readonly keys: readonly KeyHelp[];
}

export function keyHelp(panes: Readonly<Record<PaneId, Pane>>, focus: PaneId): readonly HelpGroup[] {
  const pane = panes[focus];
  return [
    { title: `In ${pane.name.toLowerCase()}`, keys: pane.keys },
    {
      title: 'Everywhere',
      keys: screenCommands
        .filter(({ keys }) => keys.length > 0)
        .map(({ keys, words }) => [keys.join(' '), words] as const),
    },
    {
      title: 'Panes',
      keys: [
        ['Tab S-Tab', 'the next pane, the one before'],
        ...paneIds
          .filter(id => panes[id].isThere())
          .map(id => [paneKeyOf(id), panes[id].name.toLowerCase()] as const),
        ['mouse', 'click chooses, in the margin sets breakpoints; the wheel scrolls'],
      ],
    },
    {
      title: 'By name, after :',
      keys: screenCommands
        .filter(({ operand }) => operand !== undefined)
        .map(({ name, operand }) => [name, operand!] as const),
    },
  ];
}
