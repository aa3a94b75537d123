// How a session is begun: a program that is launched, one that is there already, a session of others.

export type StartRequest =
  | {
      readonly kind: 'launch';
      readonly program: string;
      readonly language?: string;
      readonly args?: readonly string[];
      readonly stopOnEntry?: boolean;
      /** Whatever else the launch is to be told. */
      readonly options?: Readonly<Record<string, unknown>>;
    }
  /** A process that runs, or what is left of one in a core file. */
  | { readonly kind: 'attach'; readonly name: string; readonly options: Readonly<Record<string, unknown>> }
  | { readonly kind: 'join'; readonly session: string };

/** Whose breakpoints and watches are meant; who joins has to ask. */
export function programOf(request: StartRequest): string | undefined {
  if (request.kind === 'join') return undefined;
  return request.kind === 'launch' ? request.program : request.name;
}

/** The arguments of the request that begins it. */
export function configurationOf(request: StartRequest): Readonly<Record<string, unknown>> {
  if (request.kind === 'join') return { session: request.session };
  if (request.kind === 'attach') return request.options;
  const { program, language, args, stopOnEntry, options } = request;
  return {
    ...options,
    program,
    ...(language === undefined ? {} : { language }),
    ...(args === undefined ? {} : { args }),
    ...(stopOnEntry === undefined ? {} : { stopOnEntry }),
  };
}

/** Of what was kept over a reload; the storage may hold anything. */
export function readStartRequest(value: unknown): StartRequest | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const { kind, program, name, options } = value as Partial<Record<string, unknown>>;
  if (kind === 'launch' && typeof program === 'string') return value as StartRequest;
  const attaches = kind === 'attach' && typeof name === 'string' && typeof options === 'object';
  return attaches && options !== null ? (value as StartRequest) : undefined;
}
