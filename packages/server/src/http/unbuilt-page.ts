// What is at `/` when the page was not built: what to do about it.

import type { Site } from './site.js';

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sonde</title>
<h1>Sonde</h1>
<p>The debugger runs, but its page was not built. Build it in the folder of Sonde, then start again:</p>
<pre>npm run build</pre>
<p>Tools reach the debugger all the same: the Debug Adapter Protocol over a WebSocket at <code>/dap</code>, with the token
that was printed at the start.</p>
</html>
`;

export const unbuiltPage: Site = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: Buffer.from(html), isHashed: false }],
]);
