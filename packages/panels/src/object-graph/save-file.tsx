// Gives a part of the object graph to the user as a file, where there is a way to.
import type { GraphFile } from '@sonde/client';
import type { ReactNode } from 'react';
import { usePanel } from '../panel-surroundings.js';

export interface SaveFileProps {
  readonly label: string;
  /** What is in the file. */
  readonly title: string;
  readonly file: () => Promise<GraphFile>;
}

export function SaveFile({ label, title, file }: SaveFileProps): ReactNode {
  const panel = usePanel();
  if (panel.save === undefined) return null;
  const give = async (): Promise<void> => {
    const { name, bytes } = await file();
    panel.save?.(name, bytes);
  };
  return (
    <button type="button" className="og-save" title={title} onClick={() => void panel.model.attempt(give)}>
      {label}
    </button>
  );
}
