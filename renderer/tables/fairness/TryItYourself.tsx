import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sha256Hex } from '../../../shared/signing/hash.ts';
import { Card } from '../../ui/Card.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './TryItYourself.module.css';

/** Lets the user change a value and see the hash differ. Nothing is sent. */
export function TryItYourself({ text: initialText, sealed }: { text: string; sealed: string }) {
  const { t } = useTranslation('tables');
  const [text, setText] = useState(initialText);
  const hash = sha256Hex(text);
  const matches = hash === sealed;
  return (
    <Card>
      <div className={styles.try}>
        <div className="grow">
          <h3>{t('fair.try')}</h3>
          <p className="small dim">{t('fair.try_note')}</p>
        </div>
        <input
          className={styles.field}
          aria-label={t('fair.try')}
          value={text}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
        <Hash value={hash} className={`small ${matches ? 'good' : 'bad'}`} />
        <Tag tone={matches ? 'good' : 'bad'}>{t(matches ? 'fair.same_hash' : 'fair.another_hash')}</Tag>
      </div>
    </Card>
  );
}
