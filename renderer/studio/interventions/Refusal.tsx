import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { asProblem } from '../../core/problem.ts';
import type { English } from '../../locales/en.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

type RuleCode = keyof English['studio']['rule'];

const refusals = ['malformed_json', 'duplicate_key', 'invalid_field', 'hook_failed', 'hook_timeout'] as const;

/** Why a text that the author typed was not taken. */
export function Refusal({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation('studio');
  const { code, message, detail = {} } = asProblem(error);
  const refusal = refusals.find((each) => each === code);
  if (refusal === undefined) return <ProblemLine problem={asProblem(error)} />;
  const { reason, line, column } = detail;
  const isRule = typeof reason === 'string' && i18n.exists(`studio:rule.${reason}`);
  const text = isRule ? t(`rule.${reason as RuleCode}`, { ...detail }) : message;
  return (
    <p className="small bad" role="alert">
      {t(`not_taken.${refusal}`, { line: String(line), column: String(column), reason: escapeInvisible(text) })}
    </p>
  );
}
