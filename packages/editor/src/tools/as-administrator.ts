// Commands of the system's package manager, which only an administrator may run.

/** With `sudo` for everybody else: the command is copied, or run in a terminal, as it stands. Other commands stay as they are. */
export const asAdministrator = (command: string, uid: number | undefined = process.getuid?.()): string =>
  uid !== undefined && uid !== 0 && /^apt(?:-get)? /.test(command) ? `sudo ${command}` : command;
