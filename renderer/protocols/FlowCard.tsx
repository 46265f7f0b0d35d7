import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Spec } from '../../shared/protocol/definition.ts';
import { Card } from '../look/Card.tsx';
import { visible } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import styles from './Flow.module.css';
import { type Flow, type FlowPhase, type FlowStep, flowOf } from './flow.ts';

/** How a table runs between the two seats: drawn, or as a list of sentences. */
export function FlowCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const [asList, setAsList] = useState(false);
  const flow = flowOf(spec);
  return (
    <Card
      title={t('flow.title')}
      state={
        <TextButton className="small" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {t(asList ? 'flow.as_drawing' : 'flow.as_list')}
        </TextButton>
      }
    >
      {asList ? <FlowSentences flow={flow} /> : <FlowDrawing flow={flow} />}
      {flow.anytime.length > 0 && (
        <p className={`${styles.anytime} small dim`}>
          {t('flow.anytime', { names: flow.anytime.map(({ message }) => visible(message)).join(', ') })}
        </p>
      )}
    </Card>
  );
}

function usePhaseWords(): (phase: FlowPhase) => string {
  const { t } = useTranslation('protocols');
  return ({ kind, until }) => {
    if (kind === 'once') return t('flow.once');
    return until === '' ? t(`flow.${kind}`) : t(`flow.${kind}_until`, { until: visible(until) });
  };
}

function useStepWords(): (step: FlowStep) => string {
  const { t } = useTranslation('protocols');
  return ({ message, direction, fields }) => {
    const words = { message: visible(message), fields: visible(fields.join(', ')) };
    return t(fields.length > 0 ? `flow.says_with.${direction}` : `flow.says.${direction}`, words);
  };
}

/** Two seats and what goes between them; each arrow carries its sentence for whoever does not see it. */
function FlowDrawing({ flow }: { flow: Flow }) {
  const { t } = useTranslation('protocols');
  const phaseWords = usePhaseWords();
  const stepWords = useStepWords();
  return (
    <div className={styles.drawing}>
      <div className={styles.seats} aria-hidden="true">
        <span>{t('seat.guest')}</span>
        <span>{t('seat.host')}</span>
      </div>
      <ol className={styles.phases}>
        {flow.phases.map((phase, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: phases have no names and never move
          <li key={at} className={phase.kind === 'once' ? styles.once : styles.again}>
            {phase.kind === 'once' ? null : <p className={styles.title}>{phaseWords(phase)}</p>}
            <ol>
              {phase.steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: one message may come twice in a phase
                <li key={index} className={styles.step}>
                  <span className="offscreen">{stepWords(step)}</span>
                  <span className={styles.label} aria-hidden="true">
                    <b>{visible(step.message)}</b> <span className="dim">{visible(step.fields.join(', '))}</span>
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
  const phaseWords = usePhaseWords();
  const stepWords = useStepWords();
  return (
    <ol className={styles.sentences}>
      {flow.phases.map((phase, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: phases have no names and never move
        <li key={at}>
          <b>{phaseWords(phase)}</b>
          <ol>
            {phase.steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one message may come twice in a phase
              <li key={index}>{stepWords(step)}</li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
