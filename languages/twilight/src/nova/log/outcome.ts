// How a transaction ended.

import { failureText } from '../../toolchain/values/errors.js';

export type Outcome =
  | { readonly status: 'success' }
  /** `offset`: of the instruction behind it all, in the module of the contract. */
  | { readonly status: 'revert'; readonly message: string; readonly offset?: number }
  | { readonly status: 'panic'; readonly message: string; readonly offset?: number }
  | { readonly status: 'outOfGas'; readonly offset?: number };

export const succeeded = ({ status }: Outcome): boolean => status === 'success';

/** As people read it. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.status) {
    case 'success':
      return 'success';
    case 'revert':
      return `reverted: ${failureText(outcome.message)}`;
    case 'panic':
      return `panicked: ${failureText(outcome.message)}`;
    case 'outOfGas':
      return 'out of gas';
  }
}
