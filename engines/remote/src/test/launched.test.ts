import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '@sonde/engine';
import { EngineDriver } from '@sonde/engine/driver';
import { describe, expect, it } from 'vitest';
import { engineWith, own } from './harness.js';

/** Starts a server by a shell, which first writes down the number of the process that the server will be. */
async function launch(command: string, options = {}): Promise<{ driver: EngineDriver; pid: number }> {
  const folder = own(mkdtempSync(join(tmpdir(), 'sonde-test-')), async it => rmSync(it, { recursive: true }));
  const file = join(folder, 'pid');
  const server = ['sh', '-c', `echo $$ > ${file}; exec ${command}`];
  const target: Target = { program: '/fake/main.fake', temporary: [], image: { server } };
  const pid = (): number => Number(readFileSync(file, 'utf8'));
  try {
    const driver = await EngineDriver.start(engineWith(options), target);
    return { driver: own(driver, it => it.dispose()), pid: pid() };
  } catch (error) {
    if (existsSync(file)) expect(isAlive(pid())).toBe(false);
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const node = (script: string): string => `${process.execPath} -e '${script}'`;
/** Answers the hello, and after that what the script makes of a request `r`. */
const server = (script: string): string =>
  node(
    `require("node:readline").createInterface({ input: process.stdin }).on("line", l => { const r = JSON.parse(l);
      const say = m => process.stdout.write(JSON.stringify(m) + "\\n");
      if (r.do === "hello") say({ id: r.id, ok: { version: 1, name: "Node", modules: [] } });
      else { ${script} } });`,
  );
/** Hears nothing, not even that it should end. */
const deaf = 'process.stdin.on("end", () => {}).resume(); setInterval(() => {}, 1e6);';

describe('a server that the debugger starts', () => {
  it.each<readonly [string, string, RegExp]>([
    ['ends at once', node('process.exit(3)'), /^sh is gone: it ended with code 3\.$/],
    [
      'ends by a signal',
      node('process.kill(process.pid, "SIGTERM")'),
      /^sh is gone: it was ended by SIGTERM\.$/,
    ],
    ['prints something else', node('console.log("Hello!"); process.stdin.resume()'), /no JSON: "Hello!"/],
    ['never answers', node(deaf), /did not answer "hello" within 0\.5 s/],
    [
      'closes its output and lives on',
      node(`process.stdout.end(); require("fs").closeSync(1); ${deaf}`),
      /connection was closed/,
    ],
  ])('and that %s is refused with the reason, and is gone', async (_, command, words) => {
    await expect(launch(command, { answerMs: 500 })).rejects.toThrow(words);
  });

  it('and that is not there is named', async () => {
    const target: Target = { program: 'x', temporary: [], image: { server: ['/no/such/server'] } };
    await expect(EngineDriver.start(engineWith(), target)).rejects.toThrow(
      'the server /no/such/server was not found.',
    );
  });

  it('gets the program, its arguments and its folder', async () => {
    const { driver } = await launch(
      node(
        `process.stdin.once("data", d => { console.error(String(d));
          console.log(JSON.stringify({ id: 1, ok: { version: 1, name: "Node", modules: [] } })); });`,
      ),
    );
    const { data } = await driver.next('output');
    expect(JSON.parse(String(data))).toEqual({
      ...{ id: 1, do: 'hello', version: 1 },
      ...{ program: '/fake/main.fake', args: [], cwd: process.cwd() },
    });
  });

  it('and that is killed ends the session within two seconds, with the reason', async () => {
    const { driver, pid } = await launch(server('say({ id: r.id })'));
    await driver.engine.begin();
    const before = performance.now();
    process.kill(pid, 'SIGKILL');
    const { trouble } = await driver.next('ended');
    expect(trouble?.message).toBe('Node is gone: it was ended by SIGKILL.');
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('and that crashes in mid-run is told with its code, after its last words', async () => {
    const { driver } = await launch(
      server('process.stderr.write("out of cheese\\n", () => process.exit(4))'),
    );
    await driver.engine.begin().catch(() => undefined);
    const { trouble } = await driver.next('ended');
    expect(trouble?.message).toBe('Node is gone: it ended with code 4.');
    expect(driver.output('stderr')).toBe('out of cheese\n');
  });

  it('ends with the session', async () => {
    const { driver, pid } = await launch(
      server('say({ id: r.id }); if (r.do === "end") say({ event: "exited", code: 0 })'),
    );
    await driver.engine.begin();
    await driver.engine.terminate();
    expect(isAlive(pid)).toBe(false);
  });

  it('and that ends neither when it is told to nor when its input does is killed', async () => {
    const { driver, pid } = await launch(server(`if (r.do === "resume") { say({ id: r.id }); ${deaf} }`), {
      answerMs: 500,
    });
    await driver.engine.begin();
    await driver.engine.terminate();
    expect(isAlive(pid)).toBe(false);
  });
});
