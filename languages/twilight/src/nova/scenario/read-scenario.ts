// Reads a scenario file: what is wrong with it is told with its place, all of it at once.

import { Value } from '@sinclair/typebox/value';
import type { TSchema } from '@sinclair/typebox';
import { JsonFile, jsonPointer, nearest, Problems, SourceText } from '@sonde/front-end';
import type { Diagnostic } from '@sonde/language';
import { basename } from 'node:path';
import { frame, steps, type ScenarioFrame, type Step, type StepKind } from './schema.js';

export interface Scenario extends Omit<ScenarioFrame, 'steps'> {
  readonly steps: readonly PlacedStep[];
  /** Where something in it stands, by its JSON pointer: for what goes wrong when it runs. */
  problem(pointer: string, message: string, hint?: string): Diagnostic;
}

export interface PlacedStep {
  readonly step: Step;
  readonly pointer: string;
}

export type ReadScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

export function readScenario(path: string, text: string): ReadScenario {
  const source = new SourceText({ name: basename(path), path }, text);
  const problems = new Problems(source);
  const file = JsonFile.read(problems);
  if (file === undefined) return { ok: false, problems: problems.diagnostics() };
  const check = (schema: TSchema, value: unknown, at: string): boolean =>
    checkAgainst(schema, value, at, file, problems);
  const isWhole = check(frame, file.value, '');
  const listed = isWhole ? (file.value as ScenarioFrame).steps : [];
  const placed = listed.flatMap((value, nth): readonly PlacedStep[] => {
    const pointer = jsonPointer('/steps', nth);
    const kind = kindOf(value);
    if (kind === undefined) {
      const kinds = Object.keys(steps).join(', ');
      problems.error(file.placeOf(pointer), `a step is an object with one of ${kinds}`);
      return [];
    }
    return check(steps[kind], value, pointer)
      ? [{ step: { kind, ...(value as object) } as Step, pointer }]
      : [];
  });
  if (problems.hasErrors()) return { ok: false, problems: problems.diagnostics() };
  return {
    ok: true,
    scenario: {
      ...(file.value as ScenarioFrame),
      steps: placed,
      problem: (pointer, message, hint) => {
        const told = new Problems(source);
        told.error(file.placeOf(pointer), message, hint);
        return told.diagnostics()[0]!;
      },
    },
  };
}

function kindOf(value: unknown): StepKind | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const kinds = (Object.keys(steps) as StepKind[]).filter(kind => Object.hasOwn(value, kind));
  return kinds.length === 1 ? kinds[0] : undefined;
}

function checkAgainst(
  schema: TSchema,
  value: unknown,
  at: string,
  file: JsonFile,
  problems: Problems,
): boolean {
  let isGood = true;
  for (const { path, schema: wanted, message } of Value.Errors(schema, value)) {
    isGood = false;
    const place = file.placeOf(`${at}${path}`);
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (message === 'Unexpected property') {
      const known = namesAround(schema, path);
      const near = nearest(name, known);
      problems.error(
        place,
        `${JSON.stringify(name)} means nothing here`,
        near !== undefined
          ? `Did you mean ${JSON.stringify(near)}?`
          : known.length === 0
            ? 'A name is made of letters and digits.'
            : `There are ${known.join(', ')}.`,
      );
    } else if (message === 'Expected required property')
      problems.error(place, `${JSON.stringify(name)} is missing`);
    else {
      const what = wanted.description ?? 'something else';
      problems.error(place, path === '' ? `this is to be ${what}` : `${JSON.stringify(name)} is ${what}`);
    }
  }
  return isGood;
}

/** The parts of a schema that hold others. */
interface Container {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

/** What an object may have, by the pointer of something in it. */
function namesAround(schema: TSchema, path: string): readonly string[] {
  let around: Container | undefined = schema as Container;
  for (const part of path.split('/').slice(1, -1)) {
    const [anyName] = Object.values(around?.patternProperties ?? {});
    around = (around?.properties?.[part] ?? anyName ?? around?.items) as Container | undefined;
  }
  return Object.keys(around?.properties ?? {});
}
