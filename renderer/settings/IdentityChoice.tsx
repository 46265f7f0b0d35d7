import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityOffer } from '../../shared/bridge/contract.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useAddressName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { PassphraseField } from '../identity/PassphraseField.tsx';
import { formatList } from '../ui/format.ts';
import styles from './IdentityChoice.module.css';

/** Loads what is to decide before a community is used. Null while no key is open, such as on the first run. */
export function useIdentityOffer(): (url: string) => Promise<IdentityOffer | null> {
  const bridge = useBridge();
  return (url) =>
    bridge.identity.offer({ url }).catch((error: unknown) => {
      if (['identity_missing', 'identity_locked'].includes(asProblem(error).code)) return null;
      throw error;
    });
}

export const needsChoice = (offer: IdentityOffer | null): boolean =>
  offer !== null && offer.used_in.length > 0 && offer.own_key !== null;

export interface ChosenIdentity {
  own: boolean;
  passphrase: string;
}

/** The choice's state; `ready` once it can be carried out by `apply`, before the community is used. */
export function useIdentityChoice() {
  const bridge = useBridge();
  const isProtected = useApp((app) => app.identity?.protection === 'passphrase');
  const [chosen, setChosen] = useState<ChosenIdentity>({ own: false, passphrase: '' });
  return {
    chosen,
    setChosen,
    isProtected,
    ready: !chosen.own || !isProtected || chosen.passphrase !== '',
    apply: async (url: string) => {
      if (chosen.own)
        await bridge.identity.add_for_community({ url, passphrase: isProtected ? chosen.passphrase : null });
    },
  };
}

interface IdentityChoiceProps {
  offer: IdentityOffer;
  choice: ReturnType<typeof useIdentityChoice>;
  /** Whether a title above asks the question already. */
  isAsked?: boolean;
}

/** Warns that a key is about to be used in a second community, and offers an identity only for that one. */
export function IdentityChoice({ offer, choice, isAsked = false }: IdentityChoiceProps) {
  const { t, i18n } = useTranslation('settings');
  const addressName = useAddressName();
  const id = useId();
  const { chosen, setChosen, isProtected } = choice;
  const name = isolatedName(offer.nickname);
  const places = offer.used_in.map((url) => (url === null ? t('community.this_computer') : addressName(url)));
  const option = (own: boolean, key: 'same' | 'own') => (
    <label className={`${styles.choice} row top`}>
      <input type="radio" name={id} checked={chosen.own === own} onChange={() => setChosen({ ...chosen, own })} />
      <span>
        <b className="block">{t(`own_identity.${key}`, { name })}</b>
        <span className="small dim">
          {t(`own_identity.${key}_note`, { name, places: formatList(i18n.language, places) })}
        </span>
      </span>
    </label>
  );
  return (
    <fieldset className="col" data-testid="identity-choice">
      <legend className={isAsked ? 'offscreen' : 'small strong dim'}>{t('own_identity.question')}</legend>
      {option(false, 'same')}
      {option(true, 'own')}
      {chosen.own && isProtected && (
        <PassphraseField
          label={t('own_identity.passphrase', { name })}
          note={t('own_identity.passphrase_note')}
          value={chosen.passphrase}
          onChange={(passphrase) => setChosen({ ...chosen, passphrase })}
        />
      )}
    </fieldset>
  );
}
