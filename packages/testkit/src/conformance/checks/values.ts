// Checks of what is shown: stacks, scopes, variables, expressions, and the parts that a program consists of.
import type { Check } from '../check.js';
import { abilityChecks } from './values/client-abilities.js';
import { evaluationChecks } from './values/evaluating.js';
import { pagingChecks } from './values/paging.js';
import { partChecks } from './values/parts.js';
import { settingChecks } from './values/setting.js';
import { stackChecks } from './values/stack.js';
import { variableChecks } from './values/variables.js';

export const valueChecks: readonly Check[] = [
  ...stackChecks,
  ...variableChecks,
  ...pagingChecks,
  ...settingChecks,
  ...evaluationChecks,
  ...partChecks,
  ...abilityChecks,
];
