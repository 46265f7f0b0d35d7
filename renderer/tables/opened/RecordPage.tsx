import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { OpenedRecord, Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useApp, useBridge, useContactNames } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { useLabelBook } from '../../core/use-labels.ts';
import { TrustCheckLine } from '../../trust/TrustCheckLine.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Identicon } from '../../ui/Identicon.tsx';
import { Page, usePageTitle } from '../../ui/Page.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { Analysis } from '../analysis/Analysis.tsx';
import { AnalysisButton } from '../analysis/AnalysisButton.tsx';
import { useRecordCheck } from '../compare/check-record.ts';
import { ProofTag } from '../compare/ProofTag.tsx';
import { VerdictLines } from '../compare/VerdictLines.tsx';
import type { Verdict } from '../compare/verdict.ts';
import { useOutcomeText } from '../outcome-text.ts';
import { useRecord } from '../record.ts';
import { Replay } from '../replay/Replay.tsx';
import { OnlookerContext } from '../seats.ts';
import { withNames } from './open-file.ts';
import styles from './RecordPage.module.css';
import { RecordPicker } from './RecordPicker.tsx';

interface RecordPageProps {
  /** Id of the record in the main process; absent to pick a file. */
  id?: string | undefined;
  part?: string | undefined;
}

/** A record opened from a file, of any table: its verification, its players, and its replay. */
export function RecordPage({ id, part }: RecordPageProps) {
  const { t } = useTranslation('record');
  const bridge = useBridge();
  usePageTitle(t('opened.title'));
  const recordQuery = useQuery({
    queryKey: ['opened record', id],
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: () => bridge.tables.open_record({ record: id ?? '' }),
  });
  if (id !== undefined && recordQuery.data)
    return (
      <OnlookerContext value>
        <OpenedRecordPage record={recordQuery.data} part={part} />
      </OnlookerContext>
    );
  return (
    <Page title={t('opened.title')}>
      {recordQuery.isError && <ProblemLine problem={asProblem(recordQuery.error)} />}
      {id !== undefined && recordQuery.isPending ? <SkeletonRows rows={5} /> : <RecordPicker />}
    </Page>
  );
}

function OpenedRecordPage({ record, part }: { record: OpenedRecord; part: string | undefined }) {
  const { t } = useTranslation('record');
  const identity = useApp((app) => app.identity);
  const contacts = useContactNames();
  const book = useLabelBook();
  const table = useMemo(() => {
    const names = new Map([...contacts.values()].map(({ public_key, name }) => [public_key, name]));
    if (identity) names.set(identity.public_key, identity.nickname);
    return book.table(withNames(record, (key) => names.get(key)));
  }, [record, contacts, identity, book]);
  const textQuery = useRecord(table);
  const { result: verdict, problem } = useRecordCheck('verdict', textQuery.data);
  const verdictStrip = problem ? (
    <ProblemLine problem={problem} />
  ) : (
    <p
      className={styles.verdictStrip}
      data-proof={verdict?.proof ?? 'checking'}
      role="status"
      data-testid="record-verdict"
    >
      {verdict && <ProofTag proof={verdict.proof} />}
      <span className="small">{verdict ? t(`proof.${verdict.proof}.means`) : t('checking')}</span>
    </p>
  );
  const back = `/tables/record/${table.table_id}`;
  const Part = { replay: Replay, analysis: Analysis }[part ?? ''];
  if (Part && verdict)
    return (
      <>
        {verdictStrip}
        <Part table={table} backPath={back} />
      </>
    );
  return (
    <>
      {verdictStrip}
      <RecordSummary table={table} record={record} verdict={verdict} hasFailed={problem !== null} />
      {textQuery.isError && <ProblemLine problem={asProblem(textQuery.error)} />}
    </>
  );
}

interface RecordSummaryProps {
  table: Table;
  record: OpenedRecord;
  verdict: Verdict | null;
  /** There will be no verdict. */
  hasFailed: boolean;
}

function RecordSummary({ table, record, verdict, hasFailed }: RecordSummaryProps) {
  const { t } = useTranslation('record');
  const [, navigate] = useLocation();
  const outcome = useOutcomeText()(table);
  const path = `/tables/record/${table.table_id}`;
  const actions = (
    <div className="row wrap">
      <AnalysisButton table={table} path={path} variant="plain" />
      <Button variant="primary" onClick={() => navigate(`${path}/replay`)}>
        <IconPlayerPlay size={17} stroke={1.75} aria-hidden="true" />
        {t('replay.title')}
      </Button>
    </div>
  );
  return (
    <Page title={escapeInvisible(table.protocol.name)} note={outcome.line} action={actions}>
      <div className={styles.parts}>
        <Card smallTitle title={t('opened.players')}>
          <div className={styles.players}>
            {[table.me, table.peer].map((person) => (
              <PlayerRow key={person.public_key} table={table} person={person} />
            ))}
          </div>
        </Card>
        <Card smallTitle title={t('opened.checks')}>
          {verdict ? <VerdictLines verdict={verdict} theirs /> : !hasFailed && <SkeletonRows rows={3} />}
          <ul>
            <RunCheckLine record={record} />
          </ul>
        </Card>
        {verdict?.valid && (
          <p className="small faint measure">
            {t(verdict.proof === 'both_sides' ? 'opened.means_both_sides' : 'opened.means_one_side')}
          </p>
        )}
        <Card smallTitle title={t('opened.another')}>
          <RecordPicker />
        </Card>
      </div>
    </Page>
  );
}

function PlayerRow({ table, person }: { table: Table; person: Table['me'] }) {
  const { t } = useTranslation('record');
  const isWriter = person === table.me;
  const role = isWriter === (table.role === 'host') ? 'host' : 'guest';
  return (
    <>
      <Identicon publicKey={person.public_key} size={32} />
      <div>
        <p className="row wrap">
          <PersonLink person={person} />
          <span className="small dim">{t(`opened.${role}`)}</span>
          {isWriter && <span className="small dim">{t('opened.writer')}</span>}
        </p>
        <p className={`mono micro faint ${styles.key}`}>{person.public_key}</p>
      </div>
    </>
  );
}

/** Whether the hooks on this computer come to the same result with the same messages. */
function RunCheckLine({ record: { followed, problem, table } }: { record: OpenedRecord }) {
  const { t } = useTranslation('record');
  const problemText = useProblemText();
  const hasDifference = problem?.code === 'history_differs';
  const isMissing = problem?.code === 'hooks_missing' || problem?.code === 'protocol_missing';
  const detail = !problem
    ? t('opened.run.same')
    : isMissing
      ? t('opened.run.missing')
      : hasDifference
        ? t('opened.run.differs', { number: Math.min(followed + 1, table.record.frames) })
        : problemText(problem).title;
  return (
    <TrustCheckLine
      state={!problem ? 'checked' : isMissing ? 'to_come' : 'failed'}
      title={t('opened.run.title')}
      detail={detail}
      evidence={[]}
    />
  );
}
