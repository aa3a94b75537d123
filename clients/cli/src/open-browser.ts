// Opens an address in the user's browser, where there is one to open.

import { spawn } from 'node:child_process';

/** One that fails does so at once; one that still runs then has taken the address. */
const patienceMs = 2000;

/** Whether a browser took it. Never fails: the address is printed as well. */
export async function openInBrowser(
  url: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  for (const command of browserCommands(url, env, platform)) {
    if (await starts(command)) return true;
  }
  return false;
}

/** What to try, in this order. Without a display only what the user named: it may know another way. */
export function browserCommands(
  url: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): readonly (readonly string[])[] {
  const named = (env['BROWSER'] ?? '').split(':').flatMap(text => {
    const words = text.split(/\s+/).filter(word => word !== '');
    if (words.length === 0) return [];
    return [
      words.some(word => word.includes('%s'))
        ? words.map(word => word.replaceAll('%s', url))
        : [...words, url],
    ];
  });
  if (platform === 'darwin') return [...named, ['open', url]];
  // Windows and its relatives are left to what is named.
  const hasDisplay =
    platform !== 'win32' && ['DISPLAY', 'WAYLAND_DISPLAY'].some(name => (env[name] ?? '') !== '');
  return hasDisplay ? [...named, ['xdg-open', url]] : named;
}

/** A browser belongs to the user: it lives on when we end. */
function starts([command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore' });
    const timer = setTimeout(() => resolve(true), patienceMs);
    const settle = (taken: boolean): void => {
      clearTimeout(timer);
      resolve(taken);
    };
    child.once('error', () => settle(false));
    child.once('exit', code => settle(code === 0));
    child.unref();
  });
}
