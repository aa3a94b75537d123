// The contracts of a package, and which of them is meant where only one can be.

import { Failure } from '@sonde/engine';
import type { TypedContract, TypedProgram } from '../checker/typed-program.js';

export interface ContractOfProgram {
  readonly program: TypedProgram;
  readonly contract: TypedContract;
}

/**
 * Those that the entries declare, then those of files that entries only mention, which have their module before the name
 * (`bank::Bank`); each declaration once. Throws a Failure where two have one name.
 */
export function contractsOf(programs: readonly TypedProgram[]): readonly ContractOfProgram[] {
  const all = programs.flatMap(program => program.contracts.map(contract => ({ program, contract })));
  const isOwn = ({ program, contract }: ContractOfProgram): boolean => contract.file === program.files[0];
  const declared = new Set<string>();
  const found = new Map<string, ContractOfProgram>();
  for (const each of [...all.filter(isOwn), ...all.filter(one => !isOwn(one))]) {
    const { name } = each.contract;
    const declaration = `${sourceOf(each.contract)} ${name.split('::').at(-1)}`;
    if (declared.has(declaration)) continue;
    declared.add(declaration);
    if (found.has(name))
      throw new Failure(
        'bad-arguments',
        'user',
        `two contracts are named ${name}, and their files would have one name.`,
        'Name one of them differently, or build the files one by one.',
      );
    found.set(name, each);
  }
  return [...found.values()];
}

/** The file that declares it, absolute. */
export const sourceOf = ({ file }: TypedContract): string => file.text.source.path ?? file.path;

/** `given`: what the user named. `option`: how a contract is named there. Throws a Failure that lists the contracts. */
export function chooseContract(
  programs: readonly TypedProgram[],
  wanted: string | undefined,
  { given, option }: { readonly given: string; readonly option: string },
): ContractOfProgram {
  const all = contractsOf(programs);
  const found = wanted === undefined ? all[0] : all.find(({ contract }) => contract.name === wanted);
  if (found !== undefined && (wanted !== undefined || all.length === 1)) return found;
  const names = all.map(({ contract }) => contract.name).join(', ');
  if (all.length === 0)
    throw new Failure(
      'bad-arguments',
      'user',
      `${given} has no contract.`,
      'Write one: contract Name { … }.',
    );
  throw new Failure(
    'bad-arguments',
    'user',
    wanted === undefined ? `${given} has ${all.length} contracts.` : `${given} has no contract ${wanted}.`,
    `Name one ${option}: ${names}.`,
  );
}
