import styles from './OneLine.module.css';

/** A sentence on one line. Where room is short, long names of people in it give way before what they did. */
export function OneLine({ text }: { text: string }) {
  // Names stand in isolates (isolatedName), which no name can contain.
  const parts = text.split(/(\u2068[^\u2069]*\u2069)/).filter(Boolean);
  return (
    <b className={styles.line} title={text}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order
        <span key={index} data-name={part.startsWith('\u2068') ? (part.length > 10 ? 'long' : 'short') : undefined}>
          {part}
        </span>
      ))}
    </b>
  );
}
