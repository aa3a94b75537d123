// Which requests this adapter serves, and what each must bring. The library itself checks neither: whatever a handler
// does not override is answered with an empty success, and a missing argument shows up as a stack trace.

type Kind = 'string' | 'number' | 'object';

/** The requests of the protocol that are served, each with the arguments that it needs. */
const served: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  initialize: { adapterID: 'string' },
  launch: {},
  setBreakpoints: { source: 'object' },
  setFunctionBreakpoints: { breakpoints: 'object' },
  setExceptionBreakpoints: { filters: 'object' },
  breakpointLocations: { source: 'object', line: 'number' },
  configurationDone: {},
  threads: {},
  stackTrace: { threadId: 'number' },
  scopes: { frameId: 'number' },
  variables: { variablesReference: 'number' },
  setVariable: { variablesReference: 'number', name: 'string', value: 'string' },
  evaluate: { expression: 'string' },
  continue: { threadId: 'number' },
  next: { threadId: 'number' },
  stepIn: { threadId: 'number' },
  stepOut: { threadId: 'number' },
  pause: { threadId: 'number' },
  exceptionInfo: { threadId: 'number' },
  terminate: {},
  disconnect: {},
};

/** Why a request is refused before anybody looks at it; undefined when it is fine. */
export function refusalOf(command: string, args: unknown): string | undefined {
  const needed = Object.hasOwn(served, command) ? served[command] : undefined;
  if (needed === undefined) return `${command} is not supported`;
  const given = (typeof args === 'object' ? args : undefined) as
    | Readonly<Record<string, unknown>>
    | undefined;
  for (const [name, kind] of Object.entries(needed)) {
    const value = given?.[name];
    if (value === undefined || value === null) return `${command} needs the argument ${name}`;
    if (typeof value !== kind) return `the argument ${name} of ${command} must be of the type ${kind}`;
  }
  return undefined;
}
