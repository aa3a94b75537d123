// From the trees of a package to its typed program.

import type { Diagnostic } from '@sonde/language';
import { checkInstance } from './control/check-functions.js';
import { Checker, type Instance } from './checker.js';
import { constantOf } from './items/constants.js';
import { contractOf, declareContract, enterContract, reachedFrom } from './items/contracts.js';
import type { Definition, FunctionDefinition, ItemScope } from './items/definitions.js';
import { inferEffects } from './items/effects.js';
import { genericsOf, instantiate, parameterTypes } from './items/functions.js';
import { mentionsParameter } from './type-rules/generics.js';
import type { ProgramProblems } from '../problems/lint-levels.js';
import { declareModules, type CheckedUnit } from './items/modules.js';
import { definedType, resolveType } from './type-rules/resolve-types.js';
import { lastOf, traitNamed } from './type-rules/traits.js';
import { CheckMistake } from './mistake.js';
import type { NamedConstant, SourceFile, TypedProgram } from './typed-program.js';
import type { Type } from './types.js';

export interface Checked {
  /** Undefined where there are errors. */
  readonly program: TypedProgram | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function checkProgram(
  about: TypedProgram['package'],
  units: readonly CheckedUnit[],
  files: readonly SourceFile[],
  problems: ProgramProblems,
  /** Given by those who go on to ask it about the program. */
  checker = new Checker(problems, about.name),
): Checked {
  const definitions = declareModules(checker, units);
  for (const contract of definitions) checker.recovering(() => declareContract(checker, contract));
  for (const scope of allScopes(checker, definitions))
    for (const found of scope.names.values()) checkDeclaration(checker, found, scope);
  checkImpls(checker);
  const entered = definitions.map(contract => enterContract(checker, contract));
  const tests = enterFreeFunctions(checker);
  checkWaiting(checker);
  const concrete = [...checker.instances.values()].filter(isConcrete);
  inferEffects(checker, concrete);
  if (problems.hasErrors()) return { program: undefined, diagnostics: problems.diagnostics() };
  const contracts = definitions.map((contract, nth) => contractOf(checker, contract, entered[nth]!));
  const testFunctions = reachedFrom(tests).filter(({ role }) => role !== 'test');
  const types = new Map<string, Type>([...checker.types.all].filter(([, type]) => !mentionsParameter(type)));
  return {
    program: {
      package: about,
      files,
      contracts,
      tests: tests.map(({ typed }) => typed),
      testFunctions,
      constants: [...namedConstants(checker)],
      types,
    },
    diagnostics: problems.diagnostics(),
  };
}

/** Functions that others turned out to need. */
export function checkWaiting(checker: Checker): void {
  for (let next = checker.waiting.shift(); next !== undefined; next = checker.waiting.shift()) {
    const instance = next;
    checker.recovering(() => checkInstance(checker, instance));
    if (checker.problems.full) break;
  }
}

const isConcrete = ({ parameters, self }: Instance): boolean =>
  ![...parameters.values(), ...(self === undefined ? [] : [self])].some(mentionsParameter);

function allScopes(checker: Checker, contracts: ReturnType<typeof declareModules>): ItemScope[] {
  return [...checker.modules.values(), ...contracts.map(({ inside }) => inside)];
}

/** Types and constants that nobody uses are checked, too. */
function checkDeclaration(checker: Checker, found: Definition, home: ItemScope): void {
  if (!('tree' in found) || found.scope !== home) return;
  checker.recovering(() => {
    switch (found.kind) {
      case 'struct':
      case 'enum':
      case 'alias': {
        const parameters = [...parameterTypes(checker, found.tree.generics).values()];
        definedType(checker, found, parameters, found.tree.name.at);
        break;
      }
      case 'const':
        constantOf(checker, found, found.tree.name.at);
        break;
      case 'function':
        checkGeneric(checker, found, undefined, new Map());
        break;
      default:
        break;
    }
  });
}

/** With types that can only do what their bounds say: what is wrong is told before anybody uses it. */
function checkGeneric(
  checker: Checker,
  definition: FunctionDefinition,
  self: Type | undefined,
  outer: ReadonlyMap<string, Type>,
): void {
  const generics = genericsOf(definition.tree);
  if (generics.length === 0 && outer.size === 0) return;
  const parameters = new Map<string, Type>([...outer, ...parameterTypes(checker, generics)]);
  for (const { bounds } of generics)
    for (const bound of bounds) {
      const known = traitNamed(checker, bound, definition.scope) !== undefined;
      if (!known && !/^(?:Copy|Clone|Eq|Ord|Hash|Display|Default)$/.test(lastOf(bound)))
        throw new CheckMistake(bound.at, `there is no trait ${lastOf(bound)}`);
    }
  const instance = instantiate(checker, definition, parameters, self);
  if (definition.tree.body !== undefined) checkInstance(checker, instance);
}

function checkImpls(checker: Checker): void {
  for (const { tree, scope, functions } of checker.impls)
    checker.recovering(() => {
      const outer = parameterTypes(checker, tree.generics);
      const self = resolveType(checker, tree.target, { scope, parameters: outer, self: undefined });
      if (tree.trait !== undefined) {
        const trait = traitNamed(checker, tree.trait, scope);
        if (trait === undefined)
          throw new CheckMistake(tree.trait.at, `there is no trait ${lastOf(tree.trait)}`);
        const missing = trait.tree.functions.filter(
          ({ name, body }) => body === undefined && !functions.has(name.text),
        );
        if (missing.length > 0)
          throw new CheckMistake(
            tree.name.at,
            `this impl of ${trait.name} also needs ${missing.map(({ name }) => name.text).join(', ')}`,
          );
        for (const [name, { tree: own }] of functions) {
          const declared = trait.tree.functions.find(one => one.name.text === name);
          if (declared === undefined)
            throw new CheckMistake(own.name.at, `${trait.name} has no function ${name}`);
          if (
            declared.parameters.length !== own.parameters.length ||
            (declared.self === undefined) !== (own.self === undefined)
          )
            throw new CheckMistake(own.name.at, `${name} is not declared so in ${trait.name}`);
        }
      }
      for (const definition of functions.values())
        checker.recovering(() => {
          if (genericsOf(definition.tree).length > 0 || outer.size > 0)
            checkGeneric(checker, definition, self, outer);
          else instantiate(checker, definition, new Map(), self);
        });
    });
}

/** Functions outside contracts; those that are tests are given back. */
function enterFreeFunctions(checker: Checker): Instance[] {
  const tests: Instance[] = [];
  for (const scope of checker.modules.values())
    for (const found of scope.names.values())
      if (found.kind === 'function' && found.scope === scope && genericsOf(found.tree).length === 0)
        checker.recovering(() => {
          const instance = instantiate(checker, found, new Map(), undefined);
          if (instance.typed.role === 'test') tests.push(instance);
        });
  return tests;
}

function* namedConstants(checker: Checker): Iterable<NamedConstant> {
  for (const [{ name }, value] of checker.constants)
    if (typeof value === 'object' && value.kind === 'constant')
      yield { name, type: value.type, value: value.value };
}
