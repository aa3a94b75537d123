// The project file, `NAME.hsx`: several programs that run together, each as a task of its own.

import { dirname, resolve } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { failedWith } from './diagnostics.js';

export const projectExtension = '.hsx';

const text = Type.String({ minLength: 1 });

const projectSchema = Type.Object(
  {
    tasks: Type.Array(
      Type.Object(
        {
          name: Type.Optional(text),
          /** C, MVASM and objects that are linked into one program, or a single `.hxe`. */
          sources: Type.Array(text, { minItems: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);

export interface ProjectTask {
  readonly name?: string;
  /** Absolute. */
  readonly sources: readonly string[];
}

export function readProject(path: string, bytes: Uint8Array): readonly ProjectTask[] {
  let given: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Whole lines may be comments.
    given = JSON.parse(text.replace(/^[ \t]*\/\/.*$/gm, ''));
  } catch (error) {
    throw failedWith(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (!Value.Check(projectSchema, given)) {
    const [first] = Value.Errors(projectSchema, given);
    throw failedWith(
      `${path} is not a usable project: ${first?.path === '' ? 'it' : (first?.path ?? 'it')}: ${first?.message ?? 'wrong'}.`,
      'It looks like { "tasks": [{ "name": "producer", "sources": ["producer.c"] }] }.',
    );
  }
  const { tasks }: Static<typeof projectSchema> = given;
  return tasks.map(({ name, sources }) => ({
    ...(name === undefined ? {} : { name }),
    sources: sources.map(source => resolve(dirname(path), source)),
  }));
}
