import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '../../../shared/json/value.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from './Choices.tsx';
import styles from './UndrawnChoices.module.css';
import type { Undrawn } from './use-undrawn.ts';

interface UndrawnChoicesProps {
  undrawn: Undrawn;
  /** Of the hooks: how a grid of choices is named. */
  view: Json;
  pickedAnswer: Answer | null;
  /** Whether number keys pick them. */
  numbered: boolean;
  /** There is no board: the list is all there is. */
  plain?: boolean;
  onPick(answer: Answer): void;
}

/** The choices that a board doesn't draw, below it, or all of them at a seat that is played by hand. Folded, only their number stays. */
export function UndrawnChoices({
  undrawn: { ask, isAlsoDrawn, offBoard },
  view,
  pickedAnswer,
  numbered,
  plain = false,
  onPick,
}: UndrawnChoicesProps) {
  const { t } = useTranslation('tables');
  const [isFolded, setIsFolded] = useState(false);
  const bodyId = useId();
  const bodyRef = useRef<HTMLDivElement>(null);
  /** As high as with the last choices, so that the board keeps its size between two questions. */
  const [keptHeight, setKeptHeight] = useState(0);
  useLayoutEffect(() => {
    if (ask && !isFolded) setKeptHeight(bodyRef.current?.getBoundingClientRect().height ?? 0);
  }, [ask, isFolded]);
  const listed = offBoard.length > 0 ? 'dashed' : isAlsoDrawn ? 'all' : 'some';
  const heading = plain ? 'plain' : ask ? listed : 'none';
  const Chevron = isFolded ? IconChevronUp : IconChevronDown;
  return (
    <section className={styles.list} aria-label={t('undrawn.label')} data-region="choices">
      <header className={`row ${styles.head}`}>
        <span className="grow truncate small dim">{t(`undrawn.${heading}`)}</span>
        <Button
          size="sm"
          variant="quiet"
          iconOnly
          aria-label={t(isFolded ? 'undrawn.unfold' : 'undrawn.fold')}
          title={t(isFolded ? 'undrawn.unfold' : 'undrawn.fold')}
          aria-expanded={!isFolded}
          aria-controls={bodyId}
          onClick={() => setIsFolded(!isFolded)}
        >
          <Chevron size={17} stroke={1.75} aria-hidden="true" />
        </Button>
      </header>
      <div
        id={bodyId}
        ref={bodyRef}
        className={styles.body}
        style={ask || keptHeight === 0 ? undefined : { height: keptHeight }}
        hidden={isFolded}
      >
        {ask && (
          <ChoiceList
            ask={ask}
            view={view}
            pickedAnswer={pickedAnswer}
            onPick={onPick}
            numbered={numbered}
            isPartial={!plain}
            offBoard={offBoard}
          />
        )}
      </div>
    </section>
  );
}
