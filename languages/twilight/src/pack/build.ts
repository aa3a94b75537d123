// Builds what is launched: contracts out of sources or files, and the plan of what happens on the chain.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { asFailure, Failure, passTooMuchSource } from '@sonde/engine';
import { readNamedFile, type BuildRequest, type BuildResult, type Diagnostic } from '@sonde/language';
import { accountAddress } from '../nova/chain/address.js';
import { readScenario, type Scenario } from '../nova/scenario/read-scenario.js';
import {
  buildContract,
  checkProject,
  chooseContract,
  findProject,
  folderAbove,
  functionNamed,
  metaFile,
  moduleFile,
  readMeta,
  sourceMapFile,
  sourceOf,
  type BuiltContract,
  type Meta,
} from '../toolchain/toolchain.js';
import { metaBeside, moduleBeside } from './built-files.js';
import type { LaunchOptions } from './launch-options.js';
import type { BuiltContractFile, LaunchPlan, PlannedStep } from './plan.js';

export async function build(request: BuildRequest): Promise<BuildResult> {
  const builder = new Builder(request);
  const program = resolve(request.cwd, request.program);
  try {
    const plan = builder.plan(program);
    if (plan === undefined) return { diagnostics: builder.diagnostics };
    if (request.output !== undefined) write(resolve(request.cwd, request.output), builder.written);
    return { target: { program, temporary: [], image: plan }, diagnostics: builder.diagnostics };
  } catch (error) {
    passTooMuchSource(error);
    const { message, next } = asFailure(error);
    const hint = next === undefined ? {} : { hint: next };
    return { diagnostics: [...builder.diagnostics, { severity: 'error', message, ...hint }] };
  }
}

class Builder {
  readonly diagnostics: Diagnostic[] = [];
  readonly written: BuiltContract[] = [];
  readonly #contracts: BuiltContractFile[] = [];
  /** Of each contract the file that it was made of. */
  readonly #sources: string[] = [];
  readonly #options: LaunchOptions;

  constructor(private readonly request: BuildRequest) {
    this.#options = request.extra;
  }

  /** Undefined where it cannot be built; the diagnostics say why. */
  plan(program: string): LaunchPlan | undefined {
    const { scenario: given, block, storageFolder } = this.#options;
    const main = this.#load(program, this.#options.contract);
    if (main === undefined) return undefined;
    const scenario = this.#scenario(this.#sources[main]!, given);
    if (scenario === 'wrong') return undefined;
    const steps = scenario === undefined ? this.#calls(main) : this.#story(scenario.path, scenario.scenario);
    if (steps === undefined) return undefined;
    const accounts = Object.entries(scenario?.scenario.accounts ?? {}).map(
      ([name, { address, balance = 0 }]) => ({
        name,
        address: accountAddress(address ?? name),
        balance: String(balance),
      }),
    );
    return {
      contracts: this.#contracts,
      steps,
      accounts,
      needed: scenario === undefined ? neededFor(steps) : [],
      block: { ...scenario?.scenario.block, ...block },
      strictDomains: scenario?.scenario.strictDomains === true,
      store: storageFolder === undefined ? undefined : resolve(this.request.cwd, storageFolder),
    };
  }

