import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdmissionRefusal } from '../../shared/community/admission.ts';
import { limits } from '../../shared/community/limits.ts';
import { attempt } from '../core/attempt.ts';
import { useApp, useBridge } from '../core/context.tsx';
import type { Problem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { fieldClasses } from '../ui/field-classes.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';

/** Why the community in use has not admitted this identity; null if it has, or hasn't been asked yet. */
export const useAdmissionRefusal = (): Problem | null =>
  useApp(({ phase, problem }) => (phase === 'registering' && problem && isAdmissionRefusal(problem) ? problem : null));

/** Why the community doesn't admit this identity, and the field for the invitation code that it asks for. */
export function AdmissionRefusal({ refusal }: { refusal: Problem }) {
  const { t } = useTranslation();
  const bridge = useBridge();
  const { sentence, body } = useProblemText()(refusal);
  return (
    <div className="grow col gap2" data-refusal={refusal.code}>
      <span className="small" role="status">
        <b>{sentence}</b>
        <SentenceSpace />
        {body}
      </span>
      {refusal.code === 'not_admitted' ? (
        <div className="row">
          <Button size="sm" onClick={() => attempt(() => bridge.app.retry({}))}>
            {t('try_now')}
          </Button>
        </div>
      ) : (
        <CodeForm />
      )}
    </div>
  );
}

function CodeForm() {
  const { t } = useTranslation();
  const bridge = useBridge();
  const [code, setCode] = useState('');
  const { busy, problem, run } = useAction();
  const { checked, check } = useFormCheck();
  const isEmpty = code.trim() === '';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget, !isEmpty)) void run(() => bridge.app.retry({ admission_code: code }));
  };
  return (
    <form className="row wrap" onSubmit={submit} noValidate>
      <TextInput
        classNames={fieldClasses}
        aria-label={t('admission.code')}
        placeholder={t('admission.code')}
        error={checked && isEmpty ? t('admission.enter') : null}
        value={code}
        maxLength={limits.admission_code_characters}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {problem && <ProblemLine problem={problem} />}
      <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
        {t('admission.join')}
      </Button>
    </form>
  );
}
