import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconHome } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommunityTest } from '../../shared/bridge/contract.ts';
import { setQuery } from '../app/address.ts';
import { useBridge } from '../app/context.tsx';
import { readJoinLink } from '../app/join-link.ts';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { fieldLook } from '../look/fields.ts';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { TextButton } from '../look/TextButton.tsx';
import { ReadQr } from '../network/ReadQr.tsx';
import { NameField } from './NameField.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { ProblemLine } from './ProblemLine.tsx';
import styles from './Threshold.module.css';
import { Threshold } from './Threshold.tsx';

interface Invited {
  post_id: string;
  server: string;
}

/** The first minute of whoever was invited: a link, who is behind it, a name, and there they are. */
export function ByLink({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('network');
  const { t: own } = useTranslation('identity');
  const [invited, setInvited] = useState<Invited | null>(null);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const look = (link: string) => {
    const { post_id, server = null } = readJoinLink(link) ?? {};
    setText(link);
    if (post_id !== undefined && server !== null) setInvited({ post_id, server });
    else setWrong(true);
  };
  if (invited) return <Invitation {...invited} onOther={() => setInvited(null)} />;
  return (
    <Threshold title={t('by_link.title')} lead={t('by_link.lead')} steps>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          look(text);
        }}
      >
        <TextInput
          classNames={fieldLook}
          label={t('by_link.label')}
          description={t('by_link.label_note')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={wrong ? t('by_link.wrong') : null}
          value={text}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <ReadQr onLink={look} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" size="big">
            {t('by_link.look')}
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </Button>
          <Button look="quiet" size="big" onClick={onBack}>
            {own('back')}
          </Button>
        </div>
      </form>
    </Threshold>
  );
}

function Invitation({ post_id, server, onOther }: Invited & { onOther(): void }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const words = useProblemWords();
  const [found, setFound] = useState<CommunityTest | null>(null);
  const address = visible(server);
  const ask = useCallback(async () => {
    setFound(null);
    setFound(await bridge.community.test({ url: server }));
  }, [bridge, server]);
  useEffect(() => {
    void ask();
  }, [ask]);
  return (
    <Threshold title={t('by_link.found_title')} lead={t('by_link.lead')} steps>
      <div className={styles.form}>
        {!found && (
          <p className="dim" role="status">
            {t('by_link.looking', { address })}
          </p>
        )}
        {found && !found.reachable && (
          <>
            <div role="alert">
              <p className="strong">{t('by_link.away', { address })}</p>
              <p className="dim">{t('by_link.away_note')}</p>
              {found.problem && (
                <p className="small faint row wrap">
                  {words(found.problem).told} <CopyButton value={found.problem.code} />
                </p>
              )}
            </div>
            <div className={styles.actions}>
              <Button look="primary" size="big" onClick={() => void ask()}>
                {t('by_link.again')}
              </Button>
              <Button look="quiet" size="big" onClick={onOther}>
                {t('by_link.other')}
              </Button>
            </div>
          </>
        )}
        {found?.reachable && (
          <>
            <Card>
              <p className="strong">{t('by_link.found', { address })}</p>
              <p className="small dim">{t('by_link.table')}</p>
              {found.needs_consent && (
                <p className="row top small" style={{ marginTop: 10 }}>
                  <IconAlertTriangle
                    size={18}
                    stroke={1.75}
                    className="warn"
                    aria-hidden="true"
                    style={{ flex: 'none' }}
                  />
                  <span>{t('by_link.plain')}</span>
                </p>
              )}
              <p className="row top small dim" style={{ marginTop: 10 }}>
                <IconHome size={18} stroke={1.75} aria-hidden="true" style={{ flex: 'none' }} />
                <span>{t('by_link.home')}</span>
              </p>
            </Card>
            <Arrive post_id={post_id} server={server} consent={found.needs_consent} onOther={onOther} />
          </>
        )}
      </div>
    </Threshold>
  );
}

/** The name, and the way there: what was read above is what is agreed to with the button. */
function Arrive({ post_id, server, consent, onOther }: Invited & { consent: boolean; onOther(): void }) {
  const { t } = useTranslation('network');
  const { t: own } = useTranslation('identity');
  const bridge = useBridge();
  const words = useProblemWords();
  const [nickname, setNickname] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [nameMissing, setNameMissing] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (nickname.trim() === '') return setNameMissing(true);
    setBusy(true);
    setProblem(null);
    try {
      await bridge.community.use({ url: server, allow_plain_http: consent });
      // Where the window looks once there is a key.
      setQuery({ table: post_id });
      await bridge.identity.create({ nickname: nickname.trim(), bio: '', passphrase: passphrase || null });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
      setQuery({ table: null });
      await bridge.community.use({ url: null }).catch(() => {});
    }
  };
  const nameProblem = problem?.code === 'invalid_field' ? words(problem).body : null;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NameField
        note={own('first.name_note')}
        error={nameMissing ? own('first.name_missing') : nameProblem}
        value={nickname}
        autoFocus
        onChange={(name) => {
          setNickname(name);
          setNameMissing(false);
        }}
      />
      <PassphraseField
        label={own('first.passphrase')}
        note={own('first.passphrase_note')}
        value={passphrase}
        fresh
        onChange={setPassphrase}
      />
      {problem && !nameProblem && <ProblemLine problem={problem} />}
      <div className={styles.actions}>
        <Button type="submit" look="primary" size="big" aria-disabled={busy || undefined}>
          {busy ? own('first.making') : t('by_link.go')}
          <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
        </Button>
        <TextButton onClick={onOther}>{t('by_link.other')}</TextButton>
      </div>
    </form>
  );
}
