// The bar at the top: what is debugged, where it stands, and what can be done.
import { useState, type ReactNode } from 'react';
import { isAlive, statusText } from '@sonde/client';
import { ConfirmDialog, IconButton, useModel, useStore } from '@sonde/panels';
import { ThemeButton } from '../page/theme-button.js';
import { commands } from './commands.js';
import { usePage } from '../page/page-context.js';
import { StartDialog } from './start-dialog.js';

export function Toolbar(): ReactNode {
  const page = usePage();
  const model = useModel();
  const phase = useStore(model.phase);
  const info = useStore(model.info);
  const candidate = useStore(page.candidate);
  useStore(model.capabilities);
  const [starting, setStarting] = useState(false);
  const { request } = model;
  const program = info?.program ?? (request?.kind === 'launch' ? request.program : candidate?.program);
  const language = page.languageNamed(info?.language) ?? page.languageOf(program ?? '');
  const endsWithUs = request?.kind === 'launch' && (isAlive(phase) || phase.kind === 'starting');
  const waits = useStore(model.waitsForInput);
  const [leaving, setLeaving] = useState(false);
  const { text, tone } = statusText(phase, waits);
  return (
    <header className="toolbar">
      <IconButton
        shape="home"
        label="Back to the start page"
        about={endsWithUs ? 'Back to the start page; the program ends' : 'Back to the start page'}
        onClick={() => (endsWithUs ? setLeaving(true) : void page.toStart())}
      />
      {leaving && (
        <ConfirmDialog
          title={`End ${program?.split(/[\\/]/).at(-1) ?? 'the program'}?`}
          text="It has not ended yet. Going back to the start page ends it."
          doIt="End it"
          onDone={sure => {
            setLeaving(false);
            if (sure) void page.toStart();
          }}
        />
      )}
      <div className="program">
        <h1 className="program-name" title={program}>
          {program?.split(/[\\/]/).at(-1) ?? 'Sonde'}
        </h1>
        {language !== undefined && <span className="badge">{language.name}</span>}
      </div>
      <div className="run-controls" role="toolbar" aria-label="Run">
        {commands
          .filter(command => command.offered?.(model) ?? true)
          .map(command => (
            <IconButton
              key={command.id}
              shape={command.icon}
              label={
                command.id === 'continue' && phase.kind !== 'stopped' ? startLabel(phase.kind) : command.label
              }
              hint={command.key}
              disabled={!command.possible(phase, page)}
              onClick={() => void command.run(page)}
            />
          ))}
      </div>
      {program !== undefined &&
        page.info.rights === 'full' &&
        (request === undefined || request.kind === 'launch') && (
          <button type="button" className="quiet start-with" onClick={() => setStarting(true)}>
            Start with…
          </button>
        )}
      {starting && program !== undefined && (
        <StartDialog
          program={program}
          before={request?.kind === 'launch' ? request : undefined}
          onDone={() => setStarting(false)}
        />
      )}
      <div className={`status tone-${tone}`} role="status" title={text}>
        <span className="status-mark" aria-hidden="true" />
        <span className="status-text">{text}</span>
      </div>
      {page.info.rights === 'read-only' && <span className="badge">read only</span>}
      <ThemeButton />
    </header>
  );
}

const startLabel = (kind: string): string => (kind === 'running' ? 'Continue' : 'Start');
