// The page at `/`: says what this is, signs the browser in, lists the sessions and tells how to connect.

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sonde</title>
<link rel="stylesheet" href="/page.css">
<main>
  <h1>Sonde</h1>
  <p>A debugger runs here. Tools reach it with the Debug Adapter Protocol over a WebSocket.</p>
  <p id="status" role="status">Signing in&hellip;</p>
  <section>
    <h2>Sessions</h2>
    <p id="empty">None known yet.</p>
    <table id="sessions" hidden>
      <thead><tr><th>Session<th>Program<th>Language<th>State<th>Clients</thead>
      <tbody></tbody>
    </table>
    <button id="refresh" type="button" disabled>Refresh</button>
  </section>
  <section>
    <h2>Connect</h2>
    <p>Address <code id="address">/dap</code>: one protocol message in JSON per text message, without header.</p>
    <p>Give the token that was printed at the start, in one of two ways:</p>
    <pre>Authorization: Bearer TOKEN
Sec-WebSocket-Protocol: sonde.dap, sonde.token.TOKEN</pre>
    <p>Then <code>initialize</code>, and <code>launch</code> with a <code>program</code>, or <code>attach</code> with
    a <code>session</code> from the list.</p>
  </section>
</main>
<script type="module" src="/page.js"></script>
</html>
`;

const css = `:root { --ink: #1c2024; --dim: #60646c; --paper: #fcfcfd; --line: #d9d9e0; --accent: #0d74ce; --bad: #ce2c31; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #edeef0; --dim: #b0b4ba; --paper: #111113; --line: #363a3f; --accent: #70b8ff; --bad: #ff9592; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0 0 .25rem; font-size: 2rem; letter-spacing: -.02em; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.1rem; }
p { margin: .5rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
#status { padding-left: .75rem; border-left: 3px solid var(--accent); }
#status.bad { border-color: var(--bad); }
#empty { color: var(--dim); }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th { color: var(--dim); font-weight: 500; text-align: left; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
button { margin-top: .75rem; padding: .35rem .9rem; border: 1px solid var(--line); border-radius: .4rem;
  background: none; color: inherit; font: inherit; cursor: pointer; }
button:hover:enabled { border-color: var(--accent); }
button:disabled { color: var(--dim); cursor: default; }
`;

const script = `const find = id => document.getElementById(id);
const say = (text, bad) => {
  find('status').textContent = text;
  find('status').classList.toggle('bad', bad === true);
};
const address = location.origin.replace(/^http/, 'ws') + '/dap';
find('address').textContent = address;

async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  // The token leaves the address bar and the history before anything else happens.
  history.replaceState(null, '', location.pathname);
  const answer = await fetch('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

function askSessions() {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, ['sonde.dap']);
    const ask = (seq, command, args) =>
      socket.send(JSON.stringify({ seq, type: 'request', command, arguments: args }));
    socket.onopen = () => ask(1, 'initialize', { adapterID: 'sonde', clientName: 'Sonde page' });
    socket.onclose = () => reject(new Error('Not signed in. Open the address that was printed at the start.'));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== 'response') return;
      if (!message.success) reject(new Error(message.message ?? 'The server refused.'));
      else if (message.command === 'initialize') ask(2, 'sonde/sessions', {});
      else resolve(message.body.sessions);
      if (message.command !== 'initialize' || !message.success) socket.close();
    };
  });
}

function show(sessions) {
  find('empty').hidden = sessions.length > 0;
  find('empty').textContent = 'No session is running.';
  find('sessions').hidden = sessions.length === 0;
  find('sessions').tBodies[0].replaceChildren(...sessions.map(session => {
    const row = document.createElement('tr');
    for (const text of [session.id, session.program, session.language, session.state, session.clients]) {
      row.insertCell().textContent = String(text);
    }
    return row;
  }));
}

async function refresh() {
  try {
    show(await askSessions());
    say('This browser is signed in.');
    find('refresh').disabled = false;
  } catch (error) {
    say(error.message, true);
  }
}

find('refresh').onclick = refresh;
signIn().then(refresh, error => say(error.message, true));
`;

export interface Asset {
  readonly type: string;
  readonly body: string;
}

export const assets: ReadonlyMap<string, Asset> = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: html }],
  ['/page.css', { type: 'text/css; charset=utf-8', body: css }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', body: script }],
]);
