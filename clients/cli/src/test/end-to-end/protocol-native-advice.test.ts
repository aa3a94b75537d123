// What clients are told of a native program that is not quite what people think, and of tools that are not there.

import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clangTool, findTool, nativeTools } from '@sonde/engine-native';
import { connect, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { gnu } from './cpp-compilers.js';
import { fixture, stdio } from './fixtures.js';
import { refusal } from './refusal.js';
import { ScratchFolder } from './scratch-folder.js';
import { written } from './written-programs.js';
import { writeOutside } from './written-outside.js';

const run = promisify(execFile);

async function stoppedOnEntry(program: string): Promise<TestClient> {
  const client = closeAfterTest(await connect(stdio()));
  await client.launch({ program, language: 'c', stopOnEntry: true });
  await client.waitForStop({ reason: 'entry' });
  return client;
}

/** LLDB cannot read some of what GNU's compiler says of it. */
const owners = `#include <map>
#include <memory>
#include <string>
#include <vector>
struct Base { virtual ~Base() = default; int b = 1; };
struct Derived : Base { int d = 2; std::string name = "derived"; };
int main() {
  std::unique_ptr<Base> one = std::make_unique<Derived>();
  std::vector<std::unique_ptr<Base>> many;
  many.push_back(std::make_unique<Derived>());
  std::map<std::string, std::unique_ptr<int>> owned;
  owned["a"] = std::make_unique<int>(1);
  int n = (int)many.size(); // #look
  return n;
}
`;

const timesSaid = (client: TestClient, text: string): number => client.output().split(text).length - 1;

describeUnlessMissing('advice to clients', (await nativeTools()).missing, () => {
  it('says at the first stop, once, that a source has changed since the program was built', async () => {
    const { source, program } = await writeOutside(new ScratchFolder());
    await appendFile(source, '// Changed.\n');
    const client = await stoppedOnEntry(program);
    await client.waitForOutput('outside.c has changed since the program was built');
    await client.setBreakpoints(source, ['#answer']);
    await client.next();
    expect(timesSaid(client, 'has changed since the program was built')).toBe(1);
  });

  it.skipIf(gnu === undefined)('does not repeat what LLDB says of its own workings', async () => {
    const program = written('owners.cpp', owners, new ScratchFolder().path);
    const client = closeAfterTest(await connect(stdio()));
    await client.launch({ program, language: 'c', cc: gnu }, () => client.setBreakpoints(program, ['#look']));
    const { threadId } = await client.waitForStop();
    const { id: frameId } = await client.topFrame();
    const { scopes } = await client.request('scopes', { frameId });
    const { variablesReference } = scopes.find(({ name }) => name === 'Locals')!;
    const { variables } = await client.request('variables', { variablesReference });
    for (const { variablesReference: inner } of variables)
      if (inner > 0) await client.request('variables', { variablesReference: inner });
    await client.request('next', { threadId });
    await client.waitForStop();
    expect(client.output()).not.toMatch(/LLDB:|DW_TAG/);
  });

  it('says that a program is stripped, and shows its code as disassembly', async () => {
    const folder = new ScratchFolder();
    const program = join(folder.path, 'bare');
    await run(await findTool(clangTool()), ['-s', fixture('endless.c'), '-o', program]);
    const client = await stoppedOnEntry(program);
    expect(timesSaid(client, 'bare is stripped: its code is shown as disassembly')).toBe(1);
    const { instructionPointerReference } = await client.topFrame();
    const memoryReference = instructionPointerReference!;
    const code = await client.request('disassemble', {
      memoryReference,
      instructionCount: 4,
      resolveSymbols: true,
    });
    expect(code?.instructions).toHaveLength(4);
    expect(code?.instructions[0]?.symbol).toMatch(/^(_start|ld-linux.*\+0x[0-9a-f]+)$/);
  });

  it('says of an LLDB that is not where the configuration has it what to do about that', async () => {
    const client = closeAfterTest(await connect(stdio()));
    const launch = client.launch({ program: fixture('endless.c'), lldb: '/nowhere/lldb' });
    const said = await refusal(launch);
    expect(said).toContain('LLDB is not at /nowhere/lldb, which the configuration names.');
    expect(said).toContain('Correct it there, or leave it out to have the newest LLDB on the PATH.');
  });
});
