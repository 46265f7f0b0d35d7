import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { contractTextOf } from '../../../shared/protocol/contract.ts';
import { asProblem } from '../../core/problem.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { shortHash } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { useSource } from '../queries.ts';
import { BundleMeters } from './BundleMeters.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './ContractFooter.module.css';
import { playerChanges } from './player-changes.ts';

/** The protocol id and the text that it hashes, the changes since the last version, and the size of the board. */
export function ContractFooter({ project }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const [open, setOpen] = useState<'changes' | 'text' | null>(null);
  const toggle = (part: 'changes' | 'text') => setOpen(open === part ? null : part);
  const { protocol_id, spec_diff } = project;
  const changes = spec_diff ? playerChanges(spec_diff) : [];
  return (
    <footer className={`col ${styles.contract}`}>
      <div className="row small">
        <span className="dim">{t('contract.id')}</span>
        <span className="mono" data-testid="protocol-id">
          {protocol_id === null ? (
            t('contract.none')
          ) : (
            <CopyButton value={protocol_id} label={shortHash(protocol_id)} />
          )}
        </span>
        {protocol_id !== null && (
          <TextButton className="end" aria-expanded={open === 'text'} onClick={() => toggle('text')}>
            {t('contract.text')}
          </TextButton>
        )}
      </div>
      {open === 'text' && protocol_id !== null && <ContractText project={project} />}
      {spec_diff && (
        <div className="small">
          <Tag tone={spec_diff.same_contract ? 'good' : 'warn'}>
            {t(spec_diff.same_contract ? 'contract.same' : 'contract.other')}
          </Tag>{' '}
          <TextButton aria-expanded={open === 'changes'} onClick={() => toggle('changes')}>
            {t('contract.changes', { count: changes.length })}
          </TextButton>
          {!spec_diff.same_contract && (
            <p className="dim">{t('contract.before', { id: shortHash(spec_diff.before_protocol_id) })}</p>
          )}
        </div>
      )}
      {open === 'changes' && <ChangeList changes={changes} />}
      <BundleMeters project={project} />
    </footer>
  );
}

/** The text whose SHA-256 is the id. */
function ContractText({ project: { project_id, version } }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const { data, error } = useSource(project_id, version, 'spec.json');
  if (error) return <ProblemLine problem={asProblem(error)} />;
  const text = data ? contractText(data.text) : '';
  return (
    <div className="small">
      <p className="dim">
        {t('contract.text_note', { size: new TextEncoder().encode(text).length })}{' '}
        <CopyButton value={text} label={t('contract.copy')} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <pre className={`${styles.text} mono`} data-testid="contract-text" tabIndex={0}>
        {escapeInvisible(text)}
      </pre>
    </div>
  );
}

function contractText(specText: string): string {
  try {
    return contractTextOf(specText);
  } catch {
    // The file on disk may have become invalid; the next snapshot then has no id.
    return '';
  }
}
