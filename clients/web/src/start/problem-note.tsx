// A problem where it happened, with what to do next.
import type { ReactNode } from 'react';
import { problemOf } from './problem-text.js';

export function ProblemNote({ error }: { readonly error: unknown }): ReactNode {
  const { text, next } = problemOf(error);
  return (
    <p className="start-problem" role="alert">
      <strong>{text}</strong>
      {next !== undefined && <> {next}</>}
    </p>
  );
}
