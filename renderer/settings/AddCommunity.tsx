import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { isWebAddress } from '../app/join-link.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { fieldLook } from '../look/fields.ts';
import { useCommunityTest } from './asking.ts';
import { CommunityFound } from './CommunityFound.tsx';
import { useMove } from './move.tsx';
import styles from './Settings.module.css';

/** What a person typed as an address; https where they left that out. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  return text !== '' && isWebAddress(address) ? address.replace(/\/+$/, '') : null;
}

/** Another community by its address: asked what it is first, joined after. */
export function AddCommunity({ known }: { known: readonly KnownCommunity[] }) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const test = useCommunityTest(asked);
  const move = useMove();
  const address = addressOf(typed);
  const found = asked !== null && asked === address ? test.data : undefined;
  const there = known.find(({ url }) => url === address);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (address === null) return;
    if (asked === address) void test.refetch();
    else setAsked(address);
  };
  return (
    <Card title={t('community.add')}>
      <form className={styles.address} onSubmit={submit} noValidate>
        <TextInput
          classNames={fieldLook}
          label={t('community.address')}
          placeholder="https://community.example"
          error={tried && address === null ? t('community.address_wrong') : null}
          value={typed}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setTried(false);
          }}
        />
        <Button type="submit" size="md" aria-disabled={test.isFetching || undefined}>
          {t(test.isFetching ? 'community.testing' : 'community.look')}
        </Button>
      </form>
      <p className="small faint" style={{ marginTop: 6 }}>
        {t('community.look_note')}
      </p>
      {found && <CommunityFound found={found} />}
      {found?.reachable && (
        <div className={styles.buttons}>
          {there?.in_use ? (
            <span className="small dim">{t('community.is_here')}</span>
          ) : (
            <Button
              look="primary"
              aria-disabled={move.busy || undefined}
              onClick={() => move.to(found.url, found.needs_consent)}
            >
              {t('community.go')}
            </Button>
          )}
          <span className="small dim">{t('community.go_note')}</span>
        </div>
      )}
      {move.problem && <ProblemLine problem={move.problem} />}
      {move.dialog}
    </Card>
  );
}