  /** The contract of a program: its number among those that were built. */
  #load(path: string, wanted: string | undefined): number | undefined {
    if (extname(path) === '.wasm' || extname(path) === '.meta') return this.#readBuilt(path);
    const project = findProject(path);
    const { programs, diagnostics } = checkProject(project, this.request.mostSource);
    this.diagnostics.push(...diagnostics);
    if (diagnostics.some(({ severity }) => severity === 'error')) return undefined;
    const { program, contract } = chooseContract(programs, wanted, {
      given: path,
      option: 'as the option contract',
    });
    const runtimeAsserts = this.#options.enableRuntimeAsserts !== false;
    const built = buildContract(program, contract, { debug: true, runtimeAsserts });
    this.written.push(built);
    const { name, wasm, meta } = built;
    return this.#add({ name, wasm, meta: JSON.stringify(meta), folder: project.folder }, sourceOf(contract));
  }

  #readBuilt(path: string): number {
    const meta = metaBeside(path);
    const code = readNamedFile(moduleBeside(path));
    if (!existsSync(meta))
      throw new Failure(
        'not-found',
        'user',
        `${meta} is not there: without it nothing is known of the contract.`,
        `\`twilightc build\` writes both; ${orSource}`,
      );
    const text = new TextDecoder().decode(readNamedFile(meta));
    const read = readMeta(text, code);
    if (!read.ok)
      throw new Failure(
        'bad-arguments',
        'user',
        `${meta} ${read.message}.`,
        `Build the contract again with \`twilightc build\`; ${orSource}`,
      );
    const folder = sourceFolder(path, read.meta);
    return this.#add({ name: read.meta.contract, wasm: code, meta: text, folder }, path);
  }

  #add(file: BuiltContractFile, source: string): number {
    this.#sources.push(source);
    return this.#contracts.push(file) - 1;
  }

  #scenario(
    program: string,
    given: string | undefined,
  ): { readonly path: string; readonly scenario: Scenario } | undefined | 'wrong' {
    const path = given === undefined ? scenarioBeside(program) : resolve(this.request.cwd, given);
    const { function: called, transactions, initArgs } = this.#options;
    if (path === undefined || (given === undefined && (called ?? transactions ?? initArgs) !== undefined))
      return undefined;
    const read = readScenario(path, new TextDecoder().decode(readNamedFile(path)));
    if (read.ok) return { path, scenario: read.scenario };
    this.diagnostics.push(...read.problems);
    return 'wrong';
  }

  /** Deploys the contract and calls what the options say. */
  #calls(contract: number): readonly PlannedStep[] {
    const { sender = 'dev', value = 0, gasLimit, initArgs, functionArgs, transactions = [] } = this.#options;
    const { meta: text, name } = this.#contracts[contract]!;
    const read = readMeta(text);
    const main = read.ok && functionNamed(read.meta, 'main') !== undefined ? 'main' : undefined;
    const called = this.#options.function ?? (transactions.length === 0 ? main : undefined);
    const common = {
      from: sender,
      expected: 'success',
      value: '0',
      gasLimit: gasLimit === undefined ? undefined : String(gasLimit),
    };
    const init = transactions.find(({ function: each }) => each === 'init');
    return [
      {
        kind: 'deploy',
        contract,
        as: name,
        ...common,
        arguments: init?.args ?? initArgs ?? [],
        ...(init?.sender === undefined ? {} : { from: init.sender }),
      },
      ...(called === undefined
        ? []
        : [
            {
              kind: 'call' as const,
              to: name,
              function: called,
              ...common,
              value: String(value),
              arguments: functionArgs ?? [],
            },
          ]),
      ...transactions
        .filter(each => each !== init)
        .map(each => ({
          kind: 'call' as const,
          to: name,
          function: each.function,
          from: each.sender ?? sender,
          value: String(each.value ?? 0),
          gasLimit: each.gasLimit === undefined ? common.gasLimit : String(each.gasLimit),
          expected: 'success',
          arguments: each.args ?? [],
        })),
    ];
  }

  #story(path: string, scenario: Scenario): readonly PlannedStep[] | undefined {
    const steps: PlannedStep[] = [];
    const known = new Map<string, number>();
    const program = resolve(this.request.cwd, this.request.program);
    const main = { source: withoutMode(this.#sources[0]!), name: this.#contracts[0]!.name };
    for (const { step } of scenario.steps) {
      if (step.kind === 'advance') steps.push({ kind: 'advance', blocks: 0, seconds: 0, ...step.advance });
      else if (step.kind === 'fund')
        steps.push({ kind: 'fund', account: step.fund, balance: String(step.balance) });
      else {
        const gas = step.gasLimit ?? scenario.gasLimit;
        const sent = {
          from: step.from ?? 'dev',
          arguments: step.arguments ?? [],
          value: String(step.value ?? 0),
          gasLimit: gas === undefined ? undefined : String(gas),
          expected: step.expect?.status ?? 'success',
        };
        if (step.kind === 'call')
          steps.push({ kind: 'call', to: step.call, function: step.function, ...sent });
        else {
          const file = resolve(dirname(path), step.deploy);
          const key = `${file} ${step.contract ?? ''}`;
          // Both modes of a program share a scenario: what it deploys is the one that was launched.
          const isProgram = file === program || withoutMode(file) === main.source;
          const isMain = isProgram && (step.contract ?? main.name) === main.name;
          const contract = isMain ? 0 : (known.get(key) ?? this.#load(file, step.contract));
          if (contract === undefined) return undefined;
          known.set(key, contract);
          steps.push({ kind: 'deploy', contract, as: step.as ?? this.#contracts[contract]!.name, ...sent });
        }
      }
    }
    return steps;
  }
}

/** What the senders of a launch without a scenario have to have, where they send anything. */
function neededFor(steps: readonly PlannedStep[]): LaunchPlan['needed'] {
  const needed = new Map<string, bigint>();
  for (const step of steps) {
    if (step.kind !== 'call' || step.value === '0') continue;
    const address = accountAddress(step.from);
    needed.set(address, (needed.get(address) ?? 0n) + BigInt(step.value));
  }
  return [...needed].map(([address, balance]) => ({ address, balance: String(balance) }));
}

const orSource = 'or launch its source instead.';

/** What paths in a `.meta` count from: the folder of the module, or the package that it was built in, below `target`. */
function sourceFolder(module: string, meta: Meta): string {
  const beside = dirname(module);
  const isIn = (folder: string): boolean =>
    meta.source_info.files.some(({ path }) => existsSync(join(folder, path)));
  const above = isIn(beside) ? undefined : folderAbove(module);
  return above !== undefined && isIn(above) ? above : beside;
}

/** Without what tells the two modes of an example, and a module from its source, apart. */
const withoutMode = (path: string): string => path.replace(/(?:\.solidity)?\.(?:twl|wasm|meta)$/, '');

const scenarioBeside = (program: string): string | undefined => {
  const base = withoutMode(program);
  const path = `${base}.scenario.json`;
  return base !== program && existsSync(path) ? path : undefined;
};

/** Into a folder, or beside one module that is named. */
function write(output: string, built: readonly BuiltContract[]): void {
  const isModule = output.endsWith('.wasm');
  const folder = isModule ? dirname(output) : output;
  mkdirSync(folder, { recursive: true });
  for (const { name, wasm, meta, sourceMap } of built) {
    const base = isModule ? output.replace(/\.wasm$/, '') : undefined;
    writeFileSync(isModule ? output : join(folder, moduleFile(name)), wasm);
    writeFileSync(base === undefined ? join(folder, metaFile(name)) : `${base}.meta`, JSON.stringify(meta));
    if (sourceMap !== undefined)
      writeFileSync(base === undefined ? join(folder, sourceMapFile(name)) : `${base}.wasm.map`, sourceMap);
  }
}
