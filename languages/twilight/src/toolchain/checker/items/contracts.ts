// Contracts: storage, events, and the functions that their module needs.

import type { Span } from '@sonde/front-end';
import type { ContractTree, FunctionTree } from '../../syntax/tree.js';
import type { Checker, ContractFacts, Instance } from '../checker.js';
import type { ContractDefinition, FunctionDefinition } from './definitions.js';
import { getterOf } from './getters.js';
import { instantiate } from './functions.js';
import { CheckMistake } from '../mistake.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { holdsMap } from '../type-rules/type-facts.js';
import type { Event, StorageVariable, TypedContract, TypedFunction } from '../typed-program.js';
import type { Type } from '../types.js';

/** Topics besides the first, which is the event's own. */
const mostTopics = 3;

/** What every function of the contract may need; before any of them is checked. */
export function declareContract(checker: Checker, definition: ContractDefinition): ContractFacts {
  const { tree, inside, name } = definition;
  const environment = { scope: inside, parameters: new Map(), self: undefined };
  const storage: StorageVariable[] = [];
  const initialisers: ContractFacts['initialisers'][number][] = [];
  for (const item of tree.storage)
    checker.recovering(() => {
      const type = resolveType(checker, item.type, environment);
      requireStorable(type, item.type.at);
      const variable: StorageVariable = {
        name: item.name.text,
        nth: storage.length,
        type,
        public: item.visibility === 'public',
        at: item.at,
      };
      storage.push(variable);
      declareMember(checker, definition, item.name, { kind: 'storage', variable });
      if (item.value !== undefined) initialisers.push({ variable, value: item.value });
    });
  const events: Event[] = [];
  for (const item of tree.events)
    checker.recovering(() => {
      const parameters = item.parameters.map(({ name: parameter, type, topic }) => {
        const resolved = resolveType(checker, type, environment);
        if (holdsMap(resolved)) throw new CheckMistake(type.at, 'an event cannot hold a map');
        return { name: parameter.text, type: resolved, topic };
      });
      if (parameters.filter(({ topic }) => topic).length > mostTopics)
        throw new CheckMistake(item.name.at, `an event has at most ${mostTopics} topics`);
      const signature = `${item.name.text}(${parameters.map(({ type }) => type.name).join(',')})`;
      const event: Event = { name: item.name.text, signature, parameters, at: item.at };
      events.push(event);
      declareMember(checker, definition, item.name, { kind: 'event', event });
    });
  const invariants = tree.invariants.map(({ condition, message, at }) => ({
    condition,
    message: message ?? `Assertion failed: invariant at ${inside.file.path}:${at.line}:${at.column}`,
    at,
  }));
  const facts: ContractFacts = { name, scope: inside, storage, events, invariants, initialisers };
  checker.contracts.set(name, facts);
  return facts;
}

function declareMember(
  checker: Checker,
  { inside }: ContractDefinition,
  { text, at }: { readonly text: string; readonly at: Span },
  definition:
    | { readonly kind: 'storage'; readonly variable: StorageVariable }
    | { readonly kind: 'event'; readonly event: Event },
): void {
  if (inside.names.has(text))
    checker.problems.error(at, `there is another ${text}`, 'Give one of them another name.');
  else inside.names.set(text, definition);
}

/** Maps are storage variables, or values of maps that are. */
function requireStorable(type: Type, at: Span): void {
  if (type.kind === 'map') requireStorable(type.value, at);
  else if (holdsMap(type))
    throw new CheckMistake(
      at,
      'a map cannot be a part of a stored value',
      'Make it a storage variable of its own.',
    );
  if (type.kind === 'unit') throw new CheckMistake(at, 'there is nothing to store');
}

/** Puts all its functions into the queue. */
export function enterContract(
  checker: Checker,
  definition: ContractDefinition,
): Map<FunctionDefinition, Instance> {
  const entered = new Map<FunctionDefinition, Instance>();
  for (const tree of functionsOf(definition.tree)) {
    const known = definition.inside.names.get(tree.name.text);
    const own: FunctionDefinition =
      known?.kind === 'function' && known.tree === tree
        ? known
        : {
            kind: 'function',
            tree,
            scope: definition.inside,
            visibility: 'private',
            name: `${definition.name}::${tree.name.text}`,
          };
    checker.recovering(() => {
      requireFitting(tree);
      if (tree.generics.length > 0) {
        if (tree.visibility === 'public')
          throw new CheckMistake(tree.name.at, 'what is called from outside cannot be generic');
        return;
      }
      const instance = instantiate(checker, own, new Map(), undefined);
      if (!definition.tree.functions.includes(tree)) instance.typed.generated = true;
      // `#[cfg(test)]`: only what a test calls.
      if (!tree.attributes.some(({ name }) => name === 'cfg')) entered.set(own, instance);
    });
  }
  return entered;
}

/** With an `init` of the compiler's where the source has none. */
function functionsOf({ functions, name }: ContractTree): readonly FunctionTree[] {
  if (functions.some(tree => tree.name.text === 'init')) return functions;
  const init: FunctionTree = {
    kind: 'function',
    name: { text: 'init', at: name.at },
    visibility: 'private',
    attributes: [],
    generics: [],
    parameters: [],
    modifiers: [],
    body: { kind: 'block', statements: [], at: name.at },
    at: name.at,
  };
  return [init, ...functions];
}

const known = new Set(['payable', 'reads', 'writes', 'conflict_free', 'pipeline', 'verify', 'test', 'cfg']);

function requireFitting(tree: FunctionTree): void {
  for (const { name, at } of tree.attributes)
    if (!known.has(name))
      throw new CheckMistake(at, `a function cannot be ${name}`, `Attributes are ${[...known].join(', ')}.`);
  if (tree.name.text === 'init' && tree.result !== undefined)
    throw new CheckMistake(tree.result.at, 'init gives nothing back');
  const payable = tree.attributes.find(({ name }) => name === 'payable');
  if (payable !== undefined && tree.visibility !== 'public' && tree.name.text !== 'init')
    throw new CheckMistake(payable.at, 'only what is called from outside can be payable');
  if (tree.attributes.some(({ name }) => name === 'test') && tree.parameters.length > 0)
    throw new CheckMistake(tree.name.at, 'a test takes nothing');
}

/** With all that its functions call. */
export function contractOf(
  checker: Checker,
  definition: ContractDefinition,
  entered: ReadonlyMap<FunctionDefinition, Instance>,
): TypedContract {
  const facts = checker.contracts.get(definition.name)!;
  const instances = [...entered.values()];
  const init = instances.find(({ typed }) => typed.role === 'init')!.typed;
  const getters = facts.storage
    .filter(variable => variable.public)
    .map(variable => getterOf(checker, facts, variable));
  const reached = reachedFrom(instances);
  return {
    name: definition.name,
    file: definition.scope.file,
    storage: facts.storage,
    events: facts.events,
    init,
    functions: [...reached.filter(({ role }) => role !== 'test'), ...getters],
    tests: reached.filter(({ role }) => role === 'test'),
    at: definition.tree.at,
  };
}

export function reachedFrom(instances: readonly Instance[]): TypedFunction[] {
  return [...instancesFrom(instances)].map(({ typed }) => typed);
}

export function instancesFrom(instances: readonly Instance[]): ReadonlySet<Instance> {
  const found = new Set(instances);
  for (const instance of found) for (const callee of instance.callees) found.add(callee);
  return found;
}
