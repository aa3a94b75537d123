// A program that can be looked at and debugged.
import type { ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import { Icon } from '@sonde/panels';

export interface ProgramRowProps {
  readonly program: string;
  readonly name: string;
  readonly about?: string;
  readonly language?: string;
  /** Else it is a program that was built, of which there is nothing to read. */
  readonly isSource: boolean;
}

export function ProgramRow({ program, name, about, language, isSource }: ProgramRowProps): ReactNode {
  const page = usePage();
  const mayStart = page.info.rights === 'full';
  const known = language === undefined ? {} : { language };
  const debug = (): Promise<void> => page.launch(program, known);
  return (
    <li className="start-row">
      <button
        type="button"
        className="start-link"
        title={program}
        disabled={!isSource && !mayStart}
        onClick={() => void (isSource ? page.look(program, language) : debug())}
      >
        <Icon shape={isSource ? 'file' : 'continue'} />
        <span className="start-name">{name}</span>
        {about !== undefined && about !== '' && <span className="start-about">{about}</span>}
      </button>
      {mayStart && (
        <button type="button" aria-label={`Debug ${name}`} onClick={() => void debug()}>
          Debug
        </button>
      )}
    </li>
  );
}
