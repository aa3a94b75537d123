// Which LLDB this is: the one that everything was tested with, or an older one that may lack something.

export const testedLldb = 22;

/** Undefined for one that is as new as the tested one, or does not say its version in the usual way (Apple's). */
export function olderThanTested(version: string): string | undefined {
  const found = /lldb version (\d+)(\.[\d.]+)?/.exec(version);
  if (found === null || Number(found[1]) >= testedLldb) return undefined;
  return (
    `This is LLDB ${found[1]}${found[2] ?? ''}; Sonde is tested with LLDB ${testedLldb}, and some things may not work ` +
    `with an older one. Install that with \`apt-get install -y lldb-${testedLldb}\`.`
  );
}
