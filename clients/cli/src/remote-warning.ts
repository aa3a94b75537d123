// What whoever opens a server to other hosts has to know.

export const unencrypted = (port: number): string =>
  'nothing is encrypted: whoever is on the way between the hosts can read the token and run programs as you. ' +
  `An ssh tunnel is safer: listen on 127.0.0.1 and run \`ssh -L PORT:127.0.0.1:${port === 0 ? 'PORT' : port} HOST\` on the other host.`;
