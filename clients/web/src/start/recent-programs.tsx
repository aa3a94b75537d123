// Programs that were debugged in this browser before.
import type { ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import { useStore } from '@sonde/panels';
import { ProgramRow } from './program-row.js';
import { baseName, placeOf } from './program-path.js';
import { StartSection } from './start-section.js';

export function RecentPrograms(): ReactNode {
  const page = usePage();
  const recent = useStore(page.recent);
  if (recent.length === 0) return null;
  return (
    <StartSection title="Recent">
      <ul className="start-rows">
        {recent.map(({ program, language }) => (
          <ProgramRow
            key={program}
            program={program}
            name={baseName(program)}
            about={placeOf(program, page.info.folder?.path)}
            // A program that a compiler made has no extension that tells of a source.
            isSource={page.languageOf(program) !== undefined}
            {...(language === undefined ? {} : { language })}
          />
        ))}
      </ul>
    </StartSection>
  );
}
