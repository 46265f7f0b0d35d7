/** Reads a spec file named on the command line. */
import { ParlorError } from '../../shared/errors.ts';
import type { LocatedProblem } from '../../shared/json/pointer.ts';
import { readOwnSpec } from '../../shared/protocol/commit-reveal.ts';
import { specMaxBytes } from '../../shared/protocol/limits.ts';
import { readAuthorText } from '../files/author-text.ts';
import { refusalOf } from '../files/foreign-file.ts';

/** The text of a valid spec. Rejects `invalid_spec` with every violated rule, `file_refused` and `not_found`. */
export async function readSpecFile(path: string): Promise<string> {
  const specText = await readAuthorText(path, { maxBytes: specMaxBytes }).catch((cause: unknown) => {
    const refusal = refusalOf(cause);
    if (refusal === 'refused_size') throw invalidSpec([{ pointer: '', message: `larger than ${specMaxBytes} bytes` }]);
    if (refusal !== null) throw cause;
    throw new ParlorError('not_found', `${path} cannot be read.`, undefined, { cause });
  });
  const { problems } = readOwnSpec(specText);
  if (problems.length > 0) throw invalidSpec(problems);
  return specText;
}

const problemsMax = 20;

function invalidSpec(problems: LocatedProblem[]): ParlorError {
  const listedProblems = problems.slice(0, problemsMax).map(({ pointer, message }) => ({ pointer, message }));
  const lines = listedProblems.map(({ pointer, message }) => `${pointer || '/'} ${message}`);
  return new ParlorError('invalid_spec', `The spec is invalid: ${lines.join('; ')}.`, {
    errors: listedProblems,
  });
}
