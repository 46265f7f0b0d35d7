import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../shared/bridge/contract.ts';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { bytes } from '../look/format.ts';
import { isolated, visible } from '../look/peer-text.ts';
import { StillRows } from '../look/StillRows.tsx';
import { Tag } from '../look/Tag.tsx';
import styles from './Compare.module.css';
import { compare } from './compare.ts';
import { Differing } from './Differing.tsx';
import { useRecord } from './record.ts';
import { TableHead } from './TableHead.tsx';
import { VerdictLines } from './Verdict.tsx';
import { type CopyProblem, copyMaxBytes, copyProblemOf, verdictOf } from './verdict.ts';

interface Copy {
  name: string;
  text: string;
  problem: CopyProblem | null;
}

/** The own copy of a table beside another one: the first message in which they part, and what that means. */
export function Compare({ table }: { table: Table }) {
  const { t, i18n } = useTranslation('record');
  const record = useRecord(table);
  const [copy, setCopy] = useState<Copy | null>(null);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const peer = isolated(table.peer.nickname);
  const own = record.data;
  const found = useMemo(
    () => (own && copy && copy.problem === null ? compare(own.text, copy.text, own.spec) : null),
    [own, copy],
  );
  const mine = useMemo(() => own && (found?.mine ?? verdictOf(own.text, own.spec)), [own, found]);

  const take = async (file: File | undefined) => {
    if (!file || !own) return;
    const wrong = (problem: CopyProblem) => setCopy({ name: file.name, text: '', problem });
    if (file.size > copyMaxBytes) return wrong('too_large');
    try {
      const text = await file.text();
      setCopy({ name: file.name, text, problem: copyProblemOf(own.text, text) });
    } catch {
      wrong('unreadable');
    }
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer.files[0]);
    },
  };
  const tag = (holds: boolean) => <Tag tone={holds ? 'ok' : 'bad'}>{t(holds ? 'holds' : 'holds_not')}</Tag>;

  return (
    <>
      <TableHead table={table} turn={t('compare.title')} back={`/tables/${table.table_id}`} />
      <div className={styles.page} {...drop}>
        {record.isError && <ProblemLine problem={asProblem(record.error)} />}
        {found && (
          <section className={styles.meaning} data-tone={found.meaning === 'same' ? 'same' : 'apart'} role="status">
            <h2>{t(`meaning.${found.meaning}.title`, { peer })}</h2>
            <p className="measure">
              {t(`meaning.${found.meaning}.body`, { peer })} {found.same_seat && t('same_seat')}
            </p>
          </section>
        )}
        {found?.difference && <Differing table={table} difference={found.difference} by={found.by} />}
        <div className={styles.pair}>
          <Card minor title={t('compare.mine')} state={mine && tag(mine.holds)}>
            {mine ? <VerdictLines verdict={mine} /> : !record.isError && <StillRows rows={3} />}
          </Card>
          <Card minor title={t('compare.theirs')} state={found && tag(found.theirs.holds)}>
            {found && copy ? (
              <>
                <p className="small faint cut">{visible(copy.name)}</p>
                <VerdictLines verdict={found.theirs} theirs />
              </>
            ) : (
              <div className={styles.drop} data-over={over || undefined}>
                <IconFileImport size={28} stroke={1.5} className="faint" aria-hidden="true" />
                <p>{t('compare.drop', { peer })}</p>
                <p className="small faint">{t('compare.how', { size: bytes(i18n.language, copyMaxBytes) })}</p>
              </div>
            )}
            {copy?.problem && (
              <p className="small bad" role="alert">
                {t(`copy.${copy.problem}`, { size: bytes(i18n.language, copyMaxBytes) })}
              </p>
            )}
            <div className={styles.pick}>
              <input
                ref={input}
                id={id}
                className="offscreen"
                type="file"
                accept=".jsonl,.ndjson,.json,.txt"
                tabIndex={-1}
                aria-label={t('compare.pick')}
                onChange={(event) => {
                  void take(event.currentTarget.files?.[0]);
                  // The same file may be picked again once it is another.
                  event.currentTarget.value = '';
                }}
              />
              <Button look={copy ? 'plain' : 'primary'} disabled={!own} onClick={() => input.current?.click()}>
                {t(copy ? 'compare.pick_other' : 'compare.pick')}
              </Button>
            </div>
          </Card>
        </div>
        <p className="small faint measure">{t('compare.stays')}</p>
      </div>
    </>
  );
}
