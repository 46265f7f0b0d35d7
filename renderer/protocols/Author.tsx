import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useAgent } from '../core/agent-profile.ts';
import { useApp } from '../core/context.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { PersonLink } from '../ui/PersonLink.tsx';

type Authored = Pick<ProtocolPage, 'source' | 'author_public_key' | 'community'>;

/** The key that registered the protocol; bundled protocols are attributed to Parlor. */
export const authorKey = ({ community, author_public_key }: Authored): string | null =>
  community?.governance.author_public_key ?? author_public_key;

/** "By" and the author's name, or Parlor for bundled protocols. */
export function Author({ page }: { page: Authored }) {
  const { t } = useTranslation('protocols');
  const ownKey = useApp((app) => app.identity?.public_key ?? null);
  const key = authorKey(page);
  if (page.source === 'bundled') return <span>{t('by_parlor')}</span>;
  if (key === null) return <span>{t('by_nobody')}</span>;
  return (
    <span className="row">
      {key === ownKey ? t('by_you') : t('by')}
      <Identicon publicKey={key} size={20} />
      <AuthorName publicKey={key} />
    </span>
  );
}

function AuthorName({ publicKey }: { publicKey: string }) {
  const { data } = useAgent(publicKey);
  return data ? <PersonLink person={data.person} className="strong" /> : <Hash value={publicKey} />;
}

/** A heading for untrusted text, with the author's name once it has loaded. */
export function useAuthorHeading(page: Authored): string {
  const { t } = useTranslation('protocols');
  const key = authorKey(page);
  const bundled = page.source === 'bundled';
  const { data } = useAgent(key ?? '', key !== null && !bundled);
  if (bundled) return t('written_by_parlor');
  return data ? t('written_by', { name: isolatedName(data.person.nickname) }) : t('written');
}
