import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { Card } from '../../ui/Card.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Flow.module.css';
import { type Flow, type FlowPhase, type FlowStep, flowOf } from './flow.ts';

/** The flow between the two seats, as a diagram or a list of sentences. */
export function FlowCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const [asList, setAsList] = useState(false);
  const flow = flowOf(spec);
  return (
    <Card
      title={t('flow.title')}
      headerEnd={
        <TextButton className="small" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {t(asList ? 'flow.as_drawing' : 'flow.as_list')}
        </TextButton>
      }
    >
      {asList ? <FlowSentences flow={flow} /> : <FlowDrawing flow={flow} />}
      {flow.anytime.length > 0 && (
        <p className={`${styles.anytime} small dim`}>
          {t('flow.anytime', { names: flow.anytime.map(({ message }) => escapeInvisible(message)).join(', ') })}
        </p>
      )}
    </Card>
  );
}

function usePhaseText(): (phase: FlowPhase) => string {
  const { t, i18n } = useTranslation('protocols');
  return ({ kind, until }) => {
    if (kind === 'once') return t('flow.once');
    if (until === '') return t(`flow.${kind}`);
    // Common end conditions have translations; others are shown as the author wrote them.
    const key = until.replaceAll(' ', '_');
    const condition = i18n.exists(`protocols:flow.until.${key}`)
      ? t(`flow.until.${key}` as 'flow.until.best_of')
      : escapeInvisible(until);
    return t(`flow.${kind}_until`, { until: condition });
  };
}

function useStepText(): (step: FlowStep) => string {
  const { t } = useTranslation('protocols');
  return ({ message, direction, fields }) => {
    const values = { message: escapeInvisible(message), fields: escapeInvisible(fields.join(', ')) };
    return t(fields.length > 0 ? `flow.says_with.${direction}` : `flow.says.${direction}`, values);
  };
}

/** The flow as a diagram; each arrow has its sentence for screen readers. */
function FlowDrawing({ flow }: { flow: Flow }) {
  const { t } = useTranslation('protocols');
  const phaseText = usePhaseText();
  const stepText = useStepText();
  return (
    <div className={styles.drawing}>
      <div className={styles.seats} aria-hidden="true">
        <span>{t('seat.guest')}</span>
        <span>{t('seat.host')}</span>
      </div>
      <ol className={styles.phases}>
        {flow.phases.map((phase, phaseIndex) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: phases have no names, and the order never changes
          <li key={phaseIndex} className={phase.kind === 'once' ? styles.once : styles.again}>
            {phase.kind === 'once' ? null : <p className={styles.title}>{phaseText(phase)}</p>}
            <ol>
              {phase.steps.map((step, stepIndex) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a message may occur twice in a phase
                <li key={stepIndex} className={styles.step}>
                  <span className="offscreen">{stepText(step)}</span>
                  <span className={styles.label} aria-hidden="true">
                    <b>{escapeInvisible(step.message)}</b>{' '}
                    <span className="dim">{escapeInvisible(step.fields.join(', '))}</span>
                  </span>
                  <i className={styles.arrow} aria-hidden="true">
                    {step.direction !== 'host_to_guest' && <i className={styles.toHost} />}
                    {step.direction !== 'guest_to_host' && <i className={styles.toGuest} />}
                  </i>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </div>
  );
}

function FlowSentences({ flow }: { flow: Flow }) {
  const phaseText = usePhaseText();
  const stepText = useStepText();
  return (
    <ol className={styles.sentences}>
      {flow.phases.map((phase, phaseIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: phases have no names, and the order never changes
        <li key={phaseIndex}>
          <b>{phaseText(phase)}</b>
          <ol>
            {phase.steps.map((step, stepIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a message may occur twice in a phase
              <li key={stepIndex}>{stepText(step)}</li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
