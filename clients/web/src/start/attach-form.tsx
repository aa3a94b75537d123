// Attaches to a program that runs already: a process, what is left of one in a core file, or what a language reaches itself.
import { useState, type ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import type { LanguageInfo } from '../page/server-api.js';
import { TextField } from '@sonde/panels';
import { attachByOptions, attachRequest, type AttachFields } from './attach-request.js';
import { StartSection } from './start-section.js';

const processKinds = [
  { to: 'process', label: 'Process', about: 'Its number or its name.' },
  { to: 'core', label: 'Core file', about: 'Its path, from where the server runs.' },
] as const;

export function AttachForm(): ReactNode {
  const page = usePage();
  const processes = page.info.attaches === true ? processKinds : [];
  const reached = page.info.languages.filter(({ attach = [] }) => attach.length > 0);
  const [chosen, setChosen] = useState<string | undefined>();
  const [fields, setFields] = useState<Omit<AttachFields, 'to'>>({ what: '', program: '' });
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const kinds = [...processes, ...reached.map(({ id, name }) => ({ to: id, label: name }))];
  const to = chosen ?? kinds[0]?.to;
  if (to === undefined || page.info.rights !== 'full') return null;
  const kind = processes.find(each => each.to === to);
  const language = reached.find(({ id }) => id === to);
  const request =
    kind === undefined
      ? language && attachByOptions(language, texts)
      : attachRequest({ ...fields, to: kind.to });
  return (
    <StartSection title="Attach">
      <form
        className="start-form"
        onSubmit={event => {
          event.preventDefault();
          if (request !== undefined) void page.attach(request);
        }}
      >
        <div role="radiogroup" aria-label="Attach to" className="start-choices">
          {kinds.map(each => (
            <label key={each.to} className="check">
              <input
                type="radio"
                name="attach-to"
                checked={to === each.to}
                onChange={() => setChosen(each.to)}
              />
              {each.label}
            </label>
          ))}
        </div>
        {kind === undefined ? (
          <OptionFields language={language} texts={texts} onChange={setTexts} />
        ) : (
          <ProcessFields kind={kind} fields={fields} onChange={setFields} />
        )}
        <button type="submit" disabled={request === undefined}>
          Attach
        </button>
      </form>
    </StartSection>
  );
}

function ProcessFields({
  kind,
  fields,
  onChange,
}: {
  readonly kind: (typeof processKinds)[number];
  readonly fields: Omit<AttachFields, 'to'>;
  readonly onChange: (fields: Omit<AttachFields, 'to'>) => void;
}): ReactNode {
  return (
    <>
      <TextField
        label={kind.label}
        about={kind.about}
        value={fields.what}
        onChange={what => onChange({ ...fields, what })}
      />
      <TextField
        label="Program"
        about="The file it was started from; found out where possible."
        value={fields.program}
        onChange={program => onChange({ ...fields, program })}
      />
    </>
  );
}

/** One field for each attach option of the language. */
function OptionFields({
  language,
  texts,
  onChange,
}: {
  readonly language: LanguageInfo | undefined;
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (texts: Readonly<Record<string, string>>) => void;
}): ReactNode {
  return (language?.attach ?? []).map(({ name, about }) => (
    <TextField
      key={name}
      label={name}
      about={about}
      value={texts[name] ?? ''}
      onChange={text => onChange({ ...texts, [name]: text })}
    />
  ));
}
