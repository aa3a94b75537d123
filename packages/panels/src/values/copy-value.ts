// Copies a value whole: what a row shows of a long one is only its beginning.
import type { SessionModel, ShownVariable } from '@sonde/client';

export async function copyValue(model: SessionModel, { value, evaluateName }: ShownVariable): Promise<void> {
  await navigator.clipboard.writeText(await wholeText(model, value, evaluateName));
}

async function wholeText(
  model: SessionModel,
  shown: string,
  expression: string | undefined,
): Promise<string> {
  const frame = model.frame.selection.get()?.frame;
  if (expression === undefined || frame === undefined || !model.can('supportsClipboardContext')) return shown;
  try {
    const { result } = await model.client.request('evaluate', {
      expression,
      frameId: frame.id,
      context: 'clipboard',
      ...(model.frame.hex.get() ? { format: { hex: true } } : {}),
    });
    return result;
  } catch {
    // The value is seen, so it can be copied as it is seen.
    return shown;
  }
}
