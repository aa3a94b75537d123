// Checks of breakpoints that decide for themselves whether to stop.
import { expectThat } from '../../check.js';
import type { Check } from '../../check.js';
import { during, expectAt, expectShows } from '../../looking.js';

const reference = { in: 'specification', page: 'Types_SourceBreakpoint' } as const;

export const conditionChecks: readonly Check[] = [
  {
    id: 'breakpoints/condition',
    title: 'A breakpoint with a condition stops when the condition holds, and only then',
    reference,
    why: 'Users of conditions have programs that pass the line far too often to stop each time.',
    needs: [{ capability: 'supportsConditionalBreakpoints' }, { section: 'loop' }],
    async run(subject) {
      const { at, condition } = subject.section('loop');
      const after = `with the condition ${JSON.stringify(condition.text)}`;
      const { client } = await during(after, subject.stoppedAt({ at, condition: condition.text }, 'loop'));
      await expectAt(subject, client, [at], { after, section: 'loop' });
      await expectShows(client, condition.shows, after);
    },
  },
  {
    id: 'breakpoints/hit-condition',
    title: 'A breakpoint with a hit condition counts how often its line is reached',
    reference,
    why: 'The program stops too early, too late or never.',
    needs: [{ capability: 'supportsHitConditionalBreakpoints' }, { section: 'loop' }],
    async run(subject) {
      const { at, hitCondition } = subject.section('loop');
      const after = `with the hit condition ${JSON.stringify(hitCondition.text)}`;
      const { client } = await during(
        after,
        subject.stoppedAt({ at, hitCondition: hitCondition.text }, 'loop'),
      );
      await expectAt(subject, client, [at], { after, section: 'loop' });
      await expectShows(client, hitCondition.shows, after);
    },
  },
  {
    id: 'breakpoints/log',
    title: 'A log point prints its message, with its expressions filled in, and does not stop',
    reference,
    why: 'The program stands still where it was only to be listened to.',
    needs: [{ capability: 'supportsLogPoints' }, { section: 'loop' }],
    async run(subject) {
      const { at, log } = subject.section('loop');
      const client = await subject.launch('loop', each =>
        each.setBreakpoints(subject.source('loop'), [{ at, logMessage: log.message }]),
      );
      await during('with a log point and no breakpoint', client.waitForEnd());
      const output = client.output();
      let from = 0;
      for (const text of log.prints) {
        const found = output.indexOf(text, from);
        expectThat(
          found >= 0,
          `the log point ${JSON.stringify(log.message)} was to print ${JSON.stringify(text)}, in this ` +
            `order; the output is ${JSON.stringify(output)}`,
        );
        from = found + text.length;
      }
    },
  },
];
