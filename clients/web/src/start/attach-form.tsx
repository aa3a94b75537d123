// Attaches to a process that runs, or looks at what is left of one in a core file.
import { useState, type ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import { TextField } from '../ui/text-field.js';
import { attachRequest, type AttachFields } from './attach-request.js';
import { StartSection } from './start-section.js';

const kinds = [
  { to: 'process', label: 'Process', about: 'Its number or its name.' },
  { to: 'core', label: 'Core file', about: 'Its path, from where the server runs.' },
] as const;

export function AttachForm(): ReactNode {
  const page = usePage();
  const [fields, setFields] = useState<AttachFields>({ to: 'process', what: '', program: '' });
  if (page.info.attaches !== true || page.info.rights !== 'full') return null;
  const kind = kinds.find(({ to }) => to === fields.to)!;
  const request = attachRequest(fields);
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
          {kinds.map(({ to, label }) => (
            <label key={to} className="check">
              <input
                type="radio"
                name="attach-to"
                checked={fields.to === to}
                onChange={() => setFields({ ...fields, to })}
              />
              {label}
            </label>
          ))}
        </div>
        <TextField
          label={kind.label}
          about={kind.about}
          value={fields.what}
          onChange={what => setFields({ ...fields, what })}
        />
        <TextField
          label="Program"
          about="The file it was started from; found out where possible."
          value={fields.program}
          onChange={program => setFields({ ...fields, program })}
        />
        <button type="submit" disabled={request === undefined}>
          Attach
        </button>
      </form>
    </StartSection>
  );
}
