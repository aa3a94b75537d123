// Runs the functions of a module in a process of its own and prints how long each took: plain, under V8's inspector with a breakpoint elsewhere, or instrumented with one elsewhere.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

/** What `engines/wasm/dist/test/rates.js` offers. */
interface Rates {
  instrumented(
    bytes: Uint8Array,
    statements: readonly number[],
    armed: number,
    variables: unknown,
  ): (name: string, ...given: readonly (number | bigint)[]) => unknown;
  falseConditions(passes: number): Promise<number>;
  missedHits(passes: number): Promise<number>;
  logPoints(passes: number): Promise<number>;
  recordedCall(program: unknown): object;
}

/** What a language offers in `dist/test/module-rate.js`. */
interface Offered {
  readonly hot: Pick<Task, 'statements' | 'elsewhere'> & {
    readonly bytes: Uint8Array;
    /** Which locals hold variables. */
    readonly variables: unknown;
    readonly calls: readonly {
      readonly name: string;
      readonly export: string;
      readonly arguments: readonly bigint[];
    }[];
  };
  readonly recorded: unknown;
}

interface Task {
  readonly how: 'plain' | 'inspector' | 'instrumented' | keyof typeof passing | 'recorded';
  /** The module, or what a language offers. */
  readonly file: string;
  readonly offered?: true;
  readonly rates: string;
  readonly statements: readonly number[];
  readonly elsewhere: number;
  /** Tells which locals of a module hold variables. */
  readonly variables?: string;
  readonly calls: readonly (readonly [string, number])[];
}

interface WebAssemblyApi {
  readonly Module: (new (bytes: Uint8Array) => object) & {
    imports(module: object): readonly { readonly module: string; readonly name: string }[];
  };
  readonly Instance: new (
    module: object,
    imports: object,
  ) => {
    readonly exports: Readonly<Record<string, (...given: readonly (number | bigint)[]) => unknown>>;
  };
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };

/** Enough for V8 to optimise what runs often; the fastest counts, because everything else is noise. */
const repetitions = 25;

/** How often; log points take longer. */
const passing = { falseConditions: 50_000_000, missedHits: 50_000_000, logPoints: 500_000 } as const;

const task = JSON.parse(process.argv[2]!) as Task;
const rates = (await import(pathToFileURL(task.rates).href)) as Rates;
const offered =
  task.offered === true ? ((await import(pathToFileURL(task.file).href)) as Offered) : undefined;
if (task.how === 'falseConditions' || task.how === 'missedHits' || task.how === 'logPoints') {
  await rates[task.how](100_000);
  say({ rate: await rates[task.how](passing[task.how]) });
} else if (task.how === 'recorded') say(rates.recordedCall(offered!.recorded));
else {
  const calls =
    offered?.hot.calls ?? task.calls.map(([name, given]) => ({ name, export: name, arguments: [given] }));
  const run = runner(offered?.hot ?? (await compiled()));
  say(
    calls.map(call => {
      let best = Infinity;
      let result: unknown;
      for (let nth = 0; nth < repetitions; nth++) {
        const began = performance.now();
        result = run(call.export, ...call.arguments);
        best = Math.min(best, performance.now() - began);
      }
      return { name: call.name, ms: best, result: String(result) };
    }),
  );
}

async function compiled(): Promise<Offered['hot']> {
  const bytes = new Uint8Array(readFileSync(task.file));
  const { variablesOf } = (await import(pathToFileURL(task.variables!).href)) as {
    readonly variablesOf: (module: Uint8Array) => unknown;
  };
  return { ...task, calls: [], bytes, variables: variablesOf(bytes) };
}

function say(value: unknown): void {
  process.stdout.write(JSON.stringify(value));
}

type Runner = (name: string, ...given: readonly (number | bigint)[]) => unknown;

function runner(module: {
  readonly bytes: Uint8Array;
  readonly statements: readonly number[];
  readonly elsewhere: number;
  readonly variables: unknown;
}): Runner {
  const { bytes, statements, elsewhere } = module;
  if (task.how === 'instrumented') return rates.instrumented(bytes, statements, elsewhere, module.variables);
  const session = task.how === 'inspector' ? new Session() : undefined;
  const scripts: string[] = [];
  session?.connect();
  session?.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.startsWith('wasm://')) scripts.push(params.scriptId);
  });
  session?.post('Debugger.enable');
  const compiled = new WebAssembly.Module(bytes);
  const { exports } = new WebAssembly.Instance(compiled, idleImports(compiled));
  for (const scriptId of scripts)
    session?.post(
      'Debugger.setBreakpoint',
      { location: { scriptId, lineNumber: 0, columnNumber: elsewhere } },
      error => {
        if (error !== null) throw new Error(error.message);
      },
    );
  if (session !== undefined && scripts.length === 0) throw new Error('V8 told of no module');
  return (name, ...given) => exports[name]!(...given);
}

/** Functions that do nothing, for calls that only compute. */
function idleImports(compiled: object): object {
  const imports: Record<string, Record<string, () => undefined>> = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled))
    (imports[module] ??= {})[name] = () => undefined;
  return imports;
}
