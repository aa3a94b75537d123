// Programs that a test writes itself, debugged through a server and stopped at their marker `#here`.

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Language } from '@sonde/language';
import { connect, type ClientOptions, type Endpoint, type TestClient } from '@sonde/testkit';
import { closeAfterTest } from '@sonde/testkit/vitest';
import { onTestFinished } from 'vitest';

/** A folder of the running test. */
export function testFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sonde-written-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function written(name: string, text: string, folder = testFolder()): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The program, stopped at its marker. */
export async function stoppedIn(
  server: () => Promise<Endpoint>,
  program: string,
  options: ClientOptions & { readonly launch?: Readonly<Record<string, unknown>> } = {},
): Promise<TestClient> {
  const { launch = {}, ...clientOptions } = options;
  const client = closeAfterTest(await connect(await server(), clientOptions));
  await client.launch({ program, ...launch }, each => each.setBreakpoints(program, ['#here']));
  await client.waitForStop({ reason: 'breakpoint' });
  return client;
}

/** A second client in the same session, at the same stop. */
export async function guestOf(client: TestClient): Promise<TestClient> {
  const { sessions } = (await client.customRequest('sonde/sessions')) as {
    readonly sessions: readonly { readonly id: string; readonly state: string }[];
  };
  const guest = closeAfterTest(await client.another({}));
  await guest.attach({ session: sessions.find(({ state }) => state === 'stopped')!.id });
  await guest.waitForStop();
  return guest;
}

/** The program that a language's compiler makes of a source, beside it, for debugging. */
export async function finished(language: Language, source: string): Promise<string> {
  const { target } = await language.build({
    program: source,
    cwd: dirname(source),
    output: source.slice(0, -extname(source).length),
    debugInfo: true,
    extra: {},
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  return target!.program;
}
