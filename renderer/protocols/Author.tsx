import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';
import { Hash } from '../look/Hash.tsx';
import { PersonLink } from '../look/PersonLink.tsx';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { useAgent } from '../standings/asking.ts';

type Written = Pick<ProtocolPage, 'source' | 'author_public_key' | 'community'>;

/** Whose key has registered it; what came with Parlor is Parlor's, whoever registered it. */
export const authorKey = ({ community, author_public_key }: Written): string | null =>
  community?.governance.author_public_key ?? author_public_key;

export function Author({ page }: { page: Written }) {
  const { t } = useTranslation('protocols');
  const own = useApp((app) => app.identity?.public_key ?? null);
  const key = authorKey(page);
  if (page.source === 'bundled') return <span>{t('by_parlor')}</span>;
  if (key === null) return <span>{t('by_nobody')}</span>;
  return (
    <span className="row">
      {key === own ? t('by_you') : t('by')}
      <Quilt publicKey={key} size={20} />
      <AuthorName publicKey={key} />
    </span>
  );
}

function AuthorName({ publicKey }: { publicKey: string }) {
  const { data } = useAgent(publicKey);
  return data ? <PersonLink person={data.person} className="strong" /> : <Hash value={publicKey} />;
}

/** Who wrote the words of a spec, as the heading over them. */
export function useWrittenBy(page: Written): string {
  const { t } = useTranslation('protocols');
  const key = authorKey(page);
  const bundled = page.source === 'bundled';
  const { data } = useAgent(key ?? '', key !== null && !bundled);
  if (bundled) return t('written_by_parlor');
  return data ? t('written_by', { name: isolated(data.person.nickname) }) : t('written');
}
