import { IconDots } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { type Phrase, phrases } from '../../../shared/tables/remarks.ts';
import { useSteady } from '../../notices/use-steady.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Remarks.module.css';

const opening: readonly Phrase[] = ['hello', 'good_luck', 'one_moment'];
const playing: readonly Phrase[] = ['good_move', 'thanks', 'one_moment'];
const over: readonly Phrase[] = ['well_played', 'thanks', 'close_game', 'goodbye'];

interface PhrasesProps {
  ref: RefObject<HTMLFieldSetElement | null>;
  phase: Table['phase'];
  hasMoves: boolean;
  busy: boolean;
  onSay(saying: { phrase: Phrase }): Promise<boolean>;
}

/** The phrases that fit this moment of the game, unless others are under the user's hands, and all on request. */
export function Phrases({ ref, phase, hasMoves, busy, onSay }: PhrasesProps) {
  const { t } = useTranslation('tables');
  const [showsAll, setShowsAll] = useState(false);
  const fitting = useSteady(ref, phase !== 'playing' ? over : hasMoves ? playing : opening);
  const shown = showsAll ? phrases : fitting;
  const button = (phrase: Phrase) => (
    <Button
      key={phrase}
      size="sm"
      data-phrase={phrase}
      aria-disabled={busy || undefined}
      onClick={() => void onSay({ phrase })}
    >
      {t(`remarks.phrase.${phrase}`)}
    </Button>
  );
  return (
    <fieldset ref={ref} className={styles.phrases} aria-label={t('remarks.phrases')}>
      {shown.slice(0, -1).map(button)}
      <span className={styles.lastPhrase}>
        {shown.slice(-1).map(button)}
        <Button
          size="sm"
          iconOnly
          aria-label={t('remarks.all')}
          aria-expanded={showsAll}
          title={t('remarks.all')}
          onClick={() => setShowsAll((shows) => !shows)}
        >
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </Button>
      </span>
    </fieldset>
  );
}
