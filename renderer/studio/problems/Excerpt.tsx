import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useExcerpt } from '../queries.ts';
import styles from './Excerpt.module.css';

interface ExcerptProps {
  projectId: string;
  version: number;
  file: string;
  line: number;
}

/** The lines around a position in a file of the project. */
export function Excerpt({ projectId, version, file, line }: ExcerptProps) {
  const { data } = useExcerpt(projectId, version, file, line);
  return (
    <pre className={`${styles.excerpt} mono`}>
      {(data?.lines ?? []).map(({ number, text }) => (
        <span key={number} data-here={number === line || undefined}>
          {`${String(number).padStart(4)}  ${escapeInvisible(text)}\n`}
        </span>
      ))}
    </pre>
  );
}
