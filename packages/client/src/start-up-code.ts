// Passes the code that runs before the program's own: many adapters stop at the entry of the process, where there is no source.
import type { SessionModel } from './session-model.js';

/**
 * Where the first stop of a run is at no source, the program runs on to this function, or to a breakpoint before it. Without
 * such a function it stays where it is.
 */
export function passStartUpCode(model: SessionModel, entry = 'main'): void {
  let isFirst = false;
  const look = (): void => {
    const phase = model.phase.get();
    if (phase.kind === 'starting' || phase.kind === 'connecting') isFirst = true;
    const frame = model.frame.selection.get()?.frame;
    if (!isFirst || phase.kind !== 'stopped' || frame === undefined) return;
    isFirst = false;
    // Some adapters give a listing of the instructions as the source; it has a number, since nobody has it as a file.
    const { path, sourceReference = 0 } = frame.source ?? {};
    const isWritten = path !== undefined && sourceReference === 0;
    if (phase.stop.hitBreakpointIds.length > 0) return;
    if (!isWritten && model.can('supportsFunctionBreakpoints')) void model.attempt(() => runTo(model, entry));
  };
  model.phase.subscribe(look);
  model.frame.selection.subscribe(look);
}

async function runTo(model: SessionModel, name: string): Promise<void> {
  if ((await model.breakpoints.visitFunction(name)) === undefined) await model.move('continue');
}
