// Examples, a tab for each language; a click starts one, and it stops where there is something to see.
import { useId, useMemo, useState, type ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import type { Example } from '../page/server-api.js';
import { TabStrip } from '@sonde/panels';
import { exampleGroups, firstGroup, type ExampleGroup } from './example-groups.js';
import { StartSection } from './start-section.js';

export function ExampleList(): ReactNode {
  const { info } = usePage();
  const groups = useMemo(() => exampleGroups(info), [info]);
  const [chosen, choose] = useState(() => firstGroup(groups)?.language.id);
  const panel = useId();
  const group = groups.find(({ language }) => language.id === chosen);
  return (
    <StartSection title="Examples">
      <TabStrip
        label="Languages"
        tabs={groups.map(({ language: { id, name, missing } }) => ({
          id,
          label: name,
          ...(missing === undefined ? {} : { badge: 'tools missing', title: missing }),
        }))}
        active={chosen}
        onChoose={choose}
        controls={panel}
      />
      {group === undefined ? (
        <p className="start-quiet">No language that is installed has examples.</p>
      ) : (
        <div id={panel} role="tabpanel" aria-label={`Examples in ${group.language.name}`}>
          <Group group={group} />
        </div>
      )}
    </StartSection>
  );
}

function Group({ group: { language, examples } }: { readonly group: ExampleGroup }): ReactNode {
  const { info } = usePage();
  const mayStart = info.rights === 'full' && language.missing === undefined;
  return (
    <>
      {language.missing !== undefined && (
        <p className="start-note">
          <strong>{language.name} programs cannot be started here.</strong> {language.missing}
        </p>
      )}
      <ul className="start-rows">
        {examples.map(example => (
          <ExampleRow key={example.path} example={example} mayStart={mayStart} />
        ))}
      </ul>
    </>
  );
}

function ExampleRow({
  example,
  mayStart,
}: {
  readonly example: Example;
  readonly mayStart: boolean;
}): ReactNode {
  const page = usePage();
  const { path, language, stopAt, name, about } = example;
  const start = (): Promise<void> =>
    // Where nothing can be started, the source can still be read.
    mayStart
      ? page.launch(path, { language, ...(stopAt === undefined ? {} : { lines: [stopAt] }) })
      : page.look(path, language);
  return (
    <li>
      <button type="button" className="start-row start-choice" onClick={() => void start()}>
        <span className="start-what">
          <span className="start-name">{name}</span>
          <span className="start-about">{about}</span>
        </span>
        <span className="start-does" aria-hidden="true">
          {mayStart ? 'Debug' : 'Look'}
        </span>
      </button>
    </li>
  );
}
