// Browsers that exchanged the token: each holds a cookie with a secret of its own, never the token itself.

import { randomBytes } from 'node:crypto';
import type { Rights } from '@sonde/session';
import { sameSecret } from '@sonde/engine';

/** A browser keeps one; more than this are old ones that nobody will miss. */
const maximumBrowsers = 64;

export class BrowserSessions {
  readonly #sessions: { readonly secret: string; readonly rights: Rights }[] = [];

  /** Cookies do not know ports, so the name does: two servers on one machine keep apart. */
  constructor(readonly port: number) {}

  get cookieName(): string {
    return `sonde-${this.port}`;
  }

  /** The `Set-Cookie` header for a browser that presented a token with these rights. */
  open(rights: Rights): string {
    const secret = randomBytes(32).toString('base64url');
    this.#sessions.push({ secret, rights });
    if (this.#sessions.length > maximumBrowsers) this.#sessions.shift();
    return `${this.cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** The rights of whoever sent this `Cookie` header; undefined when none of the cookies is ours. */
  rightsOf(cookieHeader: string | undefined): Rights | undefined {
    for (const part of (cookieHeader ?? '').split(';')) {
      const [name = '', value = ''] = part.trim().split('=', 2);
      if (name !== this.cookieName) continue;
      const session = this.#sessions.find(({ secret }) => sameSecret(secret, value));
      if (session !== undefined) return session.rights;
    }
    return undefined;
  }
}
