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
  ): (name: string, given: number) => unknown;
  falseConditions(passes: number): Promise<number>;
}

interface Task {
  readonly how: 'plain' | 'inspector' | 'instrumented' | 'conditions';
  readonly file: string;
  readonly rates: string;
  readonly statements: readonly number[];
  readonly elsewhere: number;
  readonly calls: readonly (readonly [string, number])[];
}

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: Readonly<Record<string, (given: number) => unknown>>;
  };
}

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };

/** Enough for V8 to optimise what runs often; the fastest counts, because everything else is noise. */
const repetitions = 7;

const task = JSON.parse(process.argv[2]!) as Task;
const rates = (await import(pathToFileURL(task.rates).href)) as Rates;
if (task.how === 'conditions') {
  await rates.falseConditions(1_000_000);
  process.stdout.write(JSON.stringify({ rate: await rates.falseConditions(50_000_000) }));
} else {
  const run = runner();
  const times = task.calls.map(([name, given]) => {
    let best = Infinity;
    let result: unknown;
    for (let nth = 0; nth < repetitions; nth++) {
      const began = performance.now();
      result = run(name, given);
      best = Math.min(best, performance.now() - began);
    }
    return { name, ms: best, result: String(result) };
  });
  process.stdout.write(JSON.stringify(times));
}

function runner(): (name: string, given: number) => unknown {
  const bytes = new Uint8Array(readFileSync(task.file));
  if (task.how === 'instrumented') return rates.instrumented(bytes, task.statements, task.elsewhere);
  const session = task.how === 'inspector' ? new Session() : undefined;
  const scripts: string[] = [];
  session?.connect();
  session?.on('Debugger.scriptParsed', ({ params }) => {
    if (params.url.startsWith('wasm://')) scripts.push(params.scriptId);
  });
  session?.post('Debugger.enable');
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  for (const scriptId of scripts)
    session?.post(
      'Debugger.setBreakpoint',
      { location: { scriptId, lineNumber: 0, columnNumber: task.elsewhere } },
      error => {
        if (error !== null) throw new Error(error.message);
      },
    );
  if (session !== undefined && scripts.length === 0) throw new Error('V8 told of no module');
  return (name, given) => exports[name]!(given);
}
