import { IconCertificate, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { useLeaving } from '../app/toast.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useIdentities } from './asking.ts';
import { BringIdentity } from './BringIdentity.tsx';
import { NewIdentity } from './NewIdentity.tsx';
import { OtherIdentity } from './OtherIdentity.tsx';
import { OwnIdentity } from './OwnIdentity.tsx';
import { Part } from './Part.tsx';

/** The names of this computer and the keys behind them. */
export function Identities({ onWords }: { onWords(): void }) {
  const { t } = useTranslation('settings');
  const sign = useApp((app) => app.house_sign);
  const { data, error, isPending } = useIdentities();
  const leaving = useLeaving();
  const [open, setOpen] = useState<'new' | 'bring' | null>(null);
  const close = () => setOpen(null);
  const others = data?.filter((one) => !one.in_use && !leaving.has(`identity ${one.public_key}`)) ?? [];
  return (
    <Part
      title={t('section.identities')}
      actions={
        <>
          <Button onClick={() => setOpen('bring')}>
            <IconRefresh size={17} stroke={1.75} aria-hidden="true" />
            {t('identity.bring')}
          </Button>
          <Button onClick={() => setOpen('new')}>
            <IconPlus size={17} stroke={1.75} aria-hidden="true" />
            {t('identity.new')}
          </Button>
        </>
      }
    >
      <OwnIdentity onWords={onWords} />
      {isPending && <StillRows rows={1} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {others.map((one) => (
        <OtherIdentity key={one.public_key ?? 'unreadable'} identity={one} />
      ))}
      <p className="row top small dim">
        <IconCertificate size={18} stroke={1.75} aria-hidden="true" />
        <span>
          {t('sign')} <b>{sign}</b>. {t('sign_note')}
        </span>
      </p>
      {open === 'new' && <NewIdentity onClose={close} />}
      {open === 'bring' && <BringIdentity onClose={close} />}
    </Part>
  );
}
