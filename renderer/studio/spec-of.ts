import { readSpec, type Spec } from '../../shared/protocol/spec.ts';

/** The spec of a text; null while it isn't valid. */
export function specOf(text: string): Spec | null {
  try {
    const { spec, problems } = readSpec(text);
    return problems.length === 0 ? spec : null;
  } catch {
    // The text may be invalid while it is being edited.
    return null;
  }
}
