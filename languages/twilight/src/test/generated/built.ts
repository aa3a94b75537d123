// Contracts built from text, for tests.

import { buildContract, checkText, type BuiltContract } from '../../toolchain/toolchain.js';

export function built(
  text: string,
  options: { readonly debug?: boolean; readonly runtimeAsserts?: boolean; readonly name?: string } = {},
): BuiltContract {
  const { program, diagnostics } = checkText(text, options.name ?? 'test.twl');
  const [contract] = program?.contracts ?? [];
  if (program === undefined || contract === undefined)
    throw new Error(
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ message, location }) => `${location?.line}: ${message}`)
        .join('\n'),
    );
  return buildContract(program, contract, {
    debug: options.debug ?? true,
    runtimeAsserts: options.runtimeAsserts ?? false,
  });
}
