import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import type { Json } from '../../../shared/json/value.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Spec } from '../../../shared/protocol/spec-types.ts';
import { decisionSeconds } from '../../../shared/tables/deadlines.ts';
import { ReleaseSwitch } from '../../clients/ReleaseSwitch.tsx';
import { comparePath } from '../../core/protocol-paths.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Card } from '../../ui/Card.tsx';
import { shortHash } from '../../ui/format.ts';
import { PlayerRules } from '../../ui/PlayerRules.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { UntrustedFrame } from '../../ui/UntrustedText.tsx';
import { useAuthorHeading } from '../Author.tsx';
import { ChangeList } from '../compare/ChangeList.tsx';
import { changeLines } from '../compare/changes.ts';
import { useDiff } from '../queries.ts';
import facts from './Facts.module.css';
import { FlowCard } from './FlowCard.tsx';
import { GameIntro } from './GameIntro.tsx';
import { MessagesCard } from './MessagesCard.tsx';
import { OptionsCard } from './OptionsCard.tsx';
import pageLayout from './PageLayout.module.css';
import { Rules } from './Rules.tsx';
import styles from './RulesTab.module.css';
import { createRulesTree } from './rules-tree.ts';
import { StrengthsCard } from './StrengthsCard.tsx';

/** The localized rules, or else the author's text; the options, flow and terms; and the changes from the parent. */
export function RulesTab({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const labels = useLabels(page.protocol_id);
  const spec = page.spec as unknown as Spec;
  const parent = page.governance.parent_protocol_id;
  return (
    <div className={styles.columns}>
      <div className={pageLayout.column}>
        <section aria-labelledby="rules-title">
          <h2 id="rules-title" className={pageLayout.sectiontitle}>
            {t('rules')}
          </h2>
          {labels.rules ? (
            <>
              <GameIntro page={page} />
              <PlayerRules rules={labels.rules} />
            </>
          ) : (
            <AuthorRules page={page} spec={spec} />
          )}
        </section>
        {page.source !== 'bundled' && <ReleaseSwitch kind="protocols" id={page.protocol_id} />}
        {labels.rules ? (
          <>
            <OptionsCard spec={spec} labels={labels} />
            <StrengthsCard page={page} />
            <ImplementersSection page={page} spec={spec} />
          </>
        ) : (
          <>
            <MessagesCard spec={spec} />
            <OptionsCard spec={spec} labels={labels} />
            <StrengthsCard page={page} />
          </>
        )}
      </div>
      <div className={pageLayout.column}>
        <FlowCard spec={spec} />
        {parent !== null && <ParentDiffCard before={parent} after={page.protocol_id} />}
        <TermsCard spec={spec} />
      </div>
    </div>
  );
}

/** The description and rules from the spec, verbatim. */
function AuthorRules({ page, spec }: { page: ProtocolPage; spec: Spec }) {
  const { t } = useTranslation('protocols');
  const authorHeading = useAuthorHeading(page);
  const rules = createRulesTree(spec.rules);
  return (
    <UntrustedFrame heading={authorHeading}>
      {spec.description && <p className={styles.lead}>{escapeInvisible(spec.description)}</p>}
      {rules.length > 0 ? <Rules nodes={rules} /> : <p className="faint">{t('no_rules')}</p>}
    </UntrustedFrame>
  );
}

/** The author's text and the messages, collapsed; for authors of hooks. */
function ImplementersSection({ page, spec }: { page: ProtocolPage; spec: Spec }) {
  const { t } = useTranslation('protocols');
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="implementers-title">
      <h2 id="implementers-title" className={pageLayout.sectiontitle}>
        <TextButton aria-expanded={open} aria-controls="implementers" onClick={() => setOpen(!open)}>
          {t(open ? 'implementers_hide' : 'implementers')}
        </TextButton>
      </h2>
      <div id="implementers" className={pageLayout.column} hidden={!open}>
        {open && (
          <>
            <AuthorRules page={page} spec={spec} />
            <MessagesCard spec={spec} />
          </>
        )}
      </div>
    </section>
  );
}

function ParentDiffCard({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('protocols');
  const { data, error, refetch } = useDiff(before, after);
  return (
    <Card
      title={
        <span className="row wrap">
          {t('from_parent')} <span className={`${styles.id} mono`}>{shortHash(before)}</span>
        </span>
      }
      headerEnd={
        <Link href={comparePath(before, after)} className="small nowrap">
          {t('whole_comparison')}
        </Link>
      }
      bodyClassName={pageLayout.flush}
    >
      {data ? (
        <>
          <ChangeList lines={changeLines(data)} initialCount={8} />
          <p className={`${styles.verdict} small`}>
            <b>{t(data.same_contract ? 'same_contract' : 'contract_change')}</b>
            <SentenceSpace />
            {t(data.same_contract ? 'same_contract_means' : 'contract_change_means')}
          </p>
        </>
      ) : error ? (
        <ProblemState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Card>
  );
}

/** Time limits, the decision mode and choices. */
function TermsCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const { timing, choices, decision } = spec;
  const { min_think_seconds: minSeconds, max_think_seconds: maxSeconds } = timing ?? {};
  const choiceNames = choiceNamesOf(choices);
  return (
    <Card title={t('terms.title')} smallTitle>
      <dl className={facts.facts}>
        {spec.flow?.mode !== 'free' && (
          <div>
            <dt>{t('terms.decide')}</dt>
            <dd>{t('terms.seconds', { count: decisionSeconds(spec) })}</dd>
          </div>
        )}
        {typeof maxSeconds === 'number' && (
          <div>
            <dt>{t('terms.think')}</dt>
            <dd>
              {typeof minSeconds === 'number' && minSeconds > 0
                ? t('terms.between', { least: minSeconds, most: maxSeconds })
                : t('terms.seconds_at_most', { count: maxSeconds })}
            </dd>
          </div>
        )}
        {decision?.mode === 'manual' && (
          <div>
            <dt>{t('terms.who')}</dt>
            <dd>{t('terms.manual')}</dd>
          </div>
        )}
        {choiceNames !== '' && (
          <div>
            <dt>{t('terms.choices')}</dt>
            <dd>
              <bdi>{escapeInvisible(choiceNames)}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function choiceNamesOf(choices: Json | undefined): string {
  if (Array.isArray(choices))
    return choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))).join(', ');
  return typeof choices === 'object' && choices !== null ? Object.keys(choices).join(', ') : '';
}
