import { IconCertificate, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useApp } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { usePendingRemovals } from '../core/toast.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { ImportIdentity } from './ImportIdentity.tsx';
import { NewIdentity } from './NewIdentity.tsx';
import { OtherIdentity } from './OtherIdentity.tsx';
import { OwnIdentity } from './OwnIdentity.tsx';
import { useIdentities } from './queries.ts';
import { SettingsSection } from './Section.tsx';

/** The identities on this computer. */
export function Identities({ onRecoveryPhrase }: { onRecoveryPhrase(): void }) {
  const { t } = useTranslation('settings');
  const { t: tApp } = useTranslation();
  const houseSign = useApp((app) => app.house_sign);
  const { data, error, isPending } = useIdentities();
  const removedKeys = usePendingRemovals();
  const [openDialog, setOpenDialog] = useState<'new' | 'bring' | null>(null);
  const close = () => setOpenDialog(null);
  const others = data?.filter(({ in_use, public_key }) => !in_use && !removedKeys.has(`identity ${public_key}`)) ?? [];
  return (
    <SettingsSection
      title={t('section.identities')}
      actions={
        <>
          <Button onClick={() => setOpenDialog('bring')}>
            <IconRefresh size={17} stroke={1.75} aria-hidden="true" />
            {t('identity.bring')}
          </Button>
          <Button onClick={() => setOpenDialog('new')}>
            <IconPlus size={17} stroke={1.75} aria-hidden="true" />
            {t('identity.new')}
          </Button>
        </>
      }
    >
      <OwnIdentity onRecoveryPhrase={onRecoveryPhrase} />
      {isPending && <SkeletonRows rows={1} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {others.map((identity) => (
        <OtherIdentity key={identity.public_key ?? 'unreadable'} identity={identity} />
      ))}
      <p className="row top small dim">
        <IconCertificate size={18} stroke={1.75} aria-hidden="true" />
        <span>
          <Trans t={t} i18nKey="sign" values={{ sign: houseSign }} components={{ sign: <bdi className="strong" /> }} />
          {tApp('sentences', { first: '', second: t('sign_note') })}
        </span>
      </p>
      {openDialog === 'new' && <NewIdentity onClose={close} />}
      {openDialog === 'bring' && <ImportIdentity onClose={close} />}
    </SettingsSection>
  );
}
