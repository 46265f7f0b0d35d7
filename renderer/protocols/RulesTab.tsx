import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import type { Spec } from '../../shared/protocol/definition.ts';
import { decisionSeconds } from '../../shared/tables/deadlines.ts';
import { Card } from '../look/Card.tsx';
import { shortHash } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { SlipFrame } from '../look/Slip.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useWrittenBy } from './Author.tsx';
import { useDiff } from './asking.ts';
import { ChangeList } from './ChangeList.tsx';
import { changeLines } from './changes.ts';
import { FlowCard } from './FlowCard.tsx';
import { MessagesCard } from './MessagesCard.tsx';
import { OptionsCard } from './OptionsCard.tsx';
import styles from './Protocol.module.css';
import { comparePath } from './paths.ts';
import { Rules } from './Rules.tsx';
import { rulesTree } from './rules-tree.ts';
import { Trouble } from './Trouble.tsx';

/** What is agreed on by sitting down: the rules to read, and every message that may be sent. */
export function RulesTab({ page }: { page: ProtocolPage }) {
  const { t } = useTranslation('protocols');
  const writtenBy = useWrittenBy(page);
  const spec = page.spec as unknown as Spec;
  const rules = rulesTree(spec.rules);
  const parent = page.governance.parent_protocol_id;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <section aria-labelledby="rules-title">
          <h2 id="rules-title" className={styles.sectiontitle}>
            {t('rules')}
          </h2>
          <SlipFrame heading={writtenBy}>
            {page.description !== '' && <p className={styles.lead}>{visible(page.description)}</p>}
            {rules.length > 0 ? <Rules nodes={rules} /> : <p className="faint">{t('no_rules')}</p>}
          </SlipFrame>
        </section>
        <MessagesCard spec={spec} />
        <OptionsCard spec={spec} />
      </div>
      <div className={styles.column}>
        <FlowCard spec={spec} />
        {parent !== null && <FromParent before={parent} after={page.protocol_id} />}
        <TermsCard spec={spec} />
      </div>
    </div>
  );
}

function FromParent({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('protocols');
  const { data, error, refetch } = useDiff(before, after);
  return (
    <Card
      title={
        <span className="row wrap">
          {t('from_parent')} <span className={`${styles.id} mono`}>{shortHash(before)}</span>
        </span>
      }
      state={
        <Link href={comparePath(before, after)} className="small nowrap">
          {t('whole_comparison')}
        </Link>
      }
      bodyClassName={styles.flush}
    >
      {data ? (
        <>
          <ChangeList lines={changeLines(data)} atMost={8} />
          <p className={`${styles.verdict} small`}>
            <b>{t(data.same_contract ? 'same_contract' : 'contract_change')}</b>{' '}
            {t(data.same_contract ? 'same_contract_means' : 'contract_change_means')}
          </p>
        </>
      ) : error ? (
        <Trouble error={error} onAgain={() => void refetch()} />
      ) : (
        <StillRows rows={3} />
      )}
    </Card>
  );
}

/** What is agreed beside the messages. */
function TermsCard({ spec }: { spec: Spec }) {
  const { t } = useTranslation('protocols');
  const { timing, choices, decision } = spec;
  const thinks = [timing?.min_think_seconds, timing?.max_think_seconds];
  const [least, most] = thinks;
  const chosen = namesOf(choices);
  return (
    <Card title={t('terms.title')} minor>
      <dl className={styles.facts}>
        <div>
          <dt>{t('terms.decide')}</dt>
          <dd>{t('terms.seconds', { count: decisionSeconds(spec) })}</dd>
        </div>
        {typeof most === 'number' && (
          <div>
            <dt>{t('terms.think')}</dt>
            <dd>
              {typeof least === 'number' && least > 0
                ? t('terms.between', { least, most })
                : t('terms.seconds_at_most', { count: most })}
            </dd>
          </div>
        )}
        {decision?.mode === 'manual' && (
          <div>
            <dt>{t('terms.who')}</dt>
            <dd>{t('terms.manual')}</dd>
          </div>
        )}
        {chosen !== '' && (
          <div>
            <dt>{t('terms.choices')}</dt>
            <dd>
              <bdi>{visible(chosen)}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function namesOf(choices: Json | undefined): string {
  if (Array.isArray(choices))
    return choices.map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))).join(', ');
  return typeof choices === 'object' && choices !== null ? Object.keys(choices).join(', ') : '';
}
