import { IconAlertTriangle } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './DecisionBar.module.css';

/** Why something can't be played: in the line of the detail if it fits there, otherwise over the whole text of the bar, which keeps its size. */
export function RefusalText({ text }: { text: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [isLong, setIsLong] = useState(false);
  useLayoutEffect(() => {
    const line = ref.current;
    setIsLong(line !== null && line.scrollWidth > line.clientWidth);
  }, []);
  return (
    <span className={isLong ? styles.wholeRefusal : styles.refusalLine} data-long={isLong || undefined}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <span ref={ref} className={isLong ? '' : 'truncate'}>
        {text}
      </span>
    </span>
  );
}
