import { Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyLookup } from '../../shared/bridge/contract.ts';
import { parsePastedCommunity, parsePastedLink } from '../../shared/community/join-links.ts';
import { AboutCommunity } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { fieldClasses } from '../ui/field-classes.ts';
import { useLinkFault } from '../ui/link-fault.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { RestoreConfirm } from './RestoreConfirm.tsx';
import { splitWords } from './recovery-phrase.ts';
import styles from './WelcomePage.module.css';
import { WelcomePage } from './WelcomePage.tsx';
import { useWordsError } from './words-error.ts';

interface Lookup {
  words: string[];
  /** Null for the community in use. */
  server: string | null;
  foundKey: KeyLookup;
}

/** Restores a key from its recovery phrase: looks it up at a community, then asks for its name. */
export function Restore({ onBack }: { onBack(): void }) {
  const { t } = useTranslation('identity');
  const bridge = useBridge();
  const community = useApp((app) => app.community);
  const [text, setText] = useState('');
  const [address, setAddress] = useState(community.embedded ? '' : community.url);
  const [lookup, setLookup] = useState<Lookup | null>(null);
  const { busy, problem, run } = useAction();
  const { checked, check } = useFormCheck();
  const wordsError = useWordsError()(splitWords(text));
  const linkFault = useLinkFault();
  const words = splitWords(text);
  // People also paste a link to a table of the community.
  const server = parsePastedCommunity(address);
  const isAddressInvalid = server === null && address.trim() !== '';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget, wordsError === null && !isAddressInvalid)) return;
    void run(async () => setLookup({ words, server, foundKey: await bridge.identity.look_up({ words, server }) }));
  };

  if (lookup)
    return (
      <AboutCommunity value={lookup.server}>
        <RestoreConfirm {...lookup} onBack={() => setLookup(null)} />
      </AboutCommunity>
    );
  return (
    <WelcomePage title={t('restore.title')} lead={t('restore.lead')}>
      <form className={`${styles.form} col gap4`} onSubmit={submit} noValidate>
        <Textarea
          classNames={fieldClasses}
          label={t('restore.words')}
          description={t('restore.counted', { count: words.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={checked ? wordsError : null}
          value={text}
          rows={4}
          maxLength={600}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          classNames={fieldClasses}
          label={t('restore.community')}
          description={t('restore.community_note')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={
            checked && isAddressInvalid
              ? parsePastedLink(address)
                ? linkFault(address)
                : t('restore.community_wrong')
              : null
          }
          placeholder="https://"
          value={address}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <AboutCommunity value={server}>{problem && <ProblemLine problem={problem} />}</AboutCommunity>
        <div className={`${styles.actions} row wrap gap3`}>
          <Button type="submit" variant="primary" size="lg" aria-disabled={busy || undefined}>
            {busy ? t('restore.checking') : t('restore.next')}
          </Button>
          <Button variant="quiet" size="lg" onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      </form>
    </WelcomePage>
  );
}
