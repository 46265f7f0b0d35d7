import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconHome } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommunityTest } from '../../shared/bridge/contract.ts';
import { isWithinNetwork } from '../../shared/community/address.ts';
import { parsePastedLink } from '../../shared/community/join-links.ts';
import { cleanName, escapeInvisible } from '../../shared/peer-text.ts';
import { AboutCommunity } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { asProblem, type Problem } from '../core/problem.ts';
import { useAction } from '../core/use-action.ts';
import { LinkedInvitation } from '../trust/LinkedInvitation.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { fieldClasses } from '../ui/field-classes.ts';
import { useLinkFault } from '../ui/link-fault.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { QrScanner } from '../ui/QrScanner.tsx';
import { reveal } from '../ui/reveal.ts';
import { TextButton } from '../ui/TextButton.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { KeyFields } from './KeyFields.tsx';
import { nameFault } from './name-error.ts';
import styles from './WelcomePage.module.css';
import { WelcomePage } from './WelcomePage.tsx';

interface InvitationTarget {
  post_id: string;
  server: string;
}

/** First run by invitation: asks for the link, tests its community, and asks for a name. */
export function FirstRunByLink({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('network');
  const { t: tIdentity } = useTranslation('identity');
  const [target, setTarget] = useState<InvitationTarget | null>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const linkFault = useLinkFault();
  const field = useRef<HTMLInputElement>(null);
  const community = useApp((app) => app.community);
  const openLink = (pasted: string) => {
    const link = parsePastedLink(pasted);
    // The community on this computer has no tables yet.
    const server = link?.server ?? (community.embedded ? null : community.url);
    setText(pasted);
    if (link && server !== null) setTarget({ post_id: link.post_id, server });
    else setFault(linkFault(pasted));
  };
  if (target)
    return (
      <AboutCommunity value={target.server}>
        <InvitationPage {...target} onOtherLink={() => setTarget(null)} />
      </AboutCommunity>
    );
  return (
    <WelcomePage title={t('by_link.title')} lead={t('by_link.lead')} showSteps>
      <form
        className={`${styles.form} col gap4`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          openLink(text);
          field.current?.focus();
        }}
      >
        <TextInput
          ref={field}
          classNames={fieldClasses}
          label={t('by_link.label')}
          description={t('by_link.label_note')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={fault}
          value={text}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFault(null);
          }}
        />
        <QrScanner
          onLink={(scanned) => {
            // Nothing is sent to an address that the person hasn't seen.
            setText(scanned);
            setFault(null);
          }}
        />
        <div className={`${styles.actions} row wrap gap3`}>
          <Button type="submit" variant="primary" size="lg">
            {t('by_link.look')}
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </Button>
          <Button variant="quiet" size="lg" onClick={onBack}>
            {tIdentity('back')}
          </Button>
        </div>
      </form>
    </WelcomePage>
  );
}

function InvitationPage({ post_id, server, onOtherLink }: InvitationTarget & { onOtherLink(): void }) {
  const { t } = useTranslation('network');
  const bridge = useBridge();
  const problemText = useProblemText();
  const [result, setResult] = useState<CommunityTest | null>(null);
  const address = escapeInvisible(server);
  const [problem, setProblem] = useState<Problem | null>(null);
  const test = useCallback(async () => {
    setResult(null);
    setProblem(null);
    await bridge.community.test({ url: server }).then(setResult, (error) => setProblem(asProblem(error)));
  }, [bridge, server]);
  useEffect(() => {
    void test();
  }, [test]);
  return (
    <WelcomePage title={t('by_link.found_title')} lead={t('by_link.lead')} showSteps>
      <div className={`${styles.form} col gap4`}>
        {problem && <ProblemLine problem={problem} />}
        {!result && !problem && (
          <p className="dim" role="status">
            {t('by_link.looking', { address })}
          </p>
        )}
        {result?.problem && (
          <>
            <div role="alert" ref={reveal}>
              <p className="strong">{t('by_link.away', { address })}</p>
              <p className="dim">{t(isWithinNetwork(server) ? 'by_link.away_note' : 'by_link.away_note_internet')}</p>
              <p className="small faint row wrap">
                {result.problem.code !== 'community_unreachable' && problemText(result.problem).sentence}{' '}
                <CopyButton value={result.problem.code} />
              </p>
            </div>
            <div className="row wrap gap3">
              <Button variant="primary" size="lg" onClick={() => void test()}>
                {t('by_link.again')}
              </Button>
              <Button variant="quiet" size="lg" onClick={onOtherLink}>
                {t('by_link.other')}
              </Button>
            </div>
          </>
        )}
        {result && !result.problem && (
          <>
            <Card bodyClassName="col">
              <LinkedInvitation server={server} postId={post_id} />
              <p className="strong">{t('by_link.found', { address })}</p>
              <p className="small dim">{t('by_link.table')}</p>
              {result.needs_consent && (
                <p className="row top small">
                  <IconAlertTriangle size={18} stroke={1.75} className="warn" aria-hidden="true" />
                  <span>{t('by_link.plain')}</span>
                </p>
              )}
              <p className="row top small dim">
                <IconHome size={18} stroke={1.75} aria-hidden="true" />
                <span>{t('by_link.home')}</span>
              </p>
            </Card>
            <JoinForm
              post_id={post_id}
              server={server}
              allowPlainHttp={result.needs_consent}
              onOtherLink={onOtherLink}
            />
          </>
        )}
      </div>
    </WelcomePage>
  );
}

/** Creates the identity at the invitation's community; pressing its button accepts the conditions shown above it. */
function JoinForm({
  post_id,
  server,
  allowPlainHttp,
  onOtherLink,
}: InvitationTarget & { allowPlainHttp: boolean; onOtherLink(): void }) {
  const { t } = useTranslation('network');
  const { t: tIdentity } = useTranslation('identity');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const [fields, setFields] = useState({ nickname: '', passphrase: '' });
  const { busy, problem, run } = useAction();
  const { checked, check } = useFormCheck();
  const nickname = cleanName(fields.nickname);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget, nameFault(fields.nickname) === null) || busy) return;
    const created = await run(async () => {
      await bridge.community.use({ url: server, allow_plain_http: allowPlainHttp });
      // Creating the identity replaces this page; the lobby then opens the table named here.
      setQuery({ table: post_id });
      await bridge.identity.create({ nickname, bio: '', passphrase: fields.passphrase || null });
    });
    if (created) return;
    setQuery({ table: null });
    // Returns to the community that was in use before.
    await bridge.community.use({ url: community.embedded ? null : community.url }).catch(() => {});
  };
  return (
    <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
      <KeyFields
        value={fields}
        onChange={setFields}
        nameNote={tIdentity('first.name_note')}
        checked={checked}
        problem={problem}
      />
      <div className={`${styles.actions} row wrap gap3`}>
        <Button type="submit" variant="primary" size="lg" aria-disabled={busy || undefined}>
          {busy ? tIdentity('first.making') : t('by_link.go')}
          <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
        </Button>
        <TextButton onClick={onOtherLink}>{t('by_link.other')}</TextButton>
      </div>
    </form>
  );
}
